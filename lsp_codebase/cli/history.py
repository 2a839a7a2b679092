"""`history`: the commits that touched some lines, a file or a folder, or that fit a query."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.exit_codes import DONE, NOTHING
from lsp_codebase.cli.find_root import is_there
from lsp_codebase.cli.notices import tell, tell_of_index
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.paint import Paint, fitted, is_page, page_width, paint_of
from lsp_codebase.cli.places import Places, check_lines, names_place
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, HistoryAnswer, HistoryQuery, PastCommit, Span
from lsp_codebase.paths import canonical
from lsp_codebase.tree import shown

_FILES_SHOWN = 4
_QUOTES = "; a query of several words goes in quotes"


def history(options: argparse.Namespace) -> int:
    """Print the commits that touched a place or fit words."""
    text, place = _read(options.asked)
    name, first, last = place or (None, None, None)
    check_lines(first, last)
    near = [Path(name)] if name is not None and is_there(name) else []
    places = places_of(options, *near)
    span = None if first is None or last is None else Span.of_lines(first - 1, last - 1)
    gone = Path(name) if name is not None and not near and span is None and _may_be_gone(name) else None
    path = places.typed(Path(name), hint=_QUOTES) if name is not None and gone is None else None
    with opened(options, places.root) as answers:

        def asked(text: str | None, path: Path | None) -> HistoryAnswer:
            return answers.history(HistoryQuery(text, path, span, options.since, options.limit), CancelToken())

        answer = _of_gone(asked, text, gone, places) if gone is not None else asked(text, path)
    if options.json:
        for commit in answer.commits:
            wire_json.print_json(wire_json.past_commit(commit))
        wire_json.print_json(wire_json.list_end(answer))
    else:
        paint, is_wide = paint_of(options), is_page(options)
        for commit in answer.commits:
            for line in _page(commit, places, paint) if is_wide else [_line(commit, paint)]:
                print(line)
    for note in answer.notes:
        tell(f"note: {note}")
    if not answer.commits:
        tell("no commit is found")
    if answer.is_cut:
        tell(f"there are more: -n {2 * options.limit}")
    tell_of_index(answer.status)
    return DONE if answer.commits else NOTHING


def _read(words: list[str]) -> tuple[str | None, tuple[str, int | None, int | None] | None]:
    """Return the typed query and place: a word that may be a path is a place, and the second of two words is one."""
    if len(words) > 2:
        raise InvalidQuery("QUERY", "several words go in quotes")
    if not words:
        return None, None
    last = words[-1]
    place = (last, None, None) if is_there(last) else names_place(last)
    if len(words) == 2:
        return words[0], place
    return (None, place) if is_there(place[0]) or _may_be_gone(last) else (last, None)


def _may_be_gone(word: str) -> bool:
    """Whether a word that names no file here may name one that is no longer there, as `net/gone.py`."""
    return not {"/", os.sep, "."}.isdisjoint(word) and " " not in word


def _of_gone(
    asked: Callable[[str | None, Path | None], HistoryAnswer], text: str | None, path: Path, places: Places
) -> HistoryAnswer:
    """Return the commits that touched a file or folder that is gone; if there are none, those that fit its name."""
    found = canonical(path)
    answer = asked(text, found) if found.is_relative_to(places.root) else None
    if answer is not None and answer.commits:
        return answer
    if text is not None:
        places.typed(path, hint=_QUOTES)  # raises the error that says so
    return asked(str(path), None)


def _line(commit: PastCommit, paint: Paint, width: int = sys.maxsize) -> str:
    subject, _ = fitted(commit.subject, (), width - len(commit.short_id) - len(commit.day) - 2)
    return f"{paint('number', commit.short_id)} {paint('dim', commit.day)} {subject}"


def _page(commit: PastCommit, places: Places, paint: Paint) -> Iterator[str]:
    width = page_width()
    yield _line(commit, paint, width)
    for line in commit.body.split("\n") if commit.body else ():
        yield f"    {fitted(line, (), width - 4)[0]}"
    for path in commit.files[:_FILES_SHOWN]:
        yield f"    {paint('path', shown(places.relative(path)))}"
    if commit.files_total > _FILES_SHOWN:
        yield paint("dim", f"    and {commit.files_total - _FILES_SHOWN} more files")
