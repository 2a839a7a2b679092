"""Questions wait for an index to be opened; heavy work waits for those questions."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from lsp_codebase.errors import Cancelled
from lsp_codebase.index.gate import Gate
from lsp_codebase.model import CancelToken

LONG_S = 240.0


def in_a_while() -> float:
    return time.monotonic() + LONG_S


@pytest.fixture
def held() -> Gate:
    gate = Gate()
    gate.hold()
    return gate


def test_a_question_waits_until_it_is_let_through(held):
    passed = threading.Event()

    def ask() -> None:
        with held.question(in_a_while(), CancelToken()):
            passed.set()

    with ThreadPoolExecutor(1) as threads:
        asking = threads.submit(ask)
        assert not passed.wait(0.1)
        held.release()
        asking.result(LONG_S)
    assert passed.is_set()


def test_a_question_that_nobody_wants_any_more_waits_no_longer(held):
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled), held.question(in_a_while(), cancel):
        raise AssertionError("it did not wait")


def test_a_question_that_waited_too_long_is_asked_all_the_same(held):
    with held.question(time.monotonic() + 0.01, CancelToken()):
        pass


def test_heavy_work_waits_for_the_questions_that_are_being_answered():
    gate, asked, answered = Gate(), threading.Event(), threading.Event()

    def ask() -> None:
        with gate.question(in_a_while(), CancelToken()):
            asked.set()
            time.sleep(0.1)
            answered.set()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(ask)
        assert asked.wait(LONG_S)
        gate.let_pass(LONG_S)
        assert answered.is_set()


def test_heavy_work_does_not_wait_for_a_question_that_takes_long():
    gate = Gate()
    with gate.question(in_a_while(), CancelToken()):
        gate.let_pass(0.05)


def test_heavy_work_does_not_wait_where_nobody_asks():
    begun = time.monotonic()
    Gate().let_pass(LONG_S)
    assert time.monotonic() - begun < LONG_S / 2


def test_heavy_work_that_is_put_off_waits_until_something_needs_it():
    gate, begun = Gate(), threading.Event()
    gate.put_off()

    def work() -> None:
        gate.let_pass(0)
        begun.set()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(work)
        assert not begun.wait(0.2)
        gate.hurry()
        assert begun.wait(LONG_S)
