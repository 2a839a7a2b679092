"""Which errors of a tree cost no more than the words they are: macros, mostly, that stand in an intact definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

_Around: TypeAlias = "tuple[Node, _Around] | tuple[()]"
"""Nodes, the innermost first, each with those around it."""

_TAB = 4
_BRACES = re.compile(rb"[{}]")
_NO_NEIGHBOUR = re.compile(rb"[ \t]*(?:$|[)\]}>,.+|&?:{=#*/]|\w+[ \t]*:(?!:)|(?:else|while|case|default)\b)")
"""A line that closes or continues the lines above, or may stand at any column: a label, a directive, a comment."""


def are_confined(root: Node, source: bytes) -> bool:
    """Whether all errors of a tree leave the definitions around them as their layout shows them.

    Such an error is no brace, and neither it nor the node around it holds a line that is no deeper than its own first:
    that would be a neighbour, which was swallowed.
    """
    lines = source.split(b"\n")
    return all(
        not _is_brace(error, source) and not _holds_neighbour(error, around, lines) for error, around in _errors(root)
    )


def _errors(root: Node) -> Iterator[tuple[Node, _Around]]:
    """Yield each error with itself and the nodes around it, without the root and branches of the preprocessor."""
    waiting: list[tuple[Node, _Around]] = [(child, ()) for child in root.children if child.has_error]
    while waiting:
        node, around = waiting.pop()
        if not node.type.startswith("preproc_if") and not node.type.startswith("preproc_el"):
            around = (node, around)
        if node.is_error or node.is_missing:
            yield node, around
        else:
            waiting += [(child, around) for child in node.children if child.has_error]


def _is_brace(error: Node, source: bytes) -> bool:
    return error.type in ("{", "}") or _BRACES.search(source, error.start_byte, error.end_byte) is not None


def _holds_neighbour(error: Node, around: _Around, lines: Sequence[bytes]) -> bool:
    """Whether one of the nodes around an error holds such a line. Each line is seen once, in deep code too."""
    begin = end = error.start_point[0] + 1
    seen: list[int] = []  # the least indentation of the lines between
    while around:
        node, around = around
        first, last = node.start_point[0], node.end_point[0]
        new = [*lines[first + 1 : begin], *lines[end : last + 1]]
        seen = sorted([*seen, *(indent_of(line) for line in new if not _NO_NEIGHBOUR.match(line))])[:1]
        begin, end = min(begin, first + 1), max(end, last + 1)
        if seen and seen[0] <= indent_of(lines[first]):
            return True
    return False


def indent_of(line: bytes) -> int:
    """Return the columns before a line."""
    blank = line[: len(line) - len(line.lstrip())]
    return len(blank.replace(b"\t", b" " * _TAB))
