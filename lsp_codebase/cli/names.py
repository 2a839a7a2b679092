"""`symbols`, `callers` and `callees`: definitions by name, and the lines that call them or that they call."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.exit_codes import DONE, NOTHING
from lsp_codebase.cli.find_root import is_there
from lsp_codebase.cli.notices import tell, tell_of_index, tell_of_more
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.paint import Paint, fitted, is_page, page_width, paint_of
from lsp_codebase.cli.places import Places, check_lines, names_place
from lsp_codebase.model import (
    CallAnswer,
    CallQuery,
    CallSite,
    CancelToken,
    Relation,
    Symbol,
    SymbolHit,
    bounds,
    qualified,
)
from lsp_codebase.tree import shown

_SYMBOLS = 20


def symbols(options: argparse.Namespace) -> int:
    """List the definitions whose names match."""
    if options.limit is not None:
        bounds.Bounds(0, bounds.SYMBOLS.most).check("-n", options.limit)  # before there is an index, too
    limit = bounds.SYMBOLS.most if options.all or options.limit == 0 else options.limit or _SYMBOLS
    places = places_of(options)
    with opened(options, places.root) as answers:
        answer = answers.symbols(options.pattern, CancelToken(), limit=limit)
    if options.json:
        for hit in answer.hits:
            wire_json.print_json(wire_json.symbol(hit))
        wire_json.print_json(wire_json.list_end(answer))
    else:
        paint = paint_of(options)
        for hit in answer.hits:
            print(_symbol_line(hit, places, paint))
    for note in answer.notes:
        tell(f"note: {note}")
    if not answer.hits:
        tell(f"nothing found for {options.pattern!r}" if options.pattern else "no definitions are found here")
    tell_of_index(answer.status)
    tell_of_more(limit, is_cut=answer.is_cut)
    return DONE if answer.hits else NOTHING


def calls(options: argparse.Namespace) -> int:
    """Show the callers or the callees of a definition: each with the lines that call."""
    relation = Relation.CALLER if options.command == "callers" else Relation.CALLEE
    bounds.HITS.check("limit", options.limit)
    file, first, last = names_place(options.asked)
    check_lines(first, last)
    if first is None:
        places = places_of(options)
        query = CallQuery(relation, options.asked, limit=options.limit)
    else:
        places = places_of(options, Path(file))
        query = CallQuery(relation, None, places.typed(Path(file), "FILE:LINE"), first - 1, options.limit)
    with opened(options, places.root) as workspace:
        answer = workspace.calls(query, CancelToken())
    if options.json:
        for call in answer.calls:
            wire_json.print_json(wire_json.call(call))
        wire_json.print_json(wire_json.calls_end(answer))
    else:
        paint = paint_of(options)
        lines = _calls_page if is_page(options) else _calls_lines
        for line in lines(answer, places, paint):
            print(line)
    _tell_of_calls(answer, query, options.asked, places)
    if answer.is_cut:
        tell(f"there are more than {options.limit}")
    return DONE if answer.calls else NOTHING


def _tell_of_calls(answer: CallAnswer, query: CallQuery, asked: str, places: Places) -> None:
    if answer.definition is None and query.name is None:
        tell(f"no definition stands around {shown(asked)}")
    elif answer.definition is None and is_there(asked):
        tell(f"nothing is called {asked!r}; of a file name a line, too: {shown(asked)}:LINE")
    elif answer.definition is None:
        tell(f"nothing is called {asked!r}; lsp-codebase symbols finds names that are like it")
    elif not answer.calls:
        label = qualified(answer.definition.symbol.container, answer.definition.symbol.name)
        is_caller = query.relation is Relation.CALLER
        tell(f"nothing calls {label}" if is_caller else f"{label} calls nothing that is defined here")
    if (hit := answer.definition) and asked != hit.symbol.name and _is_of_other(asked, hit.symbol):
        place = f"{shown(places.relative(hit.path))}:{hit.symbol.name_span.start_line + 1}"
        tell(f"note: {asked} is {qualified(hit.symbol.container, hit.symbol.name)}, {place}")
    if answer.others:
        others = [f"{shown(places.relative(one.path))}:{one.symbol.name_span.start_line + 1}" for one in answer.others]
        tell(f"note: others have that name, and calls are told by name: {', '.join(others)}")
    tell_of_index(answer.status)


def _is_of_other(asked: str, symbol: Symbol) -> bool:
    """Whether a name was asked for with another owner than it has: a type has members of its bases."""
    owner = symbol.container.rpartition(".")[2]
    return asked.endswith(symbol.name) and owner not in asked


def _symbol_line(hit: SymbolHit, places: Places, paint: Paint) -> str:
    symbol = hit.symbol
    place = f"{paint('path', shown(places.relative(hit.path)))}{paint('dim', ':')}"
    place += f"{paint('number', str(symbol.name_span.start_line + 1))}{paint('dim', ':')}"
    container = f"{shown(symbol.container)}." if symbol.container else ""
    kind = paint("dim", symbol.kind.spoken)
    name = f"{container}{paint('name', shown(symbol.name))}"
    return f"{place}{symbol.name_span.start_column + 1}{paint('dim', ':')} {kind} {name}"


def _calls_lines(answer: CallAnswer, places: Places, paint: Paint) -> Iterator[str]:
    """Yield `path:line: text` for each line that calls, or for each definition that is called."""
    for call in answer.calls:
        path = paint("path", shown(places.relative(call.place.path))) + paint("dim", ":")
        if call.relation is Relation.CALLER:
            for site in call.sites:
                yield f"{path}{paint('number', str(site.line + 1))}{paint('dim', ':')} {site.text}"
        elif call.name is not None and call.kind is not None:
            number = paint("number", str(call.place.span.start_line + 1)) + paint("dim", ":")
            yield f"{path}{number} {call.kind.spoken} {shown(qualified(call.container, call.name))}"


def _calls_page(answer: CallAnswer, places: Places, paint: Paint) -> Iterator[str]:
    """Yield the definition, then file by file those that call it, or those that it calls, with the lines that call."""
    if answer.definition is None:
        return
    width = page_width()
    yield _symbol_line(answer.definition, places, paint)
    for path, calls in groupby(answer.calls, key=lambda call: call.place.path):
        yield ""
        yield paint("path", shown(places.relative(path)))
        for call in calls:
            if call.name is not None and call.kind is not None:
                label = f"{paint('name', shown(qualified(call.container, call.name)))}"
                yield f"  {label}  {paint('dim', f'{call.kind.spoken}, line {call.place.span.start_line + 1}')}"
            for elsewhere, sites in groupby(call.sites, key=lambda site: site.path):
                if elsewhere:
                    yield f"    {paint('path', shown(places.relative(elsewhere)))}"
                yield from _sites([*sites], width, paint)


def _sites(sites: Sequence[CallSite], width: int, paint: Paint) -> Sequence[str]:
    digits = max(len(str(site.line + 1)) for site in sites)
    texts = [fitted(site.text, (), width - digits - 6)[0] for site in sites]
    numbers = [paint("number", f"{site.line + 1:>{digits}}") for site in sites]
    return [f"    {number}{paint('dim', ':')} {text}" for number, text in zip(numbers, texts, strict=True)]
