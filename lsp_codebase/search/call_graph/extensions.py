"""Functions that are called on values of a type and stand in another one: `static void Wash(this Bike bike)` of C#.

Where an extension bears the name of its type, as in Kotlin and Swift, it is found as a member of that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.call_graph.source_file import Source

_LOOKED_AT = 600
_PARAMETER = re.compile(
    r"\s*(?:<[^()]*?>)?\s*\(\s*(?:\[[^\]]*\]\s*)*this\s+(?:(?:in|ref|scoped)\s+)*(?P<type>[^(),]+?)\s+\w+\s*[,)]"
)
_HEADS = {
    "dart": re.compile(r"\s*(?:<[^{]*?>)?\s*\bon\s+(?P<type>[^{]+?)\s*\{"),
    "scala": re.compile(r"\s*(?:\[[^(]*?\])?\s*\(\s*(?:\w+\s+)*\w+\s*:\s*(?P<type>[^(),]+?)\s*\)"),
}
_MAY_EXTEND = {
    "dart": re.compile(r"\bextension\s+\Z"),
    "scala": re.compile(r"\bimplicit\s+(?:final\s+)?class\s+\Z"),
}


def extended_type(source: Source, member: SymbolMatch, holders: Sequence[SymbolMatch]) -> str:
    """Return the type whose values a member is called on, though it stands in another of `holders`; else empty."""
    if source.language == "csharp":
        found = _PARAMETER.match(_behind(source, member))
        return found["type"] if found else ""
    for holder in holders if source.language in _HEADS else ():
        line = holder.symbol.name_span.start_line
        start = source.inside(line, holder.symbol.name_span)[0] if line < len(source.lines) else 0
        if line < len(source.lines) and _MAY_EXTEND[source.language].search(source.lines[line][:start]):
            found = _HEADS[source.language].match(_behind(source, holder))
            return found["type"] if found else ""
    return ""


def _behind(source: Source, match: SymbolMatch) -> str:
    """Return the text behind the name of a definition."""
    line = match.symbol.name_span.start_line
    if line >= len(source.lines):
        return ""
    end = source.line_starts[line] + source.inside(line, match.symbol.name_span)[1]
    return source.text[end : end + _LOOKED_AT]
