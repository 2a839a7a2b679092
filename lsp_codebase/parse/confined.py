"""Which errors of a tree cost no more than the words they are: macros, mostly, that stand in an intact definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

_TAB = 4
_BRACES = re.compile(rb"[{}]")
_NO_NEIGHBOUR = re.compile(rb"[ \t]*(?:$|[)\]}>,.+|&?:{=#*/]|\w+[ \t]*:(?!:)|(?:else|while|case|default)\b)")
"""A line that closes or continues what is above it, or may stand at any column: a label, a directive, a comment."""


def are_confined(root: Node, source: bytes) -> bool:
    """Whether all errors of a tree leave the definitions around them as they are laid out.

    Such an error is no brace, and neither it nor what it stands in holds a line that is no deeper than its own first:
    that would be a neighbour, which was swallowed.
    """
    lines = source.split(b"\n")
    return all(
        not _is_brace(error, source) and not any(_holds_neighbour(node, lines) for node in around)
        for error, around in _errors(root)
    )


def _errors(root: Node) -> Iterator[tuple[Node, list[Node]]]:
    """Yield each error with itself and the nodes around it, without the root and branches of the preprocessor."""
    waiting: list[tuple[Node, list[Node]]] = [(child, []) for child in root.children if child.has_error]
    while waiting:
        node, around = waiting.pop()
        if not node.type.startswith("preproc_if") and not node.type.startswith("preproc_el"):
            around = [*around, node]
        if node.is_error or node.is_missing:
            yield node, around
        else:
            waiting += [(child, around) for child in node.children if child.has_error]


def _is_brace(error: Node, source: bytes) -> bool:
    return error.type in ("{", "}") or _BRACES.search(source, error.start_byte, error.end_byte) is not None


def _holds_neighbour(node: Node, lines: Sequence[bytes]) -> bool:
    first, last = node.start_point[0], node.end_point[0]
    base = indent_of(lines[first])
    return any(indent_of(line) <= base and not _NO_NEIGHBOUR.match(line) for line in lines[first + 1 : last + 1])


def indent_of(line: bytes) -> int:
    """Return the columns before a line."""
    blank = line[: len(line) - len(line.lstrip())]
    return len(blank.replace(b"\t", b" " * _TAB))
