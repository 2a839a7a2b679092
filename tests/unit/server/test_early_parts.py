"""Items of an answer that is still being made: when they are sent, and when no more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken
from lsp_codebase.server import partial_results
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.partial_results import EarlyParts


class Wire:
    """Takes what is sent, and calls at once what is for the loop thread: the test runs on it."""

    def __init__(self) -> None:
        self.parts: list[list[int]] = []

    def post(self, call: Callable[..., object], *args: object) -> None:
        call(*args)

    def notify(self, _: str, params: Any) -> None:
        assert params.token == "mine"
        self.parts.append(params.value)


def sending(wire: Wire, cancel: CancelToken) -> EarlyParts[int]:
    return EarlyParts(cast(Connection, wire), "mine", cancel, list)


def on_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def test_the_first_goes_out_at_once_and_what_follows_soon_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_results, "_EVERY_S", 3_600)
    wire = Wire()

    async def answer() -> None:
        with sending(wire, CancelToken()) as parts:
            for n in range(40):
                parts.add(n)
            assert wire.parts == [[0]]
            assert parts.given == 40

    on_a_loop(answer)
    assert wire.parts == [[0], [*range(1, 17)], [*range(17, 33)], [*range(33, 40)]]


def test_what_was_found_in_a_pause_goes_out_after_it_although_nothing_else_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(partial_results, "_EVERY_S", 0.01)
    wire = Wire()

    async def answer() -> None:
        with sending(wire, CancelToken()) as parts:
            for n in range(3):
                parts.add(n)
            while len(wire.parts) < 2:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)  # nothing new: nothing is sent
            parts.add(3)
            assert wire.parts == [[0], [1, 2], [3]]

    on_a_loop(answer)
    assert wire.parts == [[0], [1, 2], [3]]


@pytest.mark.parametrize("error", [Cancelled, ValueError])
def test_nothing_is_sent_after_an_error(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    monkeypatch.setattr(partial_results, "_EVERY_S", 0.001)
    wire = Wire()

    def fail() -> None:
        with sending(wire, CancelToken()) as parts:
            parts.add(0)
            parts.add(1)
            raise error

    async def answer() -> None:
        with pytest.raises(error):
            fail()
        await asyncio.sleep(0.05)

    on_a_loop(answer)
    assert wire.parts == [[0]]


def test_nothing_is_sent_after_a_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_results, "_EVERY_S", 0.001)
    wire, cancel = Wire(), CancelToken()

    async def answer() -> None:
        with sending(wire, cancel) as parts:
            parts.add(0)
            cancel.cancel()
            parts.add(1)
            await asyncio.sleep(0.05)

    on_a_loop(answer)
    assert wire.parts == [[0]]
