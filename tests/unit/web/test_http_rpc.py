"""`POST /` by itself: what a client that goes away leaves behind, and what one that waits is told."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from starlette.requests import Request

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.server import SingleRequests
from lsp_codebase.web.rpc import Rpc

SECONDS = 240
SEARCH = {"jsonrpc": "2.0", "id": 1, "method": "search_code", "params": {"query": "x"}}


class Stuck:
    """A workspace that never finds anything, and how many of its searches were stopped."""

    roots = (Path("/nowhere"),)
    stopped = 0

    def search(self, query: SearchQuery, cancel: CancelToken) -> None:
        end = time.monotonic() + SECONDS
        try:
            while time.monotonic() < end:
                cancel.check()
                time.sleep(0.005)
        except Cancelled:
            self.stopped += 1
            raise


@pytest.fixture
def stuck():
    workspace = Stuck()
    requests = SingleRequests(workspace)
    yield workspace, requests
    requests.close()


async def wait_until_stopped(workspace: Stuck, number: int) -> None:
    end = time.monotonic() + SECONDS
    while workspace.stopped < number:
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


async def test_the_questions_of_a_client_that_is_gone_are_stopped(stuck):
    workspace, requests = stuck
    messages = [{"type": "http.request", "body": json.dumps([SEARCH, SEARCH]).encode()}, {"type": "http.disconnect"}]

    async def receive():
        message = messages.pop(0)
        await asyncio.sleep(0.1)
        return message

    told = []
    rpc = Rpc(requests.answer, lambda *one: told.append(one))
    response = await rpc.answer(Request({"type": "http", "method": "POST", "headers": []}, receive))
    assert response.status_code == 499
    await wait_until_stopped(workspace, 2)


async def test_a_question_that_takes_too_long_is_stopped_and_said_so(stuck):
    workspace, requests = stuck
    outcome = await requests.answer("codebase/hybridSearch", {"query": "x"}, 0.05)
    assert outcome == {
        "error": {"code": -32803, "message": "codebase/hybridSearch took longer than 0.05 s; ask for less"}
    }
    await wait_until_stopped(workspace, 1)
