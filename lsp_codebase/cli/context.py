"""`context`: one document about a question, for a model that sees nothing else, within a budget of tokens."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.hits_text import spoken_kind
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.places import filters_of
from lsp_codebase.cli.told import tell_of_search
from lsp_codebase.model import (
    CancelToken,
    Confidence,
    Effort,
    Hit,
    Pack,
    Place,
    Relation,
    SearchAnswer,
    SearchQuery,
    bounds,
    qualified,
)
from lsp_codebase.tree import shown

_DONE, _NOTHING = 0, 1
_BYTES_PER_TOKEN = 4  # an estimate, as for trees
_TOKENS = bounds.Bounds(100, 50_000)
_MOST_HITS = 50
_ROOM_FOR_NAMES = 200  # bytes
_FEWEST_HITS = 3  # that a document has, if there are as many
_GAP = "⋯"
_LEAST_CODE = 200  # bytes: of less than that of a hit nothing is learnt


def context(options: argparse.Namespace) -> int:
    """Print what a reader of the answer needs: the code, what it uses, what calls it."""
    _TOKENS.check("--max-tokens", options.max_tokens)
    places = places_of(options, *options.paths)
    budget = options.max_tokens * _BYTES_PER_TOKEN
    query = SearchQuery(
        options.query,
        limit=_MOST_HITS,
        pack=Pack.CONTEXT,
        effort=Effort.THOROUGH,
        max_chars=budget if options.json else min(_FEWEST_HITS * budget, bounds.HIT_CHARS.most),
        **filters_of(options, places),
    )
    with opened(options, places.root) as answers:
        found = answers.search(query, CancelToken())
    if options.json:
        for hit in found.hits:
            wire_json.print_json(wire_json.hit(hit))
        wire_json.print_json(wire_json.search_end(found))
    elif found.hits:
        print(document(found, options.query, budget, lambda hit: places.relative(hit.path)), end="")
    tell_of_search(found, options.query)
    return _NOTHING if found.confidence is Confidence.NONE or not found.hits else _DONE


def document(found: SearchAnswer, query: str, budget: int, path_of: Callable[[Hit | Place], str]) -> str:
    """Return Markdown of at most so many bytes: a section for each hit that fits, then the places of those left out."""
    text = f"# Code for: {' '.join(query.split())}\n"
    if found.confidence is Confidence.NONE:
        text += "\nNothing matches well; this is only the nearest.\n"
    left = budget - _size(text) - _ROOM_FOR_NAMES
    most = budget // _FEWEST_HITS if len(found.hits) > 1 else left  # one long definition is not all that was asked for
    rest: list[str] = []
    for hit in found.hits:
        section = _section(hit, min(left, most), path_of)
        if section:
            text += section
            left -= _size(section)
        else:
            rest.append(f"{shown(path_of(hit))}:{hit.span.start_line + 1}-{hit.span.last_line + 1}")
    return text + _left_out(rest, left + _ROOM_FOR_NAMES)


def _left_out(places: Sequence[str], room: int) -> str:
    """Return the sentence that names hits for which there was no room, the best of them where it cannot name all."""
    named = [*places]
    while named:
        others = f" and {len(places) - len(named)} more" if len(named) < len(places) else ""
        sentence = f"\nLeft out for want of room: {', '.join(named)}{others}.\n"
        if _size(sentence) <= room:
            return sentence
        named.pop()
    return ""


def _section(hit: Hit, left: int, path_of: Callable[[Hit | Place], str]) -> str:
    """Return the section of a hit: in whole, else without what goes with it, else cut at a line; "" if none fits."""
    rows = (hit.text or "").rstrip("\n").split("\n")
    if rows == [""]:
        return ""
    text = "\n".join(rows)
    head = _head(hit, 0, len(rows), path_of)
    whole = head + _fenced(_with_context(hit, text), hit.language) + _relations(hit, path_of)
    if _size(whole) <= left:
        return whole
    alone = head + _fenced(text, hit.language)
    if _size(alone) <= left:
        return alone
    first, end = _rows_that_fit(rows, hit, left - _size(head + _fenced(f"{_GAP}\n{_GAP}\n", hit.language)))
    kept = "\n".join([*([_GAP] if first else []), *rows[first:end], *([_GAP] if end < len(rows) else [])])
    if _size(kept) < _LEAST_CODE:
        return ""
    return _head(hit, first, end, path_of) + _fenced(kept, hit.language)


def _rows_that_fit(rows: Sequence[str], hit: Hit, room: int) -> tuple[int, int]:
    """Return the rows of a hit that fit: from the definition it is named after downwards, then upwards."""
    named = hit.name_span.start_line - hit.span.start_line if hit.name_span else 0
    first = end = named if 0 <= named < len(rows) else 0
    while end < len(rows) and (size := _size(rows[end]) + 1) <= room:
        room -= size
        end += 1
    while first and end > first and (size := _size(rows[first - 1]) + 1) <= room:
        room -= size
        first -= 1
    return first, end


def _head(hit: Hit, first: int, end: int, path_of: Callable[[Hit | Place], str]) -> str:
    """Return the line above some rows of a hit: its path, their lines, its definition."""
    name = f" `{qualified(hit.container, hit.name)}`" if hit.name else ""
    kind = f" {spoken_kind(hit)}" if spoken_kind(hit) else ""
    start = hit.span.start_line + 1
    return f"\n## {shown(path_of(hit))}:{start + first}-{start + end - 1}{name}{kind}\n\n"


def _with_context(hit: Hit, text: str) -> str:
    """Return the text of a hit among the lines that go with it, in the order of the file, with a mark at each gap."""
    pieces = [(piece.span.start_line, piece.text.rstrip("\n")) for piece in hit.context]
    parts, end = [], None
    for start, part in sorted([*pieces, (hit.span.start_line, text)]):
        if end is not None and start > end:
            parts.append(_GAP)
        parts.append(part)
        end = start + part.count("\n") + 1
    return "\n".join(parts)


def _relations(hit: Hit, path_of: Callable[[Hit | Place], str]) -> str:
    """Return the lines that name what a hit calls and what calls it."""
    lines = ""
    for relation, label in ((Relation.CALLEE, "Calls"), (Relation.CALLER, "Called by")):
        named = [
            f"`{qualified(one.container, one.name)}` {shown(path_of(one.place))}:{one.place.span.start_line + 1}"
            for one in hit.related
            if one.relation is relation
        ]
        lines += f"\n{label} {', '.join(named)}.\n" if named else ""
    copies = [f"{shown(path_of(copy))}:{copy.span.start_line + 1}" for copy in hit.copies]
    return lines + (f"\nThe same code: {', '.join(copies)}.\n" if copies else "")


def _fenced(code: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
