/* Lists. */
#include <stdlib.h>
#include "list.h"

#define LIST_MAX 100
#define LIST_FOR(item, list) \
    for (item = (list)->head; item; item = item->next)

#ifdef DEBUG
static int debug_level = 1;
#endif

extern int list_count;

/* A node. */
struct node {
    int value; /* what it holds */
    struct node *next, **prev;
    int (*compare)(const void *, const void *);
    union { int i; float f; } data;
    unsigned flags : 3;
};

typedef struct {
    struct node *head;
} list_t;

typedef struct _RECT { int left; } RECT, *PRECT;

typedef int (*visitor_fn)(struct node *node, void *arg);
typedef unsigned long size_type;

enum color { RED, GREEN = 2 };
enum { ANONYMOUS };

/* Adds a value. */
int list_add(list_t *list, int value);

static inline struct node *
find_node(list_t *list,
          int value)
{
    struct local { int x; };
    int result = 0;
    return NULL;
}

int (*get_handler(int kind))(void)
{
    return 0;
}

const char *names[] = { "a", "b" };
static struct node root = { .value = 1 }, *current;

void old_style(a, b)
    int a;
    char *b;
{
}

__attribute__((noreturn)) void die(const char *message, ...)
{
    exit(1);
}
