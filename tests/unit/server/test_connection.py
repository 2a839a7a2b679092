"""What a client announces, and what happens when it does not answer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from lsp_codebase.server.connection import Connection


@pytest.mark.parametrize(
    ("experimental", "wanted"),
    [
        ({"codebase": {"indexStatus": True}}, True),
        ({"codebase": {"indexStatus": False}}, False),
        ({"codebase": True}, False),
        ({}, False),
        (["codebase"], False),
        (None, False),
    ],
)
def test_the_index_status_is_for_clients_that_announce_it(experimental: Any, wanted: bool) -> None:
    capabilities = types.ClientCapabilities(experimental=experimental)
    protocol: Any = SimpleNamespace(client_capabilities=capabilities)
    assert Connection(protocol).wants_index_status is wanted


async def test_a_client_that_never_answers_is_waited_for_no_longer_than_told() -> None:
    async def send_request_async(*_: object) -> None:
        await asyncio.Event().wait()

    protocol: Any = SimpleNamespace(send_request_async=send_request_async)
    with pytest.raises(asyncio.TimeoutError):
        await Connection(protocol).request("workspace/configuration", None, timeout_s=0.01)


def test_a_client_is_not_behind_before_anything_is_sent() -> None:
    protocol: Any = SimpleNamespace()
    assert not Connection(protocol).is_behind
