"""When a store is put in order: soon after a first index, else once nobody has saved for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp_codebase.index import maintenance
from lsp_codebase.index.gate import Gate
from lsp_codebase.index.maintenance import Maintenance
from lsp_codebase.model import CancelToken


class Clock:
    """Stands for the module `time`."""

    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(maintenance, "time", clock)
    return clock


def due_after(maintained: Maintenance, clock: Clock, seconds: float, *, is_asked: bool = False) -> bool:
    clock.now += seconds
    due = maintained.is_due(is_asked=is_asked)
    clock.now -= seconds
    return due


def test_what_a_save_leaves_waits_for_quiet(clock: Clock, tmp_path: Path) -> None:
    maintained = Maintenance(tmp_path, 0)
    maintained.note_work(is_untidy=True)
    assert not due_after(maintained, clock, 19)
    assert due_after(maintained, clock, 21)


def test_what_a_first_index_leaves_is_put_in_order_at_once_if_nobody_asks(clock: Clock, tmp_path: Path) -> None:
    maintained = Maintenance(tmp_path, 0)
    maintained.note_large_refresh(1)
    maintained.note_work(is_untidy=False)
    assert due_after(maintained, clock, 2)
    assert not due_after(maintained, clock, 19, is_asked=True)
    assert due_after(maintained, clock, 21, is_asked=True)


def test_the_commits_of_a_first_index_do_not_make_the_saves_behind_it_tidy(tmp_path: Path) -> None:
    maintained = Maintenance(tmp_path, 0)
    maintained.note_large_refresh(500)
    assert not maintained.is_overdue(600)
    assert maintained.is_overdue(601)


def test_nothing_is_due_where_nothing_was_done(clock: Clock, tmp_path: Path) -> None:
    assert not due_after(Maintenance(tmp_path, 0), clock, 1_000)


def test_a_question_is_noticed_while_it_waits_and_for_a_moment_after() -> None:
    gate = Gate()
    assert not gate.is_asked
    with gate.question(0, CancelToken()):
        assert gate.is_asked
    assert gate.is_asked


def test_what_one_process_left_untidy_is_tidied_by_the_next(clock: Clock, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    assert not Maintenance(tmp_path, 0).is_untidy
    Maintenance(tmp_path, 0).note_work(is_untidy=True)
    later = Maintenance(tmp_path, 0)
    assert later.is_untidy
    assert due_after(later, clock, 21)
