"""Names of C-family declarators: `int *(*f(void))[3]` declares `f`, and it is a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "destructor_name",
        "operator_name",
        "primitive_type",
        "namespace_identifier",
    }
)
_MAX_STEPS = 32


def resolve_declarator(node: Node, source: bytes) -> tuple[Node, str, bool] | None:
    """Return the name a declarator declares, its explicit scope ("A::B" or "") and whether it is a function."""
    scope = ""
    is_function = False
    for _ in range(_MAX_STEPS):
        kind = node.type
        if kind in _NAMES:
            return node, scope, is_function
        inner: Node | None
        if kind == "function_declarator":
            is_function = True
            inner = node.child_by_field_name("declarator")
        elif kind == "qualified_identifier":
            outer = node.child_by_field_name("scope")
            if outer is not None:
                text = source[outer.start_byte : outer.end_byte].decode("utf-8", "replace")
                scope = f"{scope}::{text}" if scope else text
            inner = node.child_by_field_name("name")
        elif kind == "operator_cast":
            return node, scope, True
        elif kind in ("template_function", "template_method", "dependent_name"):
            inner = node.child_by_field_name("name")
        else:
            if kind == "parenthesized_declarator" and is_function:
                is_function = not _is_pointer(node)
            inner = node.child_by_field_name("declarator") or _last_named(node)
        if inner is None:
            return None
        node = inner
    return None


def _is_pointer(node: Node) -> bool:
    inner = _last_named(node)
    return inner is not None and inner.type in (
        "pointer_declarator",
        "reference_declarator",
        "block_pointer_declarator",
    )


def _last_named(node: Node) -> Node | None:
    children = node.named_children
    return children[-1] if children else None
