"""When the rebuilding of indexes is over, as what indexers tell says."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.index import Progress
from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.server.rebuilding import Rebuilding

ONE, TWO = Path("/one"), Path("/two")


def told(rebuilding: Rebuilding, root: Path, *phases: Phase, stale: bool = False, message: str | None = None) -> None:
    for phase in phases:
        rebuilding.note_status(IndexStatus(str(root), phase, indexed=7, stale=stale, message=message))


async def test_an_index_is_done_when_it_is_complete_after_it_was_opened_again() -> None:
    rebuilding = Rebuilding()
    told(rebuilding, ONE, Phase.STARTING, Phase.READY)  # of nobody's interest yet
    rebuilding.roots = {ONE}
    told(rebuilding, ONE, Phase.READY)  # of the index that is thrown away
    assert rebuilding.unfinished() == {ONE}
    told(rebuilding, ONE, Phase.STARTING, Phase.SCANNING, Phase.INDEXING, Phase.EMBEDDING)
    told(rebuilding, ONE, Phase.READY, stale=True)  # something was saved meanwhile
    assert rebuilding.unfinished() == {ONE}
    told(rebuilding, ONE, Phase.READY)
    assert not rebuilding.unfinished()
    assert (rebuilding.failure(), rebuilding.outcome()) == (None, "7 files indexed")


async def test_to_resume_it_is_enough_that_the_files_were_looked_at_again() -> None:
    rebuilding = Rebuilding(resume=True)
    rebuilding.roots = {ONE, TWO}
    told(rebuilding, ONE, Phase.READY)  # of what was saved before
    told(rebuilding, TWO, Phase.STARTING, Phase.FAILED, message="the disk is full")
    assert rebuilding.unfinished() == {ONE}
    told(rebuilding, ONE, Phase.SCANNING, Phase.READY)
    assert not rebuilding.unfinished()


async def test_all_of_several_must_be_done_and_one_may_fail() -> None:
    rebuilding = Rebuilding()
    rebuilding.roots = {ONE, TWO}
    told(rebuilding, ONE, Phase.STARTING, Phase.READY)
    told(rebuilding, TWO, Phase.STARTING)
    assert rebuilding.unfinished() == {TWO}
    told(rebuilding, TWO, Phase.FAILED, message="the disk is full")
    assert not rebuilding.unfinished()
    assert rebuilding.failure() == "the disk is full"


async def test_percents_are_of_all_roots_and_never_go_back() -> None:
    rebuilding = Rebuilding()
    rebuilding.roots = {ONE, TWO}
    assert rebuilding.progress() == ("Opening the index", 0)
    rebuilding.note_progress(ONE, Progress(9, 10, "late.py"))  # of the run that is cancelled
    told(rebuilding, ONE, Phase.STARTING)
    told(rebuilding, TWO, Phase.STARTING)
    rebuilding.note_progress(ONE, Progress(5, 10, "a/b.py"))
    assert rebuilding.progress() == ("5/10 a/b.py", 25)
    rebuilding.note_progress(ONE, Progress(1, 10, "c.py"))
    assert rebuilding.progress() == ("1/10 c.py", 25)
    told(rebuilding, ONE, Phase.READY)
    assert rebuilding.progress()[1] == 50


async def test_it_has_begun_when_the_files_of_every_root_are_read() -> None:
    rebuilding = Rebuilding()
    rebuilding.roots = {ONE, TWO}
    assert not rebuilding.note_start(Path("/other"))
    assert rebuilding.note_start(ONE)
    assert not rebuilding.has_begun.is_set()
    assert rebuilding.note_start(TWO)
    assert rebuilding.has_begun.is_set()


async def test_an_index_that_somebody_stops_or_clears_meanwhile_is_not_waited_for() -> None:
    rebuilding = Rebuilding()
    rebuilding.roots = {ONE}
    told(rebuilding, ONE, Phase.STARTING)
    told(rebuilding, ONE, Phase.READY, stale=True, message="cleared")
    assert not rebuilding.unfinished()
    assert rebuilding.failure() == "cleared"
