"""A save alone is taken at once; a burst and whatever git does become one batch; nothing is held up for ever."""

import pytest

from lsp_codebase.index import debounce
from lsp_codebase.index.debounce import wait_for_quiet


class Clock:
    """Time that passes only while somebody sleeps, and what happens then."""

    def __init__(self, marks_at=(), git_until=0.0):
        self.now = 0.0
        self.marks_at = marks_at
        self.git_until = git_until

    def sleep(self, seconds):
        self.now += seconds

    def marks(self):
        return 1 + sum(at <= self.now for at in self.marks_at)

    def is_git_busy(self):
        return self.now < self.git_until


@pytest.fixture
def waited(monkeypatch):
    def wait(clock, quiet_s=0.1):
        monkeypatch.setattr(debounce, "time", clock)
        monkeypatch.setattr(clock, "monotonic", lambda: 1_000 + clock.now, raising=False)
        wait_for_quiet(clock.marks, clock.is_git_busy, quiet_s, clock.sleep)
        return clock.now

    return wait


def test_a_save_alone_waits_hardly_at_all(waited):
    assert waited(Clock()) <= 0.02


def test_without_a_quiet_time_nothing_is_waited_for(waited):
    assert waited(Clock(), quiet_s=0) == 0


def test_a_burst_is_over_once_it_was_quiet(waited):
    assert 0.34 <= waited(Clock(marks_at=[0.01, 0.05, 0.12, 0.2, 0.25])) <= 0.5


def test_who_never_stops_does_not_hold_up_the_others(waited):
    assert waited(Clock(marks_at=[step / 100 for step in range(10_000)])) <= debounce._LONGEST_S + 0.2


def test_git_is_waited_for(waited):
    assert 1.5 <= waited(Clock(git_until=1.5)) <= 1.8


def test_a_git_that_never_ends_is_not(waited):
    assert waited(Clock(git_until=1e9)) <= debounce._LONGEST_GIT_S + 0.2
