"""How much may still be written."""

from __future__ import annotations

from dataclasses import dataclass

from lsp_codebase.model import TreeQuery, bounds

ANY_ENTRIES = 1 << 60


@dataclass(slots=True)
class Budget:
    """The rest of the room, in characters or, where tokens are limited, in UTF-8 bytes; and of the entries.

    Bytes are at least as many as characters, so one number holds both limits. `lacks_entries`: there was room for
    something, and no entries were left for it.
    """

    room: int
    entries: int
    in_bytes: bool
    lacks_entries: bool = False

    @staticmethod
    def of(query: TreeQuery) -> Budget:
        """Return the whole budget of a resolved query."""
        rooms = [] if query.max_chars is None else [query.max_chars]
        if query.max_tokens is not None:
            rooms.append(query.max_tokens * bounds.BYTES_PER_TOKEN)
        entries = query.max_entries if query.max_entries is not None else ANY_ENTRIES
        return Budget(min(rooms), entries, query.max_tokens is not None)

    def measure(self, text: str) -> int:
        """The cost of a text without a line end."""
        if not self.in_bytes or text.isascii():
            return len(text)
        return len(text.encode("utf-8", "surrogateescape"))

    def line(self, text: str) -> int:
        """The cost of a line."""
        return self.measure(text) + 1

    def has_entries(self, entries: int) -> bool:
        """Whether so many entries are left; to be asked about entries there is room for."""
        self.lacks_entries |= entries > self.entries
        return entries <= self.entries

    def take(self, room: int, entries: int = 0) -> bool:
        """Spend, if there is enough of both; say whether there was."""
        if room > self.room or not self.has_entries(entries):
            return False
        self.room -= room
        self.entries -= entries
        return True


def parameter_cutting(query: TreeQuery, budget: Budget) -> str:
    """Return the parameter of a resolved query that cut the tree, given the rest of its budget."""
    if budget.lacks_entries:
        return "maxEntries"
    tokens, chars = query.max_tokens, query.max_chars
    is_by_tokens = tokens is not None and (chars is None or tokens * bounds.BYTES_PER_TOKEN <= chars)
    return "maxTokens" if is_by_tokens else "maxChars"


def depth_limit(query: TreeQuery) -> int:
    """Return the deepest level a resolved query allows."""
    return bounds.TREE_DEPTH.most if query.max_depth is None else min(query.max_depth, bounds.TREE_DEPTH.most)
