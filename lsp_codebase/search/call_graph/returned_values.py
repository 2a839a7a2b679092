"""What functions return whose heads say no type: the values behind `return`, or behind the arrow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lsp_codebase.model import Symbol
from lsp_codebase.search.call_graph.expressions import expression_at_start
from lsp_codebase.search.call_graph.return_types import parameters_end
from lsp_codebase.search.call_graph.source_file import Source

_RETURN = re.compile(r"(?<![\w.$@])return\b[ \t]*(?P<value>[^\s;}][^\n]*)")
_YIELD = re.compile(r"(?<![\w.$])yield\b")
_ARROW = re.compile(r"\s*=>?\s*(?![{=>\s])")
_MOST_LETTERS, _LONGEST = 8_000, 1_000
_MOST = 4
"""More returns tell nothing."""


class Returned(NamedTuple):
    """A returned value, and where it stands in the text."""

    start: int
    value: str


def returned_by(source: Source, function: Symbol, inside: Sequence[Symbol]) -> Sequence[Returned]:
    """Return the values that a function returns itself, not one `inside` it; nothing if they are not told."""
    span = function.span
    if span.end_line >= len(source.lines):
        return ()
    first = parameters_end(source, function)
    last = source.line_starts[span.end_line] + source.inside(span.end_line, span)[1]
    if arrow := _ARROW.match(source.text, first, last):
        return (
            Returned(arrow.end(), expression_at_start(source.text[arrow.end() : min(last, arrow.end() + _LONGEST)])),
        )
    if last - first > _MOST_LETTERS or _YIELD.search(source.text, first, last):
        return ()
    inner = [one.span for one in inside if one.span != span]
    found: list[Returned] = []
    for written in _RETURN.finditer(source.text, first, last):
        line, character = source.place(written.start())
        if source.asides.hold(line, character) or any(one.start_line <= line <= one.end_line for one in inner):
            continue
        start = written.start("value")
        found.append(Returned(start, expression_at_start(source.text[start : min(last, start + _LONGEST)])))
    return found if len(found) <= _MOST else ()
