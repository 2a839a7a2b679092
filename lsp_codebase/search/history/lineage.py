"""Which commits touched some lines, a file or a folder, and which fit a query."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.errors import InvalidQuery, check_all
from lsp_codebase.indexes import History, State, said_lines
from lsp_codebase.model import CancelToken, HistoryQuery, Mode, PastCommit, Span, bounds
from lsp_codebase.parse import decode
from lsp_codebase.paths import relative_to
from lsp_codebase.scan import Commit, GitState, read_committed, read_line_history
from lsp_codebase.search.filters.filters import check_length
from lsp_codebase.search.history.line_origins import lines_before
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.commit_evidence import fit_of

_FILES = 20  # that are named of one commit
_MOST_NAMES = 3  # that are told of a renamed file
_LONGEST_SUBJECT = 72  # in a note
_FEWEST_SHARED = 2  # commits: once may be chance
_UNTOLD = "git does not tell of these lines: these are the commits of the whole file"
_UNTOUCHED = (
    "no known commit touched this: it is not committed, lies in a repository of its own, or was touched by old commits"
    " and those of very many files alone"
)
_NEW_LINES = "these lines are not committed yet"
_RENAMED = "nothing has this name any more, it was renamed: these are the commits of"
_OTHER_CHECKOUT = "another branch was checked out since: these commits are those of the earlier one; ask again"
_OFF = "earlier commits are not known: index.history is false; set it to true"
_NO_REPOSITORY = "earlier commits are not known: no git repository holds this folder"
_NOT_READ = "earlier commits are not known: there are none, git cannot tell them, or they are not read yet; ask again"


def validate_history(query: HistoryQuery) -> None:
    """Check a query.

    Raises:
        InvalidQuery: naming for each wrong value the wire field, the value and the fix.
    """
    check_all(
        partial(_check_text, query.text),
        partial(_check_span, query),
        partial(bounds.HITS.check, "limit", query.limit),
        partial(_seconds, query.since),
    )


def _check_text(text: str | None) -> None:
    if text is not None:
        if not text.strip():
            raise InvalidQuery("query", "must not be empty; leave it out for the newest commits")
        check_length(text)


def _check_span(query: HistoryQuery) -> None:
    if query.span is not None and query.path is None:
        raise InvalidQuery("range", "goes with a file; name it in textDocument")


def _seconds(since: str | None) -> float:
    if since is None:
        return 0.0
    try:
        date = datetime.fromisoformat(since.strip().replace("Z", "+00:00"))
        return (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()
    except (ValueError, OverflowError):
        raise InvalidQuery("since", f'{since[:40]!r} is no date; write it as "2026-01-31"') from None


@dataclass(frozen=True, slots=True)
class Lineage:
    """Answers about history, from one state of an index and its repository.

    `lines` are those of a file as it is open or on disk; `redacted` gives a text as answers may show it.
    """

    root: Path
    state: State
    is_wanted: bool
    lines: Callable[[str], Sequence[str]]
    redacted: Callable[[str], str]
    cancel: CancelToken

    def of(self, query: HistoryQuery) -> tuple[list[PastCommit], list[str]]:
        """Return the commits asked for, one more than the limit if there are more, and the notes on them.

        Raises:
            InvalidQuery: for lines that the file does not have.
            Cancelled: if asked to stop.
        """
        self.cancel.check()
        path = relative_to(query.path, self.root) if query.path is not None else "."
        notes = []
        if query.span is not None:
            touched = self._of_lines(path, query.span, bounds.HITS.most if query.text else query.limit)
            if touched is not None:
                return self._chosen(query, touched, path), [] if touched else [_NEW_LINES]
            notes.append(_UNTOLD)
        history = self.state.history
        if history is None:
            return [], [self._why_unknown()]
        names = _names_today(history, path)
        if names is not None and not names:
            return [], [_UNTOUCHED]
        if names and not any(_lies_in(name, path) for name in names):
            notes.append(self.redacted(f"{_RENAMED} {', '.join(sorted(names)[:_MOST_NAMES])}"))
        return self._rows(history, query, names), [*notes, *self.doubts]

    def companions(self, paths: Sequence[str], most: int) -> tuple[list[tuple[str, int]], int]:
        """Return the files that were changed by the most commits together with some files, with their number, and the
        number of all commits that changed these; commits of many files say less.
        """
        history = self.state.history
        if history is None:
            return [], 0
        (rows,) = _touched(history, frozenset(paths)).nonzero()
        shares: dict[str, float] = defaultdict(float)
        counts: Counter[str] = Counter()
        for row in rows.tolist():
            for path in set(history.paths_of(row)).difference(paths):
                shares[path] += 1 / math.log2(1 + history.widths[row])
                counts[path] += 1
        often = [path for path in counts if counts[path] >= min(_FEWEST_SHARED, len(rows)) and self._is_indexed(path)]
        best = sorted(often, key=lambda path: (-shares[path], path))
        return [(path, counts[path]) for path in best[:most]], len(rows)

    @property
    def doubts(self) -> list[str]:
        """The note that the known commits are not those of what is checked out by now."""
        history = self.state.history
        return [_OTHER_CHECKOUT] if history and GitState(self.root).head() not in ("", history.head) else []

    def _why_unknown(self) -> str:
        if not self.is_wanted:
            return _OFF
        return _NOT_READ if GitState(self.root).head() else _NO_REPOSITORY

    def _rows(self, history: History, query: HistoryQuery, names: frozenset[str] | None) -> list[PastCommit]:
        """Return commits that are known to have touched some files; None: any."""
        is_meant = history.times >= _seconds(query.since)
        if names is not None:
            is_meant &= _touched(history, names)
        (rows,) = is_meant.nonzero()
        if query.text is None:
            return [self.shown(history, row) for row in rows[: query.limit + 1].tolist()]
        fit = fit_of(history, understand(query.text, Mode.HYBRID).terms)[rows]
        best = np.argsort(-fit, kind="stable")[: query.limit + 1]
        return [self.shown(history, row, score) for row, score in zip(rows[best], fit[best], strict=True) if score > 0]

    def _of_lines(self, path: str, span: Span, most: int) -> list[Commit] | None:
        """Return the commits that touched some lines, newest first; None where git cannot tell."""
        now = self.lines(path)
        if span.start_line >= max(len(now), 1):
            lacks = f"the file has only {len(now)} lines" if now else "there is no text at this place"
            raise InvalidQuery("range", lacks)
        committed = read_committed(self.root, path, self.cancel)
        if committed is None:
            return None
        before = lines_before(decode(committed).lines, now, span.start_line, min(span.last_line, len(now) - 1))
        return [] if before is None else read_line_history(self.root, path, *before, most + 1, self.cancel)

    def _chosen(self, query: HistoryQuery, touched: Sequence[Commit], path: str) -> list[PastCommit]:
        """Return those of the commits that touched some lines that are recent enough and fit, if a text is given."""
        touched = [commit for commit in touched if commit.time >= _seconds(query.since)]
        history = self.state.history
        rows = {commit_id: row for row, commit_id in enumerate(history.ids)} if history else {}
        fit = fit_of(history, understand(query.text, Mode.HYBRID).terms) if history and query.text else None
        found = []
        for commit in touched:
            row = rows.get(commit.id)
            score = None if query.text is None else float(fit[row]) if fit is not None and row is not None else 0.0
            if score is None or score > 0:
                files = [path] if history is None or row is None else history.paths_of(row)
                found.append(self._commit(commit.id, commit.time, said_lines(commit.message), files or [path], score))
        return sorted(found, key=lambda commit: -(commit.score or 0.0))

    def shown(self, history: History, row: int, score: float | None = None) -> PastCommit:
        """Return a known commit as answers may show it."""
        message = history.messages[row].split("\n")
        paths = history.paths_of(row)
        return self._commit(history.ids[row], int(history.times[row]), message, paths, score)

    def _commit(
        self, commit_id: str, time: int, message: Sequence[str], paths: Sequence[str], score: float | None
    ) -> PastCommit:
        subject, _, body = self.redacted("\n".join(message)).partition("\n")
        files = [self.root / path for path in paths if self._is_indexed(path)]
        shown = score if score is None else min(float(score), 1.0)
        return PastCommit(commit_id, time, subject, body, tuple(files[:_FILES]), len(files), shown)

    def _is_indexed(self, path: str) -> bool:
        record = self.state.file(path)
        return record is not None and record.is_whole


def told(commits: Iterable[PastCommit]) -> str:
    """Return commits in the words of a note."""
    return "; ".join(f"{one.short_id} {one.day} {_cut(one.subject)}" for one in commits)


def _cut(subject: str) -> str:
    return subject if len(subject) <= _LONGEST_SUBJECT else f"{subject[:_LONGEST_SUBJECT].rpartition(' ')[0]}..."


def _names_today(history: History, path: str) -> frozenset[str] | None:
    """Return the name of a file today, or of each in a folder; None for the whole root.

    A name that no commit has any more, as it was renamed since, gives its new one.
    """
    if path == ".":
        return None
    kept = frozenset(name for name in history.paths if _lies_in(name, path))
    return kept or frozenset(today for earlier, today in history.moved.items() if _lies_in(earlier, path))


def _lies_in(name: str, path: str) -> bool:
    return name == path or name.startswith(path + "/")


def _touched(history: History, names: frozenset[str]) -> NDArray[np.bool_]:
    """Return which commits touched one of these files."""
    is_there = np.fromiter((one in names for one in history.paths), bool, len(history.paths))
    of_files = np.repeat(np.arange(len(history)), history.widths)
    found = np.zeros(len(history), bool)
    found[of_files[is_there[history.files]]] = True
    return found
