"""Questions where one more of a kind goes: "how do I add a new rule", "add another language".

They are led by the files that earlier commits changed which added one, at the line that names the one added last, and
by the newest of the files that these commits added; a note tells the commits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from lsp_codebase.indexes import History
from lsp_codebase.model import SearchQuery
from lsp_codebase.scan import path_roles
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.history.additions import Additions, additions_of
from lsp_codebase.search.history.lineage import Lineage, told
from lsp_codebase.search.intents.names.additions import asked_addition
from lsp_codebase.search.intents.pieces import piece_at
from lsp_codebase.search.intents.places.named_folder import Narrowed
from lsp_codebase.search.pack import Piece, falling

_MOST_PLACES = 6
_MOST_TOLD = 3  # commits
_MOST_NAMES = 20  # of things added last
_SHORTEST_NAME = 3
_TO_THE_WHOLE = re.compile(r"(?:\s+(?:in|to)\s+(?:the|this)\s+\w+|\s+here)?\W*")
"""Behind the thing. More says which one is meant, "a header to requests": that may be done without new code."""
_OF_ANYTHING = frozenset({"docs", "test"})
Lines = Callable[[str], Sequence[str]]


def led_by_additions(
    corpus: Corpus, query: SearchQuery, filters: Filter, lineage_now: Callable[[], Lineage]
) -> Narrowed | None:
    """Return a query for where one more of a kind goes as led by the places that earlier commits have in common.

    Raises:
        Cancelled: if asked to stop.
    """
    asked = asked_addition(query.text) if query.is_free and not filters.kinds else None
    if asked is None or not _TO_THE_WHOLE.fullmatch(query.text, asked.end("thing")):
        return None
    lineage = lineage_now()
    history = lineage.state.history
    found = _earlier(history, asked["thing"].split()) if history else None
    pieces = falling([*islice(_pieces(corpus, filters, lineage.lines, found), _MOST_PLACES)], 1.0) if found else []
    if not (history and found and pieces):
        return None
    commits = [lineage.shown(history, one.row) for one in found.commits[:_MOST_TOLD]]
    told_of = f"{len(found.commits)} earlier commits added one: {told(commits)}"
    changed, beside = (_counted(corpus, places) for places in (found.changed, found.beside))
    parts = (
        told_of,
        changed and f"changed by most: {changed}",
        beside and f"new files like: {beside}",
        *lineage.doubts,
    )
    return Narrowed(query, filters, "; ".join(filter(None, parts)), pieces, leads=True)


def _earlier(history: History, thing: Sequence[str]) -> Additions | None:
    """Return the additions of a thing, else those of what its last word alone names."""
    return additions_of(history, thing) or (additions_of(history, thing[-1:]) if len(thing) > 1 else None)


def _counted(corpus: Corpus, places: Sequence[tuple[str, int]]) -> str:
    known = (place for place in places if corpus.file(place[0]))
    return ", ".join(f"{path} ({count})" for path, count in islice(known, _MOST_PLACES))


def _pieces(corpus: Corpus, filters: Filter, lines: Lines, found: Additions) -> Iterator[Piece]:
    """Yield the places, those of most commits first: of each file the line that names the addition made last."""
    names = [name for one in found.commits for name in one.names if len(name) >= _SHORTEST_NAME][:_MOST_NAMES]
    latest = {path for path, _ in found.beside}
    counts = dict(sorted((*found.beside, *found.changed), key=lambda place: -place[1]))
    records = [
        record for path in counts if (record := corpus.file(path)) and filters.accepts_file(path, record.language)
    ]
    # Tests, documents and lists of changes belong to additions of anything: the note tells of them.
    telling = [record for record in records if _OF_ANYTHING.isdisjoint(path_roles(record.path))]
    for record in telling or records:
        line = None if record.path in latest else _line_naming(lines(record.path), names)
        if piece := piece_at(corpus, record, line, 1.0, "history"):
            yield piece


def _line_naming(lines: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the first line that holds the first of some names that any line holds, as a word in any case."""
    text = "\n".join(lines)
    named = (re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text, re.IGNORECASE) for name in names)
    found = next(filter(None, named), None)
    return text.count("\n", 0, found.start()) if found else None
