"""Commits named in a query: `commit 3f2a1bc` or `PR #34` leads to the files that they changed.

The messages say what comes first there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from lsp_codebase import globs
from lsp_codebase.indexes import History
from lsp_codebase.model import Mode, SearchQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.history.lineage import Lineage, told
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.places.named_folder import Narrowed
from lsp_codebase.search.pack import falling

_MOST_COMMITS = 5  # that say one number, the newest
_MOST_COUNTED = 10  # of a number of commits, or a time
_LEAST_SCORE = 0.05  # of a file that nothing in the message tells of

_ASIDE = "merges, and commits of very many files, are left out"

_NUMBER = re.compile(r"(?:#|!|\bgh-)(\d{1,7})\b", re.IGNORECASE)

_ASKED = (
    r"(?:(?:explain|show(?:\s+me)?|what\s+(?:did|does|is|was)|(?:which|what)\s+(?:change|commit))\s+)?(?:the\s+)?"
    r"(?:(?:close[ds]?|fix(?:e[ds])?|resolve[ds]?|(?:changes|code|diff|fix|fixes)\s+(?:for|from|in|of))\s+)?(?:the\s+)?"
)
_THREAD = r"(?:bug|issue|merge\s+request|mr|pr|pull\s+request|ticket)"
_DONE = r"(?:\s+(?:about|change|do|fix))?"
_ID = r"[`'\"]?(?P<id>[0-9a-f]{7,40})[`'\"]?"
_NEWEST = r"(?:last|latest|most\s+recent|newest|recent)"
_WHEN = (
    r"(?:(?:since\s+)?(?P<day>today|yesterday)"
    r"|(?:(?:during|in|over|since|within)\s+)?(?:the\s+)?(?:last|past|this)\s+"
    r"(?:(?P<number_of>\d{1,3})\s+)?(?P<unit>day|hour|month|week|year)s?"
    r"|in\s+the\s+last\s+(?P<last>\d{1,2})\s+commits)"
)
_DAY_S = 24 * 3600
_UNITS_S = {"hour": 3_600, "day": _DAY_S, "week": 7 * _DAY_S, "month": 31 * _DAY_S, "year": 366 * _DAY_S}
_framed = reader(
    rf"{_ASKED}(?:(?:commit|revision)\s+)?{_ID}{_DONE}",
    rf"what\s+(?:changed|has\s+changed)\s+in\s+(?:(?:commit|revision)\s+)?{_ID}",
    r"https?://\S+/commits?/(?P<id>[0-9a-f]{7,40})(?:[?#]\S*)?",
    rf"{_ASKED}(?:{_THREAD}\s*)?(?:#|!|gh-)(?P<number>\d{{1,7}}){_DONE}",
    rf"{_ASKED}{_THREAD}\s+(?P<number>\d{{1,7}}){_DONE}",
    rf"{_ASKED}(?:{_NEWEST}\s+(?P<one>commit|change)|commit\s+(?-i:HEAD)|(?:commit\s+)?(?-i:HEAD)[~^](?P<back>\d{{0,3}})){_DONE}",
    rf"{_ASKED}(?:{_NEWEST}\s+)(?:(?P<count>\d{{1,2}}|couple\s+of|few)\s+)?(?P<several>changes|commits){_DONE}",
    rf"what(?:'s|\s+(?:has|is|was|were))?\s+(?:been\s+)?(?:changed|committed|done|happened|merged|new)\s+{_WHEN}",
    rf"{_ASKED}(?:changes|commits)\s+(?:made\s+)?(?:from\s+|of\s+)?{_WHEN}",
    r"what(?:'s|\s+(?:has|was))?\s+(?:changed\s+(?P<several>recently|lately)|changed\s+in\s+the\s+last\s+(?P<one>commit))",
    r"https?://\S+/(?:issues|merge_requests|pull|pulls)/(?P<number>\d{1,7})(?:[/?#]\S*)?",
)


def narrowed_to_commits(
    corpus: Corpus, query: SearchQuery, filters: Filter, lineage_now: Callable[[], Lineage]
) -> Narrowed | None:
    """Return a query that names commits as one for their messages in the files that they changed, if any is known.

    Nothing is narrowed where only commits of very many files are meant: these say nothing of any of them.

    Raises:
        Cancelled: if asked to stop.
    """
    asked = _framed(query.text) if query.is_free else None
    lineage = lineage_now() if asked else None
    history = lineage.state.history if lineage else None
    if asked is None or lineage is None or history is None:
        return None
    named = asked.groupdict()
    meant = [*_meant(history, named)]
    if not meant and len(history) and (named.get("day") or named.get("unit")):
        newest = told([lineage.shown(history, 0)])
        return Narrowed(query, filters, f"no commit came in that time; the newest: {newest}", is_whole=True)
    most = _MOST_COUNTED if any(map(named.get, ("count", "day", "last", "unit"))) else _MOST_COMMITS
    commits = [*islice((commit for commit in meant if history.widths[commit]), most)]
    paths = dict.fromkeys(path for commit in commits for path in history.paths_of(commit))
    said = " ".join(history.messages[commit].partition("\n")[0] for commit in commits)
    if not paths or not said.strip():
        return None
    include = (*filters.include, globs.compiled(tuple(map(globs.path_glob, paths))))
    shown = told(lineage.shown(history, commit) for commit in commits)
    note = f"only in the files that these changed, in the order of what their messages say: {shown}"
    is_counted = not any(map(named.get, ("id", "number", "day", "unit")))
    aside = [_ASIDE] if is_counted and not history.widths[: commits[-1]].all() else []
    note = "; ".join((note, *aside, *lineage.doubts))
    changed = (record for path in paths if filters.accepts_path(path) and (record := corpus.file(path)) is not None)
    others = falling(heads(corpus, changed), _LEAST_SCORE)
    query = replace(query, text=said, mode=Mode.HYBRID)
    return Narrowed(query, replace(filters, include=include), note, [] if filters.kinds else others, is_sure=True)


def _meant(history: History, named: Mapping[str, str | None]) -> Iterator[int]:
    """Yield the commits that the groups of a frame name, the newest first."""
    if (written := named.get("id")) is not None:
        return (commit for commit, one in enumerate(history.ids) if one.startswith(written.lower()))
    if (number := named.get("number")) is not None:
        return (commit for commit, said in enumerate(history.messages) if number in _NUMBER.findall(said))
    if (unit := named.get("day") or named.get("unit")) is not None:
        days = {"today": _DAY_S, "yesterday": 2 * _DAY_S}
        ago = days.get(unit.lower()) or int(named.get("number_of") or 1) * _UNITS_S[unit.lower()]
        return iter((history.times >= time.time() - ago).nonzero()[0].tolist())
    if (last := named.get("last") or named.get("count")) is not None and last.isdecimal():
        return islice(_telling(history), int(last))
    if named.get("several") is not None:
        return _telling(history)
    back = named.get("back")
    return islice(_telling(history, 0 if back is None else int(back or 1)), 1)


def _telling(history: History, first: int = 0) -> Iterator[int]:
    """Yield the commits from one on that tell of files: a merge names none, nor does a commit of very many."""
    return (commit for commit in range(first, len(history)) if history.widths[commit])
