#import <Foundation/Foundation.h>

#define MAX_ITEMS 10

@protocol Describing <NSObject>
- (NSString *)describe;
@end

/// An account.
@interface Account : NSObject <Describing> {
    int _count;
}
@property (nonatomic, strong) NSString *owner;
- (instancetype)initWithOwner:(NSString *)owner limit:(int)limit;
+ (Account *)shared;
@end

@implementation Account

- (instancetype)initWithOwner:(NSString *)owner limit:(int)limit {
    self = [super init];
    return self;
}

+ (Account *)shared {
    return nil;
}

static int limitOf(Account *account) {
    return 1;
}

- (NSString *)describe {
    return self.owner;
}

@end

@interface Account (Extras)
- (void)extra;
@end

typedef NS_ENUM(NSInteger, Level) {
    LevelLow,
    LevelHigh
};

static int helper(int x) {
    return x;
}

NSString *const kName = @"x";

@interface Account ()
@property int hidden;
@end
