"""Threads that answer questions, fair among kinds of questions: a flood of one kind holds up nobody but itself."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from lsp_codebase.errors import Cancelled, CodebaseError, RequestDropped
from lsp_codebase.model import bounds

T = TypeVar("T")
_Waiting = OrderedDict[Future[Any], Callable[[], Any]]


class Questions:
    """A few threads. Kinds take turns, and one of the threads is always left to the other kinds."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, "question")  # never given more than it has threads
        self._free = threads
        self._most_of_a_kind = threads - 1
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()  # the kind whose turn it is comes first
        self._running: Counter[str] = Counter()
        self._is_closed = False

    def submit(self, kind: str, question: Callable[[], T]) -> Future[T]:
        """Have a question answered. Cancelling the future takes a question that still waits out of the queue.

        The future raises `RequestDropped` if the question was dropped for later ones, `Cancelled` after `close`.
        """
        future: Future[T] = Future()
        dropped = None
        with self._lock:
            if self._is_closed:
                future.set_exception(Cancelled())
                return future
            waiting = self._waiting.setdefault(kind, OrderedDict())
            waiting[future] = question
            if len(waiting) > bounds.MOST_WAITING:
                dropped, _ = waiting.popitem(last=False)
            self._start_waiting()
        future.add_done_callback(partial(self._forget, kind))
        if dropped is not None and dropped.set_running_or_notify_cancel():
            dropped.set_exception(RequestDropped(kind, bounds.MOST_WAITING))
        return future

    def close(self) -> None:
        """Answer nothing more; waiting questions are cancelled."""
        with self._lock:
            self._is_closed = True
            left = [future for waiting in self._waiting.values() for future in waiting]
            self._waiting.clear()
        for future in left:
            future.cancel()
        self._executor.shutdown(wait=False)

    def _start_waiting(self) -> None:
        """Give free threads their questions. Holds the lock."""
        while self._free and (kind := self._next_kind()) is not None:
            waiting = self._waiting.pop(kind)
            future, question = waiting.popitem(last=False)
            if waiting:
                self._waiting[kind] = waiting  # behind the others
            self._free -= 1
            self._running[kind] += 1
            self._executor.submit(self._answer, kind, future, question)

    def _next_kind(self) -> str | None:
        return next((kind for kind in self._waiting if self._running[kind] < self._most_of_a_kind), None)

    def _answer(self, kind: str, future: Future[T], question: Callable[[], T]) -> None:
        try:
            if future.set_running_or_notify_cancel():
                future.set_result(question())
        except CodebaseError as error:
            # Its traceback would keep this frame, and so the future and all that the question read, in a circle.
            future.set_exception(error.with_traceback(None))
        except BaseException as error:
            future.set_exception(error)
        finally:
            with self._lock:
                self._free += 1
                self._running[kind] -= 1
                if not self._is_closed:
                    self._start_waiting()

    def _forget(self, kind: str, future: Future[Any]) -> None:
        """Take a question that was cancelled out of the queue."""
        with self._lock:
            waiting = self._waiting.get(kind)
            if waiting is not None and waiting.pop(future, None) is not None and not waiting:
                del self._waiting[kind]
