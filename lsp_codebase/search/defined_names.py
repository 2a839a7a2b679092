"""The channel of definitions: what a name means, however it is spelled, found wherever it is defined."""

from __future__ import annotations

from dataclasses import replace

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import CancelToken, bounds
from lsp_codebase.parse import joined, split_identifier, word_parts
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query_form import Understanding
from lsp_codebase.search.repeats import apart
from lsp_codebase.symbols import SymbolContext, find, find_spelled

_LEAST_SYMBOL_SCORE = 0.55
_SURE_SYMBOL_SCORE = 0.9
_SYMBOLS_PER_FILE = 3
_MOST_SYMBOLS = 100
_MOST_LISTED = 1_000
_MOST_JOINED_SYMBOLS = 5
_SYMBOL_LINES = 40


def named(symbols: Snapshot, text: str, active_path: str | None, filters: Filter, cancel: CancelToken) -> list[Piece]:
    """Return the definitions that a name, however spelled, means: sure ones, or the few best guesses."""
    context = replace(_context(filters, active_path), mean_any_case=True)
    found = find(symbols, text.strip(), limit=_MOST_SYMBOLS, context=context, cancel=cancel)
    sure = bool(found) and found[0].score >= _SURE_SYMBOL_SCORE
    taken: dict[str, int] = {}
    pieces: list[Piece] = []
    for match in found:
        if match.score < _LEAST_SYMBOL_SCORE or (sure and match.score < _SURE_SYMBOL_SCORE and len(pieces) >= 5):
            break
        taken[match.path] = taken.get(match.path, 0) + 1
        if taken[match.path] <= _SYMBOLS_PER_FILE:
            pieces.append(_symbol_piece(match, symbols))
    return apart(pieces)


def all_named(
    symbols: Snapshot, pattern: str, active_path: str | None, filters: Filter, cancel: CancelToken
) -> list[Piece]:
    """Return every definition that `workspace/symbol` finds for what was typed, of those the ones that pass.

    Filtered last: names that do not pass still say how well the others must fit, so that a filter adds none.
    """
    found = find(symbols, pattern, limit=bounds.SYMBOLS.most, context=SymbolContext(active_path), cancel=cancel)
    kept = (
        match
        for match in found
        if filters.accepts_file(match.path, match.language)
        and (not filters.kinds or match.symbol.kind in filters.kinds)
    )
    return apart([_symbol_piece(match, symbols) for match in kept], fewest=1)


def telling(symbols: Snapshot, filters: Filter, cancel: CancelToken) -> list[Piece]:
    """Return the definitions that pass, the most telling first: what is meant by filters without words."""
    found = find(symbols, "", limit=_MOST_LISTED, context=_context(filters), cancel=cancel)
    return apart([_symbol_piece(match, symbols) for match in found], fewest=1)


def named_by_all_words(
    symbols: Snapshot, understood: Understanding, filters: Filter, cancel: CancelToken
) -> list[Piece]:
    """Return definitions whose name is all the words of the query: `read config file` -> readConfigFile."""
    wanted = joined(word_parts(understood.meaning))
    letters = wanted[1:]
    found = find_spelled(symbols, letters, limit=_MOST_JOINED_SYMBOLS, context=_context(filters), cancel=cancel)
    meant = [match for match in found if joined(split_identifier(match.symbol.name)) == wanted]
    return apart([_symbol_piece(match, symbols) for match in meant])


def _context(filters: Filter, active_path: str | None = None) -> SymbolContext:
    return filters.narrowed(SymbolContext(active_path))


def _symbol_piece(match: SymbolMatch, symbols: Snapshot) -> Piece:
    """Return the beginning of a definition; a long one ends before the part that would be cut, if that is not early."""
    span = match.symbol.span
    end = span.end_line + 1
    if end - span.start_line > _SYMBOL_LINES:
        end = span.start_line + _SYMBOL_LINES
        inside = (one.symbol.span for one in symbols.in_file(match.path, (end - 1, end)))
        cut = (own.start_line for own in inside if own.end_line >= end and own.start_line > span.start_line)
        end = next((start for start in cut if 2 * (start - span.start_line) >= _SYMBOL_LINES), end)
    return Piece(match.path, match.language, span.start_line, end, match.score, {"symbol": match.score}, match)
