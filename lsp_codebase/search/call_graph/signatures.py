"""Signatures that stand apart from the parameters of a function: `@spec` of Elixir, `::` of Haskell, `returns` of
Solidity.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

from lsp_codebase.model import Symbol
from lsp_codebase.search.call_graph.source_file import Source

_MOST_LINES = 20  # of a signature, and of what stands between it and its function
_OF_HASKELL = frozenset({"elm", "haskell", "purescript"})
_SPECIFIED = re.compile(r"@spec\s+([\w?!]+)\s*(.*?\))?\s*::(.*?)(?=\n\s*(?:@|def)|\Z)", re.DOTALL)
_RETURNS = re.compile(r"[^;{}]*?\breturns\s*(\([^()]*\))")
_COMMENT = re.compile(r"--[^\n]*")


class Signature(NamedTuple):
    """The types that a function takes and returns, as they are written."""

    taken: str
    returned: str


def signature_of(source: Source, function: Symbol) -> Signature | None:
    """Return the signature of a function, None if its language has none apart, or the function has none."""
    line = function.name_span.start_line
    if source.language == "elixir":
        above = "\n".join(source.lines[max(line - _MOST_LINES, 0) : line])
        return next(
            (Signature(one[2] or "", one[3]) for one in _SPECIFIED.finditer(above) if one[1] == function.name), None
        )
    if source.language in _OF_HASKELL:
        first, *others = source.lines[line : line + _MOST_LINES] or [""]
        rest = takewhile(lambda one: one[:1].isspace(), others)
        name, _, types = _COMMENT.sub("", "\n".join((first, *rest))).partition("::")
        taken, _, returned = types.rpartition("->")
        return Signature(taken, returned) if types and name.split()[:1] == [function.name] else None
    if source.language == "solidity":
        start = source.line_starts[line] + source.inside(line, function.name_span)[1]
        said = _RETURNS.match(source.text, start)
        return Signature(source.text[start : source.text.find(")", start)], said[1]) if said else None
    return None
