"""An index that fails is opened again after ever longer pauses, unless the reason ends by itself."""

from __future__ import annotations

import errno

from lsp_codebase.index import retries as module
from lsp_codebase.index.retries import Retries
from lsp_codebase.store import NotBegun


def test_pauses_grow_until_the_work_goes_well_again() -> None:
    retries, error = Retries(), ValueError("odd")
    assert [retries.pause_s(error) for _ in range(5)] == [1.0, 4.0, 16.0, 60.0, 60.0]
    retries.note_opened()
    assert retries.pause_s(error) == 60.0
    retries.note_step()
    assert retries.pause_s(error) == 1.0


def test_a_disk_with_room_again_is_noticed_within_seconds() -> None:
    retries, error = Retries(), OSError(errno.ENOSPC, "no space left on device")
    assert [retries.pause_s(error) for _ in range(4)] == [1.0, 4.0, 5.0, 5.0]


def test_tables_that_another_process_begins_to_make_are_no_failure_for_a_while() -> None:
    retries, error = Retries(), NotBegun("no tables yet", "ask again")
    waited_s = 0.0
    while not retries.is_failure(error):
        waited_s += retries.pause_s(error)
    assert module._BEGINNING_S <= waited_s < module._BEGINNING_S + 1.0
    assert retries.pause_s(error) == 1.0
    retries.note_opened()
    assert not retries.is_failure(error)
