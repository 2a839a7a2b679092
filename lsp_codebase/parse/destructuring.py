"""Names that a destructuring pattern of JavaScript binds: `a`, `c` and `d` of `{ a, b: c = 1, ...d }`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_HOLDERS = frozenset({"array_pattern", "object_pattern", "rest_pattern"})
_BOUND_FIELDS = {"assignment_pattern": "left", "object_assignment_pattern": "left", "pair_pattern": "value"}


def bound_names(pattern: Node) -> Iterator[Node]:
    """Yield the names in no order to rely on."""
    left = [pattern]
    while left:
        node = left.pop()
        kind = node.type
        if kind in _NAMES:
            yield node
        elif kind in _HOLDERS:
            left += node.named_children
        elif kind in _BOUND_FIELDS:
            inner = node.child_by_field_name(_BOUND_FIELDS[kind])
            if inner is not None:
                left.append(inner)
