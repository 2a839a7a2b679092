"""`search` and `similar`: ask, page by page, and print the hits in one of five forms."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.cli import wire_json
from lsp_codebase.cli.early_hits import EarlyHits
from lsp_codebase.cli.exit_codes import DONE, NOTHING
from lsp_codebase.cli.hit_lines import is_literal
from lsp_codebase.cli.hits_text import Layout, grep_context, grep_lines, page
from lsp_codebase.cli.notices import tell, tell_of_more, tell_of_search
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.paint import Paint, is_page, page_width, paint_of
from lsp_codebase.cli.places import Places, check_lines, filters_of, names_place
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import (
    END_OF_LINE,
    CancelToken,
    Confidence,
    Effort,
    Hit,
    Mode,
    Pack,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    bounds,
)
from lsp_codebase.tree import shown

EVERYTHING = 1_000_000
_HITS = 10


def search(options: argparse.Namespace) -> int:
    """Answer a query."""
    _check_forms(options)
    places = places_of(options, *options.paths)
    query = _query(options, places)
    wanted = _wanted(options)
    foretaste = EarlyHits(query, Layout(places, Paint(is_on=False)))
    with opened(options, places.root, foretaste=foretaste) as answers:
        printer = _Printer(options, answers, places)
        pages = _pages(answers, query, wanted, is_counted=options.files or options.count)
        found = printer.print_pages(pages, query.text)
    tell_of_more(max(len(found.hits), 1), is_cut=found.next_cursor is not None)
    return NOTHING if found.confidence is Confidence.NONE or not found.hits else DONE


def similar(options: argparse.Namespace) -> int:
    """Find code like some lines of a file."""
    _check_forms(options)
    name, first, last = (options.place, None, None) if os.path.isfile(options.place) else names_place(options.place)
    if first is None or last is None:
        raise InvalidQuery("FILE:LINE", f"{options.place} names no line; write {name}:LINE or {name}:FIRST-LAST")
    check_lines(first, last)
    bounds.HITS.check("-n", options.limit)
    places = places_of(options, Path(name))
    path = places.typed(Path(name), "FILE:LINE")
    # one line alone means the definition around it, for which an empty span asks
    span = Span(first - 1, 0, last - 1, 0 if first == last else END_OF_LINE)
    with opened(options, places.root) as answers:
        printer = _Printer(options, answers, places)
        answer = answers.similar(SimilarQuery(path, span, options.limit), CancelToken())
        found = printer.print_pages(iter([answer]), options.place)
    if len(found.hits) == options.limit < bounds.HITS.most:
        tell(f"there may be more: -n {min(2 * options.limit, bounds.HITS.most)}")
    return DONE if found.hits else NOTHING


def _check_forms(options: argparse.Namespace) -> None:
    """Refuse options of output that make no sense together."""
    given = {"--json": options.json, "-l": options.files, "-c": options.count, "--vimgrep": options.vimgrep}
    first, *others = [*(form for form, is_given in given.items() if is_given), ""]
    if len(others) > 1:
        raise InvalidQuery(others[0], f"goes without {first}; give one of the two")
    if options.null and not options.files:
        raise InvalidQuery("-0", "goes with -l, which prints paths")
    if options.max_chars is not None and not (options.json or options.text):
        raise InvalidQuery("--max-chars", "goes with --text or --json, which print texts")


def _query(options: argparse.Namespace, places: Places) -> SearchQuery:
    filters = filters_of(options, places)
    return SearchQuery(
        text=options.pattern,
        cursor=options.cursor,
        mode=Mode(options.mode),
        case_sensitive=options.case_sensitive,
        whole_word=options.word_regexp,
        max_chars=options.max_chars,
        pack=Pack.NONE if options.files or options.count else Pack.CHUNK,
        explain=options.explain,
        effort=Effort.THOROUGH if options.thorough else Effort.FAST,
        **filters,
    )


def _wanted(options: argparse.Namespace) -> int | None:
    """Return the wanted number of hits, None if it is not given."""
    if options.all:
        return EVERYTHING
    if options.limit is not None:
        bounds.Bounds(0, EVERYTHING).check("-n", options.limit)
        return options.limit or EVERYTHING
    return None


def _pages(answers: Answers, query: SearchQuery, wanted: int | None, *, is_counted: bool) -> Iterator[SearchAnswer]:
    """Yield the pages of an answer, up to so many hits; without a number, the best ones.

    Literal matches, hits that are only counted, and all of a kind are wanted then.
    """
    left, pack = _HITS if wanted is None else wanted, query.pack
    while True:
        answer = answers.search(replace(query, limit=min(left, bounds.HITS.most)), CancelToken())
        yield replace(answer, truncated=answer.truncated or query.pack is not pack)
        is_whole = answer.total is not None or (is_counted and is_literal(answer.mode))
        left = EVERYTHING if wanted is None and is_whole else left - len(answer.hits)
        if left <= 0 or answer.next_cursor is None:
            return
        query = replace(query, cursor=answer.next_cursor)
        if query.max_chars is not None:
            chars = query.max_chars - sum(len(hit.text or "") for hit in answer.hits)
            query = replace(query, max_chars=chars) if chars > 0 else replace(query, max_chars=None, pack=Pack.NONE)


class _Printer:
    """Prints the hits of an answer in the form that was asked for."""

    def __init__(self, options: argparse.Namespace, answers: Answers, places: Places) -> None:
        self._options = options
        self._answers = answers
        self._layout = Layout(
            places,
            paint_of(options),
            width=sys.maxsize if options.text else page_width(),
            before=options.before if options.before is not None else options.context,
            after=options.after if options.after is not None else options.context,
            is_whole=options.text,
        )

    def print_pages(self, pages: Iterator[SearchAnswer], asked: str) -> SearchAnswer:
        """Print each page as it comes, where the form allows it, and tell of them; return all of them as one."""
        found: SearchAnswer | None = None
        for answer in pages:
            layout = replace(self._layout, is_literal=is_literal(answer.mode))
            if self._is_by_line(layout):
                self._print_now(answer.hits, layout, found.hits if found else ())
            found = _joined(found, answer)
        assert found is not None
        if self._is_by_line(layout):
            if self._options.json:
                wire_json.print_json(wire_json.search_end(found))
            tell_of_search(found, asked)
            return found
        tell_of_search(found, asked)  # above results that are read as a whole
        for line in self._whole(found.hits, layout):
            print(line)
        return found

    def _is_page(self) -> bool:
        options = self._options
        return not (options.vimgrep or options.no_heading) and (options.text or options.explain or is_page(options))

    def _is_by_line(self, layout: Layout) -> bool:
        options = self._options
        if options.json or options.files:
            return True
        return not (options.count or layout.has_context or self._is_page())

    def _print_now(self, hits: Sequence[Hit], layout: Layout, before: Sequence[Hit]) -> None:
        options = self._options
        if options.json:
            for hit in hits:
                wire_json.print_json(wire_json.hit(hit))
        elif options.files:
            known = {hit.path for hit in before}
            for path in dict.fromkeys(hit.path for hit in hits if hit.path not in known):
                name = layout.places.relative(path)
                print(name if options.null else layout.paint("path", shown(name)), end="\0" if options.null else "\n")
        else:
            for line in grep_lines(hits, layout, each_match=options.vimgrep):
                print(line)

    def _whole(self, hits: Sequence[Hit], layout: Layout) -> Iterator[str]:
        if self._options.count:
            for path, count in Counter(hit.path for hit in hits).items():
                yield f"{layout.paint('path', shown(layout.places.relative(path)))}:{count}"
        elif self._is_page():
            yield from page(hits, layout, self._read)
        else:
            yield from grep_context(hits, layout, self._read)

    def _read(self, path: Path, first: int, last: int) -> Sequence[str]:
        text = self._answers.read_file(path, Span.of_lines(first, last), bounds.FILE_CHARS.most).text
        return text.split("\n")[: last - first + 1]


def _joined(before: SearchAnswer | None, answer: SearchAnswer) -> SearchAnswer:
    """Return pages as one answer."""
    if before is None:
        return answer
    return replace(
        answer,
        hits=(*before.hits, *answer.hits),
        truncated=before.truncated or answer.truncated,
        took_ms=before.took_ms + answer.took_ms,
        notes=tuple(dict.fromkeys((*before.notes, *answer.notes))),
    )
