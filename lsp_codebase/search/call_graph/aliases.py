"""Other names of types: `using Carts = std::vector<Cart>;`, `typedef Cart Basket;`, `type Basket = Cart`."""

from __future__ import annotations

import re

from lsp_codebase.model import Symbol
from lsp_codebase.search.call_graph.source_file import Source

_MOST_LINES, _LONGEST = 12, 600
_EQUALS = re.compile(r"\b(?:type|typealias|typedef|using)\s*\Z")
_MEANT = re.compile(r"\s*(?:<[^=]*?>|\[[^=]*?\])?\s*=\s*(?P<type>[^;]+)")
_TYPEDEF = re.compile(r"\btypedef\s+(?P<type>[^;{}]+?)\s*\Z", re.DOTALL)


def may_be_alias(symbol: Symbol) -> bool:
    """Whether a definition is short enough to be another name."""
    return symbol.span.end_line - symbol.span.start_line < _MOST_LINES


def meant_by_alias(source: Source, symbol: Symbol) -> str:
    """Return the type that a definition gives another name, empty if it defines one of its own."""
    name, span = symbol.name_span, symbol.span
    if name.end_line >= len(source.lines):
        return ""  # the file is another one by now
    first, behind = source.inside(name.start_line, name)
    lead = "\n".join([*source.lines[span.start_line : name.start_line], source.lines[name.start_line][:first]])
    following = source.lines[name.start_line + 1 : min(span.end_line + 1, name.start_line + _MOST_LINES)]
    rest = "\n".join([source.lines[name.start_line][behind:], *following])[:_LONGEST]
    if _EQUALS.search(lead):
        meant = _MEANT.match(rest)
        return meant["type"].strip() if meant else ""
    meant = _TYPEDEF.search(lead[-_LONGEST:]) if rest.lstrip().startswith(";") else None
    return meant["type"].strip() if meant else ""
