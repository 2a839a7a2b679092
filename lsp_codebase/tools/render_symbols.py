"""Definitions, outlines and calls as text for a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.model import (
    Call,
    CallAnswer,
    FileSymbols,
    FileText,
    IndexStatus,
    Relation,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    SymbolKind,
    byte_length,
    qualified,
)
from lsp_codebase.tools.budget import left_out, within
from lsp_codebase.tools.places import Places, definition_name
from lsp_codebase.tools.render import code, index_notes, joined, numbers, place, size_of, symbol_line

_MOST_OTHERS = 5
_FEW_SITES = 3
_INNER = frozenset({SymbolKind.Variable, SymbolKind.Constant, SymbolKind.Property, SymbolKind.Field})


def symbols_text(answer: SymbolAnswer, places: Places, room: int) -> tuple[str, SymbolAnswer]:
    """Return a line for each symbol that fits, and the answer with these alone."""
    notes = [*(f"({note})" for note in answer.notes), *index_notes(answer.status)]
    lines = within([symbol_line(hit, places) for hit in answer.hits], room, size_of(notes))
    how = "narrow the pattern or raise max_tokens"
    left = left_out(len(answer.hits) - len(lines), "symbols", how, is_cut=answer.is_cut)
    more = ["(more symbols match: narrow the pattern or raise limit)"] if answer.is_cut and not left else []
    shown = replace(answer, hits=answer.hits[: len(lines)], is_cut=answer.is_cut or bool(left))
    return joined(lines, [*left, *more, *notes]), shown


def body_head(hit: SymbolHit, places: Places) -> str:
    """Return the line above the code of a definition."""
    named = f"{definition_name(hit.symbol.container, hit.symbol.name)} ({hit.symbol.kind.name})"
    return f"{place(places, hit.path, hit.symbol.span)}  {named}"


def body_text(
    head: str, text: FileText, others: Sequence[SymbolHit], status: IndexStatus, places: Places, room: int
) -> tuple[str, Sequence[SymbolHit]]:
    """Return the code of a definition below its place, then the other definitions of its name as far as they fit, and
    these.
    """
    cut = f"\n(cut at max_tokens; go on with read_file from line {last_line(text) + 1})" if text.truncated else ""
    body = f"{head}\n{code(text.text)}{cut}"
    notes = index_notes(status)
    so_far = byte_length(body) + size_of(notes)
    same = within([f"also {symbol_line(other, places)}" for other in others], room, so_far, least=0)
    how = "raise max_tokens, or give the path of one"
    left = left_out(len(others) - len(same), "definitions of this name", how)
    return "\n".join([body, *same, *left, *notes]), others[: len(same)]


def last_line(text: FileText) -> int:
    """Return the last whole line of a stretch of a file, counted from 1."""
    start, end = text.span.start_line + 1, text.span.end_line + 1
    return end - 1 if text.span.end_column == 0 and end > start else end


def outline_text(path: Path, answer: FileSymbols, places: Places, room: int) -> tuple[str, FileSymbols]:
    """Return a line for each definition of a file, indented by its depth: lines, kind, name; and the answer with these
    alone.

    Variables inside a function are left out. Where not all lines fit, the deepest go first, unless hardly any would be
    left: then as many as fit.
    """
    worth = _worth_showing(answer.symbols)
    shown = [(symbol.container.count(".") + bool(symbol.container), symbol) for symbol in worth]
    head, state = f"{places.shown(path)}:", index_notes(answer.status)
    room -= size_of(state)
    for deepest in sorted({depth for depth, _ in shown}, reverse=True)[:-1]:
        outer = [(depth, symbol) for depth, symbol in shown if depth < deepest]
        if byte_length(head) + _length(shown) < room or _length(outer) < room // 2:
            break
        shown = outer
    lines = [*map(_outline_line, shown)]
    inside = len(answer.symbols) - len(worth)
    notes = [f"(variables inside of functions are not shown: {inside})"] if inside else []
    notes += left_out(len(worth) - len(shown), "inner definitions")
    fitting = within(lines, room, sum(map(byte_length, [head, *notes])))
    notes += [*left_out(len(lines) - len(fitting), "definitions"), *state]
    symbols = tuple(symbol for _, symbol in shown[: len(fitting)])
    return joined([head, *fitting] if fitting else [], notes), replace(answer, symbols=symbols)


def _length(entries: Sequence[tuple[int, Symbol]]) -> int:
    return sum(byte_length(_outline_line(entry)) + 1 for entry in entries)


def _worth_showing(symbols: Sequence[Symbol]) -> list[Symbol]:
    scopes = {
        qualified(symbol.container, symbol.name)
        for symbol in symbols
        if symbol.kind in (SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor)
    }
    return [symbol for symbol in symbols if symbol.kind not in _INNER or symbol.container not in scopes]


def _outline_line(entry: tuple[int, Symbol]) -> str:
    depth, symbol = entry
    return f"{'  ' * depth}{numbers(symbol.span)} {symbol.kind.name} {definition_name('', symbol.name)}"


def calls_text(answer: CallAnswer, relation: Relation, places: Places, room: int) -> tuple[str, CallAnswer]:
    """Return the definition that was asked for, then a line for each definition at the other end with the lines that
    call below it, as far as they fit, and the answer with these alone.

    Where not all lines fit, the first few of each are shown, so that one with many hides no other.
    """
    definition = answer.definition
    assert definition is not None
    head = f"{'calls made by' if relation is Relation.CALLEE else 'callers of'} {symbol_line(definition, places)}"
    others = [f"also called so: {symbol_line(other, places)}" for other in answer.others]
    notes = within(others[:_MOST_OTHERS], room // 4, least=0)
    if len(others) > len(notes):
        notes.append(f"and {len(others) - len(notes)} more of this name; calls are told by name, so narrow with path")
    above, state = "\n".join([head, *notes, "", ""]), index_notes(answer.status)
    so_far = byte_length(above) + size_of(state)
    lines = [(call, line) for call in answer.calls for line in _call_lines(call, places)]
    if so_far + sum(byte_length(line) + 1 for _, line in lines) > room:
        lines = [(call, line) for call in answer.calls for line in _call_lines(call, places, _FEW_SITES)]
    fitting = within([line for _, line in lines], room, so_far)
    shown = _shown_calls([call for call, _ in lines[: len(fitting)]])
    lines_left = sum(len(call.sites) for call in answer.calls) - sum(len(call.sites) for call in shown)
    left = left_out(lines_left, "lines", is_cut=answer.is_cut)
    more = ["(there are more: raise limit)"] if answer.is_cut and not left else []
    if not answer.calls and relation is Relation.CALLER:
        name = definition_name("", definition.symbol.name)
        more.append(f"(code may name it without a call: search for `who uses {name}`)")
    cut = replace(answer, calls=tuple(shown), is_cut=answer.is_cut or bool(left))
    return above + joined(fitting, [*left, *more, *state]), cut


def _shown_calls(calls: Sequence[Call]) -> list[Call]:
    """Return the calls with shown lines, each as often as it has lines, with the sites among these."""
    counts = Counter(map(id, calls))
    return [
        replace(call, sites=call.sites[: counts[id(call)] - 1]) for call in {id(one): one for one in calls}.values()
    ]


def _call_lines(call: Call, places: Places, most: int | None = None) -> list[str]:
    name = definition_name(call.container, call.name) if call.name else "(outside of any definition)"
    several = f"  (the likeliest of {call.definitions} of this name)" if call.definitions > 1 else ""
    sites = [
        f"    {f'{places.shown(site.path)}:' if site.path else ''}{site.line + 1}: {site.text}"
        for site in call.sites[:most]
    ]
    few = f"  ({len(sites)} of {len(call.sites)} lines)" if len(sites) < len(call.sites) else ""
    return [f"{place(places, call.place.path, call.place.span)}  {name}{several}{few}", *sites]
