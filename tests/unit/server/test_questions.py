"""In what order questions are answered, and which are not."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, wait

import pytest
from waiting import LONG_S

from lsp_codebase.errors import Cancelled, RequestDropped
from lsp_codebase.model import bounds
from lsp_codebase.server.failures import as_rpc_error
from lsp_codebase.server.questions import Questions


class Desk:
    """Asks questions that take until they are let go, and remembers which were begun."""

    def __init__(self, threads: int) -> None:
        self.questions = Questions(threads)
        self.begun: list[str] = []
        self._some_begun = threading.Condition()
        self._gates: dict[str, threading.Event] = {}

    def ask(self, name: str, kind: str | None = None, *, is_open: bool = False) -> Future[str]:
        gate = self._gates[name] = threading.Event()
        if is_open:
            gate.set()

        def answer() -> str:
            with self._some_begun:
                self.begun.append(name)
                self._some_begun.notify_all()
            assert gate.wait(LONG_S)
            return name

        return self.questions.submit(kind or name[0], answer)

    def let_go(self, *names: str) -> None:
        for name in names:
            self._gates[name].set()

    def wait_for(self, *names: str) -> None:
        with self._some_begun:
            assert self._some_begun.wait_for(lambda: {*names} <= {*self.begun}, LONG_S), self.begun

    def end(self) -> None:
        self.questions.close()
        self.let_go(*self._gates)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk(threads=3)
    yield desk
    desk.end()


def test_one_kind_never_takes_the_last_thread(desk: Desk) -> None:
    slow = [desk.ask(f"search {number}", is_open=False) for number in range(10)]
    assert desk.ask("read", is_open=True).result(LONG_S) == "read"
    assert desk.begun == ["search 0", "search 1", "read"]
    assert not any(future.done() for future in slow)


def test_kinds_take_turns_and_within_a_kind_order_is_kept(desk: Desk) -> None:
    for name in ("x0", "x1", "y0"):
        desk.ask(name)
    desk.wait_for("x0", "x1", "y0")
    later = [desk.ask(name, is_open=True) for name in ("a0", "a1", "a2", "b0", "b1", "c0")]
    desk.let_go("x0")  # the other two stay busy, so the rest is answered one by one
    wait(later, LONG_S)
    assert desk.begun[3:] == ["a0", "b0", "c0", "a1", "b1", "a2"]


def test_a_cancelled_question_is_not_asked_and_leaves_no_place_behind(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MOST_WAITING", 2)
    running = [desk.ask("a0"), desk.ask("a1")]
    desk.wait_for("a0", "a1")
    first, second = desk.ask("a2"), desk.ask("a3", is_open=True)
    assert first.cancel()
    third = desk.ask("a4", is_open=True)  # there is room for it
    desk.let_go("a0", "a1")
    assert [future.result(LONG_S) for future in (*running, second, third)] == ["a0", "a1", "a3", "a4"]
    with pytest.raises(CancelledError):
        first.result()
    assert "a2" not in desk.begun


def test_of_a_flood_the_oldest_are_dropped_and_told_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_WAITING", 2)
    asked = [desk.ask(f"a{number}") for number in range(6)]  # two run, two of the others can wait
    for future in asked[2:4]:
        with pytest.raises(RequestDropped):
            future.result(LONG_S)
    error = as_rpc_error(asked[2].exception())
    assert error.code == -32802
    assert "later ones go first" in error.message
    desk.let_go("a0", "a1", "a4", "a5")
    assert [asked[number].result(LONG_S) for number in (0, 1, 4, 5)] == ["a0", "a1", "a4", "a5"]


def test_an_error_is_the_answer_and_the_thread_goes_on(desk: Desk) -> None:
    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            desk.questions.submit("a", lambda: 1 // 0).result(LONG_S)
    assert desk.ask("a0", is_open=True).result(LONG_S) == "a0"


def test_what_a_failed_question_read_is_free_before_any_collection(desk: Desk) -> None:
    class Read:
        pass

    read: list[weakref.ref[Read]] = []

    def question() -> str:
        rows = Read()
        read.append(weakref.ref(rows))
        raise Cancelled

    gc.disable()
    try:
        future = desk.questions.submit("search", question)
        assert isinstance(future.exception(LONG_S), Cancelled)
        del future, question
        answered = time.monotonic() + LONG_S
        while read[0]() is not None and time.monotonic() < answered:
            time.sleep(0.01)  # the thread still holds what it was given
    finally:
        gc.enable()
    assert read[0]() is None


def test_closing_cancels_what_waits_and_refuses_what_comes(desk: Desk) -> None:
    running = [desk.ask("a0"), desk.ask("a1")]
    waiting = desk.ask("a2")
    desk.questions.close()
    assert waiting.cancelled()
    with pytest.raises(Cancelled):
        desk.ask("b0").result(LONG_S)
    desk.let_go("a0", "a1")
    assert [future.result(LONG_S) for future in running] == ["a0", "a1"]


def test_a_thousand_questions_of_many_threads_are_each_answered_once() -> None:
    questions = Questions(4)
    asked: list[Future[int]] = []

    def ask(kind: str) -> None:
        asked.extend([questions.submit(kind, lambda number=number: number) for number in range(250)])

    askers = [threading.Thread(target=ask, args=(kind,)) for kind in "abcd"]
    for thread in askers:
        thread.start()
    for thread in askers:
        thread.join()
    assert sorted(future.result(LONG_S) for future in asked) == sorted(list(range(250)) * 4)
    questions.close()
