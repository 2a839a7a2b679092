"""The document about chosen places: lines, definitions, files and directories."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.context.page import FEWEST_HITS, ContextPage, Page
from lsp_codebase.context.reading import Reader, called_by
from lsp_codebase.context.sections import PathOf, fenced, place_name
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, EntryKind, FilesQuery, Hit, Span, TreeQuery, bounds, byte_length
from lsp_codebase.tree import shown

_MOST_FILES = 200  # of a directory
_OUTLINE = 4  # an outline takes a quarter of the room


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """A directory or a file; with `span` those lines of it, with an empty one the definition around it.

    Within `naming` an error gets the name of the field that chose the place.
    """

    path: Path
    span: Span | None = None
    naming: Callable[[], AbstractContextManager[None]] = nullcontext


def of_places(
    answers: Answers, places: Sequence[ChosenPlace], max_tokens: int, path_of: PathOf, cancel: CancelToken
) -> ContextPage:
    """Return Markdown of at most so many tokens: the places in their order, then their callees, while there is room.

    Raises:
        InvalidQuery, UnknownRoot, Cancelled: the first also for a file that is missing, no text, or never read.
    """
    reader = Reader(answers, cancel)
    read = [_read(reader, place) for place in places]
    names = [_name(place, hit, path_of) for place, hit in zip(places, read, strict=True)]
    page = Page(f"Code of: {', '.join(names)}", max_tokens * bounds.BYTES_PER_TOKEN, path_of)
    most = page.left // FEWEST_HITS if len(places) > 1 else page.left
    for place, hit in zip(places, read, strict=True):
        if hit is None:
            with place.naming():
                _write_directory(page, place.path, reader, path_of)
        else:
            _write_file(page, hit, most, reader, path_of)
    for callee in called_by([hit for hit in read if hit is not None]):
        with suppress(InvalidQuery):
            page.add_if_whole(reader.lines(callee.path, callee.span))
    return page.finished()


def _read(reader: Reader, place: ChosenPlace) -> Hit | None:
    """Return a place as a hit, None for a directory."""
    if reader.answers.kind_of(place.path) is EntryKind.DIRECTORY:
        return None
    with place.naming():
        return reader.file(place.path) if place.span is None else reader.lines(place.path, place.span)


def _name(place: ChosenPlace, hit: Hit | None, path_of: PathOf) -> str:
    if hit is None:
        return f"{shown(path_of(place.path))}/"
    return shown(path_of(hit.path)) if place.span is None else place_name(hit, path_of)


def _write_file(page: Page, hit: Hit, most: int, reader: Reader, path_of: PathOf) -> None:
    """Write a file or some lines; for a file that is too long its outline, and the beginning."""
    room = min(most, page.left)
    if byte_length(hit.text or "") > room and hit.name is None:
        outline = _first_lines(reader.outline(hit), room // _OUTLINE)
        if outline:
            section = f"\n## {shown(path_of(hit.path))} outline\n\n{fenced(outline, '')}"
            page.write(section, places=0)
            room -= byte_length(section)
    page.add(hit, room)


def _write_directory(page: Page, path: Path, reader: Reader, path_of: PathOf) -> None:
    """Write the tree of a directory, then its files in their order."""
    budget = max(1, page.left // _OUTLINE // bounds.BYTES_PER_TOKEN)
    tree = reader.answers.tree(path, TreeQuery(symbols=True, max_tokens=budget), reader.cancel)
    _, _, below = (tree.text or "").partition("\n")  # the first line is the path on this machine
    drawn = f"\n{fenced(below.rstrip(), '')}" if below.strip() else ""  # there may be no room for a line
    page.write(f"\n## {shown(path_of(path))}/\n{drawn}", places=0, is_cut=tree.truncated)
    most = page.left // FEWEST_HITS
    files = reader.answers.list_files(path, FilesQuery(_MOST_FILES), reader.cancel)
    for file in files.paths:
        reader.cancel.check()
        with suppress(InvalidQuery):  # binary, too large, or never read: the tree names it
            page.add(reader.file(file, max(1, page.left)), most)


def _first_lines(text: str, room: int) -> str:
    lines = text.split("\n")
    while lines and byte_length("\n".join(lines)) > room:
        lines = lines[: len(lines) // 2]
    return "\n".join(lines)
