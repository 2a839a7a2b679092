//! A stack.
const std = @import("std");
const Queue = @import("queue.zig").Queue;
const assert = std.debug.assert;
const log = std.log.scoped(.stack);
pub const Deque = @import("deque.zig").Deque;

/// Most items.
pub const max_items: usize = 100;
var counter: u32 = 0;

pub const Stack = struct {
    items: []u8,
    len: usize = 0,

    /// Makes one.
    pub fn init(buffer: []u8) Stack {
        return .{ .items = buffer };
    }

    fn grow(self: *Stack) !void {
        _ = self;
    }
};

const Color = enum { red, green };
const Value = union(enum) { int: i64, none };
const Err = error{ Overflow, Empty };

pub fn main() !void {
    const local = 1;
    _ = local;
}

test "push works" {
    try std.testing.expect(true);
}

const Pair = struct { first: Value, second: *Value };

pub fn List(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        last: T,

        fn clear(self: *Self) void {
            const none = 0;
            self.items.len = none;
        }
    };
}

const File = @This();

const Level = enum(u8) {
    /// Nearly nothing.
    low = 1,
    /// More.
    high,
    @"not set",

    pub fn next(level: Level) Level {
        return level;
    }
};

pub const Event = union(Level) {
    /// The one.
    low: struct {
        /// When.
        at: u64 = 0,
    },
    high: Stack,
};
