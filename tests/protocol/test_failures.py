"""What a client is told when the core fails, is slow, or is told to stop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from raw_client import END_S, SERVE, RawClient

# The core cannot be made to fail on demand, so these servers get one method of it replaced.
REPLACED = """
import time
from lsp_codebase import errors
from lsp_codebase.workspace import Workspace
def replacement(self, first=None, cancel=None, *rest, **options):
    {body}
Workspace.{method} = replacement
"""


def server_with(start: Callable[..., RawClient], method: str, body: str, code: str = "") -> RawClient:
    client = start([sys.executable, "-c", REPLACED.format(method=method, body=body) + code + SERVE])
    client.initialize()
    return client


def test_an_error_of_the_core_has_its_code(start: Any) -> None:
    known = [
        ("errors.InvalidQuery('weights.lexical', 'must not be negative')", -32602, "weights.lexical"),
        ("errors.UnknownRoot('/elsewhere')", -32602, "folder"),
        ("errors.IndexUnavailable('the index is locked', 'close the other editor')", -32803, None),
        ("errors.Cancelled()", -32800, None),
    ]
    client = server_with(start, "search", f"raise ({', '.join(raised for raised, *_ in known)})[int(first.text)]")
    for number, (_, code, data) in enumerate(known):
        error = client.error("codebase/hybridSearch", {"query": str(number)})
        assert error["code"] == code
        assert error.get("data", {}).get("field") == data
    client.close()


def test_an_unexpected_error_is_told_by_its_id_only(start: Any) -> None:
    client = server_with(start, "status", "raise ValueError('/home/me/secret')")
    error = client.error("codebase/status", {})
    assert error["code"] == -32603
    assert "secret" not in str(error)
    assert "data" not in error
    reference = error["message"].split()[2].rstrip(";")
    client.close()
    assert f"internal error {reference}" in client.log
    assert "ValueError: /home/me/secret" in client.log


def test_an_answer_that_cannot_be_written_is_an_error(start: Any) -> None:
    code = (
        "from lsp_codebase.server import features\nfeatures.HANDLERS['codebase/status'] = (lambda *_: object(), None)\n"
    )
    client = start([sys.executable, "-c", code + SERVE])
    client.initialize()
    assert client.error("codebase/status", {})["code"] == -32603
    client.close()


UNTIL_CANCELLED = """
    while True:
        cancel.check()
        time.sleep(0.01)
"""


@pytest.mark.parametrize("twin", [False, True])
def test_a_cancelled_request_is_answered_at_once_and_frees_its_thread(start: Any, twin: bool) -> None:
    client = server_with(start, "search", UNTIL_CANCELLED)
    assert client.result("codebase/status", {}) == []
    method, params = "codebase/hybridSearch", {"query": "x"}
    if twin:
        method, params = "workspace/executeCommand", {"command": "codebase.hybridSearch", "arguments": [params]}
    running = [client.start(method, params) for _ in range(8)]  # twice as many as there are threads
    for msg_id in running:
        client.notify("$/cancelRequest", {"id": msg_id})
    answers = [client.read() for _ in running]
    assert {answer["id"] for answer in answers} == {*running}
    assert {answer["error"]["code"] for answer in answers} == {-32800}
    begin = time.monotonic()
    assert client.result("codebase/status", {}) == []
    assert time.monotonic() - begin < END_S
    client.close()


def test_other_requests_are_answered_while_some_are_slow(start: Any) -> None:
    client = server_with(start, "search", UNTIL_CANCELLED)
    slow = [client.start("codebase/hybridSearch", {"query": "x"}) for _ in range(3)]
    for _ in range(5):
        assert client.result("codebase/status", {}) == []
    client.notify("$/cancelRequest", {"id": slow[1]})
    assert client.answer_to(slow[1])["error"]["code"] == -32800
    client.result("shutdown")
    assert {client.read()["id"] for _ in range(2)} == {slow[0], slow[2]}
    client.notify("exit")
    assert client.wait() == 0


SAYS_WHEN_IT_ENDS = """
import sys
from lsp_codebase.server.forced_exit import ForcedExit
within = ForcedExit.within
def told(self, seconds):
    print(f"ends within {seconds} s", file=sys.stderr, flush=True)
    within(self, seconds)
ForcedExit.within = told
"""


def test_requests_that_hang_do_not_hold_up_the_end(start: Any) -> None:
    client = server_with(start, "search", "time.sleep(600)", SAYS_WHEN_IT_ENDS)
    client.start("codebase/hybridSearch", {"query": "x"})
    client.result("codebase/status", {})
    begin = time.monotonic()
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.wait() == 1
    assert time.monotonic() - begin < END_S
    assert "ends within 0.9 s\n" in client.log


def test_without_a_core_every_request_says_why(start: Any) -> None:
    code = "import sys; sys.modules['lsp_codebase.workspace'] = None\n"
    client = start([sys.executable, "-c", code + SERVE])
    client.initialize()
    error = client.error("codebase/status", {})
    assert error["code"] == -32803
    assert "see the server's log" in error["message"]
    client.close()
