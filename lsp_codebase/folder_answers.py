"""The answers of several folders as one answer; and the answer of a client without any folder."""

from __future__ import annotations

import logging
import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.model import (
    HistoryAnswer,
    IndexStatus,
    PastCommit,
    Phase,
    Span,
    SymbolAnswer,
    SymbolHit,
    SymbolsCut,
    least_complete,
    status_texts,
)

logger = logging.getLogger(__name__)

_SHORTEST_TOLD = 3
_MOST_TOLD = 100


class CutSymbols:
    """Tells which symbol queries match more than one answer may hold. Any thread may call.

    The log has a line for each: one for a name typed letter by letter, none for a letter or two.
    """

    def __init__(self) -> None:
        self._latest: SymbolsCut | None = None
        self._told: deque[str] = deque(maxlen=_MOST_TOLD)

    def note(self, pattern: str, limit: int) -> None:
        """Note that more than `limit` symbols match the typed text; an empty text asks for some, not for all."""
        pattern = pattern.strip()
        if not pattern:
            return
        self._latest = SymbolsCut(pattern, limit)
        is_told = any(pattern.startswith(told) or told.startswith(pattern) for told in tuple(self._told))
        if len(pattern) >= _SHORTEST_TOLD and not is_told:
            self._told.append(pattern)
            logger.info("more than %d symbols match %r; raise symbols.maxResults to be given more", limit, pattern)

    def within(self, limit: int) -> SymbolsCut | None:
        """Return the latest query that was cut, unless more symbols are answered by now."""
        latest = self._latest
        return latest if latest is not None and latest.given >= limit else None


def nothing_open() -> IndexStatus:
    """Return the status of a client without any folder."""
    return IndexStatus("", Phase.READY, message=status_texts.NO_FOLDER)


def merge_symbols(answers: Sequence[SymbolAnswer], limit: int) -> SymbolAnswer:
    """Return the best symbols of one folder or several."""
    hits = sorted((hit for answer in answers for hit in answer.hits), key=lambda hit: -hit.score)
    if len(answers) > 1:  # a folder may lie in another one
        first: dict[tuple[Path, Span], SymbolHit] = {}
        for hit in hits:
            first.setdefault((hit.path, hit.symbol.name_span), hit)
        hits = [*first.values()]
    is_cut = len(hits) > limit or any(answer.is_cut for answer in answers)
    notes = dict.fromkeys(note for answer in answers for note in answer.notes) if not hits else ()
    status = least_complete(answer.status for answer in answers)
    return SymbolAnswer(tuple(hits[:limit]), status, is_cut, tuple(notes))


def merge_history(answers: Sequence[HistoryAnswer], limit: int) -> HistoryAnswer:
    """Return the commits of one folder or several; a commit that folders share has the files of all."""
    if len(answers) == 1:
        return answers[0]
    found: dict[str, PastCommit] = {}
    for commit in (commit for answer in answers for commit in answer.commits):
        known = found.get(commit.id)
        found[commit.id] = commit if known is None else _joined(known, commit)
    commits = sorted(found.values(), key=lambda commit: (-(commit.score or 0.0), -commit.time))
    is_cut = len(commits) > limit or any(answer.is_cut for answer in answers)
    notes = dict.fromkeys(note for answer in answers for note in answer.notes)
    status = least_complete(answer.status for answer in answers)
    return HistoryAnswer(tuple(commits[:limit]), status, is_cut, tuple(notes))


def _joined(one: PastCommit, other: PastCommit) -> PastCommit:
    files = tuple(dict.fromkeys((*one.files, *other.files)))
    total = one.files_total + other.files_total
    score = max(one.score or 0.0, other.score or 0.0) if one.score is not None else None
    return replace(one, files=files, files_total=total, score=score)


def merge_counts(counts: Iterable[tuple[Path, Callable[[str], int]]], separator: str = os.sep) -> Callable[[str], int]:
    """Return a counter of the symbols below a directory of a walk, made of the counters of each root.

    The innermost root answers with all its indexed symbols. Links are not resolved: a walk follows none.
    """

    def below(directory: str) -> str:
        return directory.replace(separator, "/").rstrip("/") + "/"

    counts_of: defaultdict[str, list[Callable[[str], int]]] = defaultdict(list)
    for root, count in counts:
        counts_of[below(str(root))].append(count)
    roots = sorted(counts_of.items(), key=lambda item: -len(item[0]))

    def count_below(directory: str) -> int:
        path = below(directory)
        inner = next(((path[len(root) :], parts) for root, parts in roots if path.startswith(root)), ("", []))
        return sum(count(inner[0]) for count in inner[1])

    return count_below
