"""A model's question waits for an index that is nearly there, and for the files that are read for it."""

from pathlib import Path

import pytest

from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.tools import first_index
from lsp_codebase.tools.first_index import FirstIndex

ROOT = Path("/home/me/shop")
TOTAL = 10_000


class Building:
    """An index that is built while the clock goes on, and seeks files for a question for some seconds."""

    roots = (ROOT,)

    def __init__(self, clock, seconds, seeking_s=0.0):
        self.clock, self.seconds, self.seeking_s = clock, seconds, seeking_s
        self.questions = []

    def status(self, root=None, question=None):
        self.questions.append(question)
        share = min(self.clock.now / self.seconds, 1.0)
        phase = Phase.READY if share == 1.0 else Phase.INDEXING
        seeking = question is not None and self.clock.now < self.seeking_s
        return [IndexStatus(str(ROOT), phase, indexed=int(share * TOTAL), total=TOTAL, seeking=seeking)]


class Clock:
    now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(first_index.time, "monotonic", clock.monotonic)
    return clock


def waited(clock, index, question=None):
    """Return how long a question waits that is asked now."""
    since = clock.now
    while index.building(question, since):
        clock.now += 0.1
        assert clock.now < 1_000
    return pytest.approx(clock.now - since, abs=0.2)


def test_an_index_that_is_soon_there_is_waited_for(clock):
    assert waited(clock, FirstIndex(Building(clock, seconds=10))) == 10


def test_one_that_takes_longer_is_not_once_its_pace_tells(clock):
    assert waited(clock, FirstIndex(Building(clock, seconds=60))) == 4


def test_the_files_for_a_question_are_waited_for_instead_and_so_does_each_question(clock):
    building = Building(clock, seconds=1_000, seeking_s=8)
    index = FirstIndex(building)
    assert waited(clock, index, "backoff") == 8
    assert set(building.questions) == {"backoff"}
    assert waited(clock, index, "backoff") == 0
    building.seeking_s = clock.now + 3
    assert waited(clock, index, "retry") == 3
    assert waited(clock, index) == 0


def test_no_question_waits_for_ever(clock):
    index = FirstIndex(Building(clock, seconds=1_000, seeking_s=900))
    assert waited(clock, index, "backoff") == 15


def test_a_complete_index_is_not_looked_at_again_until_it_is_built_anew(clock):
    building = Building(clock, seconds=5)
    index = FirstIndex(building)
    assert waited(clock, index) == 5
    looked = len(building.questions)
    assert waited(clock, index, "backoff") == 0
    assert len(building.questions) == looked
    clock.now = 0.0
    index.forget()
    assert waited(clock, index) == 5
