"""`symbols` and `callers`: definitions by name, and the lines that call them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from lsp_codebase.answers import Answers
from lsp_codebase.cli import wire_json
from lsp_codebase.cli.hits_text import Layout, grep_lines, page, qualified
from lsp_codebase.cli.lines import LONGEST_LINE
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.paint import Paint, page_width, wants_colour
from lsp_codebase.cli.places import Places
from lsp_codebase.cli.told import tell, tell_of_index, tell_of_more
from lsp_codebase.model import CancelToken, SymbolAnswer, SymbolHit, bounds
from lsp_codebase.tree import shown

_DONE, _NOTHING = 0, 1
_SYMBOLS = 20


def symbols(options: argparse.Namespace) -> int:
    """List the definitions whose names match."""
    limit = _SYMBOLS if options.limit is None else options.limit or bounds.SYMBOLS.most
    limit = bounds.SYMBOLS.most if options.all else limit
    bounds.SYMBOLS.check("limit", limit)  # before there is an index, too
    places = places_of(options)
    with opened(options, places.root) as answers:
        answer = answers.symbols(options.pattern, CancelToken(), limit=limit)
    if options.json:
        for hit in answer.hits:
            wire_json.print_json(wire_json.symbol(hit))
        wire_json.print_json(wire_json.symbols_end(answer))
    else:
        paint = Paint(is_on=wants_colour(options.color, sys.stdout))
        for line in _symbol_lines(answer.hits, places, paint):
            print(line)
    if not answer.hits:
        tell(f"nothing found for {options.pattern!r}")
    tell_of_index(answer.status)
    tell_of_more(limit, is_cut=answer.is_cut)
    return _DONE if answer.hits else _NOTHING


def _symbol_lines(hits: Sequence[SymbolHit], places: Places, paint: Paint) -> list[str]:
    """Return `path:line:col: kind name`, as a list to jump from; on a terminal in columns would be cut."""
    lines = []
    for hit in hits:
        symbol = hit.symbol
        place = f"{paint('path', shown(places.relative(hit.path)))}:"
        place += f"{paint('number', str(symbol.name_span.start_line + 1))}:{symbol.name_span.start_column + 1}:"
        container = paint("dim", shown(symbol.container) + ".") if symbol.container else ""
        lines.append(f"{place} {symbol.kind.name.lower()} {container}{paint('name', shown(symbol.name))}")
    return lines
