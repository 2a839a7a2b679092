"""The types that functions return, as their heads say them."""

from __future__ import annotations

import re

from lsp_codebase.model import Symbol
from lsp_codebase.search.call_graph.bindings import type_in_front
from lsp_codebase.search.call_graph.call_languages import TypeStands, where_type_stands
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_texts import type_at_start

_LOOKED_AT = 3_000  # letters behind the name
_FUNCTION_TYPE = re.compile(r"\s*[?!]?\s*:\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*[=-]>\s*")
"""Of a field that is called: `close: () => Cart`."""
_LONGEST_TYPE = 500
_PARAMETERS = re.compile(r"\s*(?:=\s*(?:async\s*)?)?(?:<[^()]*?>|\[[^()]*?\])?\s*\(")
_BEHIND = re.compile(r"\s*:[ \t]*")
_BEHIND_ARROW = re.compile(r"\s*(?:(?:async|throws|rethrows)\s*)*->\s*")
_WITH_ARROW = frozenset("gdscript mojo python rust starlark swift".split())
_FIRST = re.compile(r"(?![ \t]*(?:\{|$))(?:\s*\(\s*(?:\w+\s+)?(?=[*\w\[])|\s*)", re.MULTILINE)  # not of a body
_PROPERTY = re.compile(r"@(?:\w+\.)*(?:cached_)?property\b|\bget\b|\bvar\b|@computed")


def return_type(source: Source, function: Symbol) -> str:
    """Return the type that a function returns, empty if its head does not say it."""
    line = function.name_span.start_line
    if line >= len(source.lines):
        return ""
    start, _ = source.inside(line, function.name_span)
    stands = where_type_stands(source.language)
    if stands is TypeStands.IN_FRONT:
        return type_in_front(source.lines[line][:start])
    end = parameters_end(source, function)
    behind = source.text[end : end + _LONGEST_TYPE]
    if not source.text[:end].endswith(")"):
        of_field = _FUNCTION_TYPE.match(behind)
        return type_at_start(behind[of_field.end() :]) if of_field else ""
    is_behind = _BEHIND_ARROW if source.language in _WITH_ARROW else _BEHIND
    said = (_FIRST if stands is TypeStands.AFTER else is_behind).match(behind)
    return _without_colon(type_at_start(behind[said.end() :])) if said else ""


def parameters_end(source: Source, function: Symbol) -> int:
    """Return where the parameters of a function end in the text of its file, or else its name."""
    if function.name_span not in source.heads:
        source.heads[function.name_span] = _parameters_end(source, function)
    return source.heads[function.name_span]


def _parameters_end(source: Source, function: Symbol) -> int:
    line = function.name_span.start_line
    end = source.line_starts[line] + source.inside(line, function.name_span)[1]
    text = source.text[end : end + _LOOKED_AT]
    opening = _PARAMETERS.match(text)
    closing = _closing(text, opening.end() - 1) if opening else None
    return end if closing is None else end + closing + 1


def is_property(source: Source, function: Symbol) -> bool:
    """Whether a method is used as a field."""
    line = function.name_span.start_line
    return any(map(_PROPERTY.search, source.lines[max(line - 2, function.span.start_line - 1, 0) : line + 1]))


def _closing(text: str, opening: int) -> int | None:
    depth = 0
    for at in range(opening, len(text)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if not depth:
                return at
    return None


def _without_colon(types: str) -> str:
    """Return a type without the colon that begins a body behind it."""
    return types.rstrip().removesuffix("=>").rstrip().removesuffix(":").rstrip()
