"""The changes that are not committed, or that the branch holds: which files differ, and where in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.parse import decode
from lsp_codebase.scan import GitState, Work, branch_base, read_committed, work_since
from lsp_codebase.search.history.line_origins import changed_lines
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_NAMED = 20  # files in a note
_SHOWN_ID = 10
_HEAD = "HEAD"
_NO_REPOSITORY = "no git repository holds this folder: what is not committed is not known"
_UNTOLD = "git cannot tell what is not committed: there is no commit yet, or it did not answer in time"
_NO_BASE = "git knows no main branch beside this one, so these are the changes that are not committed; "


@dataclass(frozen=True, slots=True)
class Changes:
    """The files that differ from those of a commit, and a note that tells them; without `work` git cannot tell."""

    commit: str
    work: Work | None
    note: str

    @property
    def files(self) -> tuple[str, ...]:
        """The changed and new ones, the latest first."""
        return self.work.changed if self.work is not None else ()

    @property
    def is_none(self) -> bool:
        """Whether no difference is known."""
        return self.work is None or not (self.work.changed or self.work.gone)


def uncommitted_changes(root: Path, known: Iterable[str], cancel: CancelToken) -> Changes:
    """Return what differs from the checked-out commit; `known` are the files of the index.

    Raises:
        Cancelled: if asked to stop.
    """
    work = work_since(root, _HEAD, known, cancel)
    return Changes(_HEAD, work, _told(work, "not committed", "nothing is uncommitted", root))


def changes_of_branch(root: Path, known: Iterable[str], cancel: CancelToken) -> Changes:
    """Return what differs from the commit at which the branch left the main one, uncommitted work included.

    Raises:
        Cancelled: if asked to stop.
    """
    base = branch_base(root, cancel)
    if base is None:
        found = uncommitted_changes(root, known, cancel)
        return Changes(_HEAD, found.work, (_NO_BASE if found.work is not None else "") + found.note)
    work = work_since(root, base.commit, known, cancel)
    since = f"since {base.branch} ({base.commit[:_SHOWN_ID]})"
    return Changes(
        base.commit, work, _told(work, f"changed {since}, committed or not", f"nothing changed {since}", root)
    )


def _told(work: Work | None, some: str, none: str, root: Path) -> str:
    """Return the sentence on the files that differ."""
    if work is None:
        return _UNTOLD if GitState(root).head() else _NO_REPOSITORY
    if not (work.changed or work.gone):
        return none
    named = [f"{path} (new)" if path in work.new else path for path in work.changed]
    named += [f"{path} (gone)" for path in work.gone]
    left = len(named) - _MOST_NAMED
    told = ", ".join(named[:_MOST_NAMED]) + (f" and {left} more" if left > 0 else "")
    return f"{some}, the latest first: {told}"


@dataclass(frozen=True, slots=True)
class ChangedPlaces:
    """Finds the changed parts of files. `lines` and `chunks` are those of a file as it stands now."""

    root: Path
    lines: Callable[[str], Sequence[str]]
    chunks: Callable[[str], Sequence[tuple[int, int]]]
    cancel: CancelToken
    commit: str

    def of(self, records: Iterable[FileRecord]) -> Iterator[Piece]:
        """Yield the part of each file that changed most, then the others: a file is read when its turn comes."""
        others: list[list[Piece]] = []

        def in_turn() -> Iterator[Piece]:
            for record in records:
                first, *rest = self._parts(record) or (None,)
                others.append(rest)
                if first is not None:
                    yield first
            yield from chain.from_iterable(others)

        for place, piece in enumerate(in_turn()):
            score = 1.0 / (1 + place / 1_000)
            yield replace(piece, score=score, signals={"place": score})

    def _parts(self, record: FileRecord) -> list[Piece]:
        """Return the chunks of a file that hold changes, that with the most changed lines first."""
        self.cancel.check()
        committed = read_committed(self.root, record.path, self.cancel, self.commit)
        now = self.lines(record.path)
        changed = [(0, 1)] if committed is None else changed_lines(decode(committed).lines, now)
        # Where lines are gone the next one stands for them.
        touched = [(min(start, max(len(now) - 1, 0)), max(end, start + 1)) for start, end in changed]
        found: list[tuple[int, Piece]] = []
        for first, end in self.chunks(record.path):
            inside = [
                (max(start, first), min(behind, end)) for start, behind in touched if start < end and first < behind
            ]
            if inside:
                widest = max(inside, key=lambda lines: lines[1] - lines[0])
                piece = Piece(record.path, record.language, first, end, 1.0, core=widest)
                found.append((sum(behind - start for start, behind in inside), piece))
        return [piece for _, piece in sorted(found, key=lambda one: -one[0])]
