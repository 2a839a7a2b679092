"""The parts of a tree that a query can walk in time that grows with their size.

For every node a query walks, tree-sitter looks among the siblings behind it for one with a name. Only in an ERROR node
can thousands stand without any, because lists are balanced trees everywhere else: 40,000 open brackets take a second,
ten times as many two minutes. Such a node is left out of the walk, and the named nodes in it are walked alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_WIDE = 2_000  # children of an error from which on it is checked more closely
_STEPS_PER_CHILD = 500  # over siblings, on average: twice the time of an ordinary walk


def pieces(root: Node, level: int) -> Iterator[tuple[Node, int]]:
    """Yield nodes, each with the levels to walk below it, that make up the upper levels of a tree.

    It is the root alone for every tree without such an error.
    """
    cut = _cut_apart(root, level)
    if not cut:
        yield root, level
        return
    waiting = [(root, level)]
    while waiting:
        node, left = waiting.pop()
        if node.id not in cut:
            yield node, left
            continue
        if not node.is_error:
            yield node, 0
        if left:
            waiting += [(child, left - 1) for child in reversed(node.named_children)]


def _cut_apart(root: Node, level: int) -> set[int]:
    """Return the ids of the errors that a query must not walk, and of the nodes around them."""
    cut: set[int] = set()
    around: list[int] = []  # the ids of the nodes above the next one
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if not node.has_error or node.end_byte - node.start_byte < _WIDE:
            continue
        del around[depth:]
        around.append(node.id)
        if node.is_error and node.child_count > _WIDE and _is_slow(node):
            cut.update(around)
        if depth < level:
            waiting += [(child, depth + 1) for child in node.named_children]
    return cut


def _is_slow(error: Node) -> bool:
    steps = run = 0
    for child in error.children:
        run = 0 if child.is_named else run + 1
        steps += run
    return steps > _STEPS_PER_CHILD * error.child_count
