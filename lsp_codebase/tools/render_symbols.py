"""Definitions, outlines and calls as text for a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.model import (
    Call,
    CallAnswer,
    FileText,
    IndexStatus,
    Relation,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    SymbolKind,
    qualified,
)
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import index_notes, joined, place, symbol_line

_MOST_SITES = 4
_INNER = frozenset({SymbolKind.Variable, SymbolKind.Constant, SymbolKind.Property, SymbolKind.Field})


def symbols_text(answer: SymbolAnswer, places: Places) -> str:
    """Return a line for each symbol."""
    lines = [symbol_line(hit, places) for hit in answer.hits]
    more = ["(more symbols match: narrow the pattern or raise limit)"] if answer.is_cut else []
    return joined(lines, [*more, *index_notes(answer.status)])


def body_text(hit: SymbolHit, text: FileText, others: Sequence[SymbolHit], status: IndexStatus, places: Places) -> str:
    """Return the code of a definition below its place, and the other definitions of its name."""
    cut = f"\n(cut at max_tokens; go on with read_file from line {last_line(text) + 1})" if text.truncated else ""
    same = [f"also {symbol_line(other, places)}" for other in others]
    head = f"{place(places, hit.path, hit.symbol.span)}  {qualified(hit.symbol.container, hit.symbol.name)}"
    return "\n".join([f"{head} ({hit.symbol.kind.name})\n{text.text.rstrip()}{cut}", *same, *index_notes(status)])


def last_line(text: FileText) -> int:
    """Return the last whole line of a stretch of a file, counted from 1."""
    start, end = text.span.start_line + 1, text.span.end_line + 1
    return end - 1 if text.span.end_column == 0 and end > start else end


def outline_text(path: Path, symbols: Sequence[Symbol], places: Places, most: int) -> str:
    """Return a line for each definition of a file, indented by its depth: lines, kind, name.

    What a function holds of its own is left out. Where more than `most` characters come of it, the deepest go first.
    """
    shown = [(symbol.container.count(".") + bool(symbol.container), symbol) for symbol in _worth_showing(symbols)]
    depths = sorted({depth for depth, _ in shown}, reverse=True)
    lines = [*map(_outline_line, shown)]
    for deepest in depths[:-1]:
        if sum(map(len, lines)) + len(lines) <= most:
            break
        shown = [(depth, symbol) for depth, symbol in shown if depth < deepest]
        lines = [*map(_outline_line, shown)]
    hidden = len(symbols) - len(shown)
    notes = [f"({hidden} inner definitions are not shown)"] if hidden else []
    return joined([f"{places.shown(path)}:", *lines] if lines else [], notes)


def _worth_showing(symbols: Sequence[Symbol]) -> list[Symbol]:
    scopes = {
        qualified(symbol.container, symbol.name)
        for symbol in symbols
        if symbol.kind in (SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor)
    }
    return [symbol for symbol in symbols if symbol.kind not in _INNER or symbol.container not in scopes]


def _outline_line(entry: tuple[int, Symbol]) -> str:
    depth, symbol = entry
    start, last = symbol.span.start_line + 1, symbol.span.last_line + 1
    lines = f"{start}-{last}" if last > start else f"{start}"
    return f"{'  ' * depth}{lines} {symbol.kind.name} {symbol.name}"


def calls_text(answer: CallAnswer, relation: Relation, places: Places) -> str:
    """Return what is asked of, then a line for each definition at the other end with the lines that call below it."""
    definition = answer.definition
    assert definition is not None
    head = f"{'calls made by' if relation is Relation.CALLEE else 'callers of'} {symbol_line(definition, places)}"
    notes = [f"also called so: {symbol_line(other, places)}" for other in answer.others[:5]]
    if len(answer.others) > 5:
        notes.append(f"and {len(answer.others) - 5} more of this name; calls are told by name, so narrow with path")
    more = ["(there are more: raise limit)"] if answer.is_cut else []
    found = [_call_text(call, places) for call in answer.calls] or ["nothing found"]
    return "\n".join([head, *notes, "", *found, *more, *index_notes(answer.status)])


def _call_text(call: Call, places: Places) -> str:
    name = qualified(call.container, call.name) if call.name else "(outside of any definition)"
    several = f"  (the likeliest of {call.definitions} of this name)" if call.definitions > 1 else ""
    sites = [f"    {site.line + 1}: {site.text}" for site in call.sites[:_MOST_SITES]]
    if len(call.sites) > _MOST_SITES:
        sites.append(f"    and {len(call.sites) - _MOST_SITES} more lines")
    return "\n".join([f"{place(places, call.place.path, call.place.span)}  {name}{several}", *sites])
