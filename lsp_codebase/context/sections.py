"""A hit as a section of a Markdown document: its code, related code, callees and callers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.model import Hit, Related, Relation, byte_length, qualified, spoken_kind
from lsp_codebase.tree import shown, ticks_around

PathOf = Callable[[Path], str]
"""Returns a path as the reader is to see it."""

_GAP = "⋯"
_LEAST_CODE = 200  # bytes: less of a hit tells nothing


class Section(NamedTuple):
    """The text of a section, "" if nothing fits; `is_cut`: lines of the code are left out."""

    text: str
    is_cut: bool = False


def section(hit: Hit, left: int, path_of: PathOf) -> Section:
    """Return the section of a hit: in whole, else without related code, else cut at a line."""
    given = hit.text or ""
    rows = given.rstrip("\n").split("\n")
    if rows == [""]:
        return Section("")
    if given.count("\n") < hit.span.last_line - hit.span.start_line and byte_length(given) < _LEAST_CODE:
        return Section("", is_cut=True)  # the search had no room for more of it
    text = "\n".join(rows)
    head = _head(hit, 0, len(rows), path_of)
    whole = head + fenced(_with_context(hit, text), hit.language) + _relations(hit, path_of)
    if byte_length(whole) <= left:
        return Section(whole)
    alone = head + fenced(text, hit.language)
    if byte_length(alone) <= left:
        return Section(alone)
    first, end = _rows_that_fit(rows, hit, left - byte_length(head + fenced(f"{_GAP}\n{_GAP}\n", hit.language)))
    kept = "\n".join([*([_GAP] if first else []), *rows[first:end], *([_GAP] if end < len(rows) else [])])
    if byte_length(kept) < _LEAST_CODE:
        return Section("", is_cut=True)
    return Section(_head(hit, first, end, path_of) + fenced(kept, hit.language), is_cut=True)


def place_name(hit: Hit, path_of: PathOf) -> str:
    """Return where a hit is: its path and lines, from 1."""
    return f"{shown(path_of(hit.path))}:{hit.span.start_line + 1}-{hit.span.last_line + 1}"


def fenced(code: str, language: str) -> str:
    """Return a block of code, in a fence longer than any in it."""
    fence = ticks_around(code, 3)
    return f"{fence}{language}\n{code}\n{fence}\n"


def _in_line(hit: Hit | Related) -> str:
    """Return the name of a definition as code in a line, whatever it holds."""
    name = shown(qualified(hit.container, hit.name))
    ticks, gap = ticks_around(name, 1), " " if "`" in name else ""
    return f"{ticks}{gap}{name}{gap}{ticks}"


def _rows_that_fit(rows: Sequence[str], hit: Hit, room: int) -> tuple[int, int]:
    """Return the rows of a hit that fit: from the definition it is named after downwards, then upwards."""
    named = hit.name_span.start_line - hit.span.start_line if hit.name_span else 0
    first = end = named if 0 <= named < len(rows) else 0
    while end < len(rows) and (taken := byte_length(rows[end]) + 1) <= room:
        room -= taken
        end += 1
    while first and end > first and (taken := byte_length(rows[first - 1]) + 1) <= room:
        room -= taken
        first -= 1
    return first, end


def _head(hit: Hit, first: int, end: int, path_of: PathOf) -> str:
    """Return the line above some rows of a hit: its path, their lines, its definition."""
    name = f" {_in_line(hit)}" if hit.name else ""
    kind = f" {spoken_kind(hit)}" if spoken_kind(hit) else ""
    start = hit.span.start_line + 1
    return f"\n## {shown(path_of(hit.path))}:{start + first}-{start + end - 1}{name}{kind}\n\n"


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


def _relations(hit: Hit, path_of: PathOf) -> str:
    """Return the lines that name the callees and callers of a hit."""
    lines = ""
    for relation, label in ((Relation.CALLEE, "Calls"), (Relation.CALLER, "Called by")):
        named = [
            f"{_in_line(one)} {shown(path_of(one.place.path))}:{one.place.span.start_line + 1}"
            for one in hit.related
            if one.relation is relation
        ]
        lines += f"\n{label} {', '.join(named)}.\n" if named else ""
    copies = [f"{shown(path_of(copy.path))}:{copy.span.start_line + 1}" for copy in hit.copies]
    return lines + (f"\nThe same code: {', '.join(copies)}.\n" if copies else "")
