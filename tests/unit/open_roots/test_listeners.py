"""Who comes late is told where things stand; who leaves, that it is over; and each is told all in between, in order."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.index import Progress
from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.open_roots.listeners import Listeners

ROOT = Path("/project")
HALF, WHOLE = Progress(1, 2, "a.py"), Progress(2, 2, "b.py")
INDEXING, READY = (IndexStatus(str(ROOT), phase) for phase in (Phase.INDEXING, Phase.READY))


class Ears:
    def __init__(self) -> None:
        self.heard: list[object] = []

    def on_started(self, root: Path) -> None:
        self.heard.append("started")

    def on_progress(self, root: Path, progress: Progress) -> None:
        self.heard.append(progress)

    def on_ended(self, root: Path, message: str) -> None:
        self.heard.append("ended")

    def on_status(self, status: IndexStatus) -> None:
        self.heard.append(status)


class Broken(Ears):
    def on_started(self, root: Path) -> None:
        raise RuntimeError("broken")


def test_who_comes_in_the_middle_is_told_so_and_who_leaves_that_it_is_over() -> None:
    listeners, early, late = Listeners(ROOT), Ears(), Ears()
    listeners.add(early, None)
    listeners.on_started(ROOT)
    listeners.on_progress(ROOT, HALF)
    listeners.add(late, lambda: INDEXING)
    assert late.heard == ["started", HALF, INDEXING]
    listeners.remove(early)
    listeners.on_progress(ROOT, WHOLE)
    listeners.on_ended(ROOT, "done")
    listeners.on_status(READY)
    assert early.heard == ["started", HALF, "ended"]
    assert late.heard == ["started", HALF, INDEXING, WHOLE, "ended", READY]


def test_between_two_runs_who_comes_or_leaves_is_told_of_none() -> None:
    listeners, early, late = Listeners(ROOT), Ears(), Ears()
    listeners.add(early, None)
    listeners.on_started(ROOT)
    listeners.on_ended(ROOT, "done")
    listeners.add(late, lambda: READY)
    listeners.remove(early)
    assert late.heard == [READY]
    assert early.heard == ["started", "ended"]


def test_one_that_fails_hurts_no_other() -> None:
    listeners, ears = Listeners(ROOT), Ears()
    listeners.add(Broken(), None)
    listeners.add(ears, None)
    listeners.on_started(ROOT)
    assert ears.heard == ["started"]
