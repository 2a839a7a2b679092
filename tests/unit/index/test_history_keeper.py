"""The commits of a root are read once for each checked-out one, and again where git failed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.index import history_keeper as module
from lsp_codebase.index.history_keeper import HistoryKeeper
from lsp_codebase.indexes import Published
from lsp_codebase.scan import Commit


class Git:
    """Tells which commit is checked out, and counts how often its history is read."""

    at = "a"
    readings = 0
    commits: list[Commit] | None = None
    error: Exception | None = None

    def head(self) -> str:
        return self.at

    def read_history(self, *_: Any) -> list[Commit] | None:
        self.readings += 1
        if self.error is not None:
            raise self.error
        return self.commits


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [1_000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    return clock


@pytest.fixture
def git(monkeypatch: pytest.MonkeyPatch) -> Git:
    one = Git()
    monkeypatch.setattr(module, "read_history", one.read_history)
    return one


@pytest.fixture
def readings(git: Git, tmp_path: Path) -> Any:
    """Follow, and return how often the history has been read since the start."""
    keeper = HistoryKeeper(tmp_path, Settings(), tmp_path, Published(), cast("Any", git))

    def follow() -> int:
        keeper.follow(lambda: False)
        keeper.settle()
        return git.readings

    return follow


def test_a_history_is_read_once_for_each_commit_that_is_checked_out(readings: Any, git: Git, now: list[float]) -> None:
    git.commits = []
    assert readings() == readings() == 1
    now[0] += 10_000
    assert readings() == 1
    git.at = "b"
    assert readings() == readings() == 2


def test_where_git_failed_it_is_asked_again_after_a_while_and_not_for_ever(
    readings: Any, git: Git, now: list[float]
) -> None:
    assert readings() == readings() == 1
    now[0] += module._AGAIN_S[0]
    assert readings() == readings() == 2
    for _ in range(10):
        now[0] += max(module._AGAIN_S)
        readings()
    assert git.readings == 1 + len(module._AGAIN_S)
    git.at, git.commits = "b", []
    assert readings() == readings() == 2 + len(module._AGAIN_S)


def test_after_an_error_that_nobody_foresaw_it_is_read_again_too(readings: Any, git: Git, now: list[float]) -> None:
    git.error = ValueError("a commit like no other")
    assert readings() == readings() == 1
    git.error, git.commits = None, []
    now[0] += module._AGAIN_S[0]
    assert readings() == readings() == 2
