"""Where headers stand in answers to questions in words: behind the code that they declare."""

import pytest
from codebases import found

DECLARED = """
/* Counts the coins in the drawer of a till. */
int count_coins(struct till *till);

/* Opens the drawer of a till, unless it is locked. */
int open_drawer(struct till *till);
"""
FILES = {
    "include/till.h": "struct till;\n" + DECLARED,
    "src/till.c": '#include "till.h"\n\nint count_coins(struct till *till)\n{\n'
    "    int sum = 0;\n    for (int coin = 0; coin < till->drawer.size; coin++)\n"
    "        sum += till->drawer.coins[coin];\n    return sum;\n}\n",
    "include/safe.h": "/* Locks a safe. */\nint lock_safe(struct safe *safe, int key);\n",
    "src/lock.h": "static inline int lock_safe(struct safe *safe, int key)\n{\n"
    "    if (safe->key != key)\n        return -1;\n    safe->is_locked = 1;\n    return 0;\n}\n",
}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("count coins in the drawer of a till", "src/till.c"),
        ("how are the coins in the drawer of a till counted", "src/till.c"),
        ("count coins in the drawer of a till, declaration", "include/till.h"),
        ("lock a safe with a key", "src/lock.h"),
    ],
)
def test_a_header_without_bodies_comes_behind_the_code_unless_declarations_are_asked_for(codebase, query, path):
    assert found(codebase, query)[0] == path
