"""Clients that do not read, flood, or ask at the wrong moment: every wait of the server ends, and it ends itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import SERVE, SERVER, RawClient

from lsp_codebase.model.bounds import MOST_WAITING

LONG_S = 240.0  # against "for ever", on a busy machine

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}


@pytest.fixture
def start(env: dict[str, str]) -> Iterator[Callable[..., RawClient]]:
    clients: list[RawClient] = []

    def start_one(code: str = "") -> RawClient:
        clients.append(RawClient([sys.executable, "-c", code + SERVE], env=env))
        return clients[-1]

    yield start_one
    for client in clients:
        client.kill()


def message(method: str, params: Any, msg_id: int | None = None) -> bytes:
    body = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if msg_id is None else {"id": msg_id})
    data = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


@posix_only
@pytest.mark.parametrize("end", ["signal", "end of input"])
def test_a_client_that_does_not_read_cannot_keep_the_server_alive(env: dict[str, str], end: str) -> None:
    # Answers that nobody takes fill the pipe long before the last of the requests; these need no thread and no index.
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE) | {"stderr": subprocess.DEVNULL}
    with subprocess.Popen(SERVER, bufsize=0, env=env, **pipes) as process:  # type: ignore[call-overload]
        stdin = process.stdin
        stdin.write(message("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 0))
        stdin.write(message("initialized", {}))
        requests = b"".join(message("x" * 300, {}, number) for number in range(1, 3_001))

        def write() -> None:
            with suppress(OSError):  # it may end before it has read them all
                stdin.write(requests)

        writing = threading.Thread(target=write, daemon=True)
        writing.start()
        writing.join(LONG_S)
        assert not writing.is_alive()  # what it does not write does not keep it from reading
        if end == "signal":
            process.send_signal(signal.SIGTERM)
        else:
            stdin.close()
        try:
            assert process.wait(LONG_S) == (128 + signal.SIGTERM if end == "signal" else 1)
        finally:
            process.kill()


LOOP_HANGS = """
import time
from lsp_codebase.server import features
features.HANDLERS["codebase/status"] = (lambda *_: time.sleep(600), None)
"""


@posix_only
@pytest.mark.parametrize("end", ["signal", "end of input", "parent"])
def test_a_loop_that_hangs_does_not_keep_the_server_alive(start: Any, end: str) -> None:
    client = start(LOOP_HANGS)
    with subprocess.Popen(["sleep", "600"]) as parent:
        client.initialize(processId=parent.pid)
        client.start("codebase/status", {})
        if end == "signal":
            client.process.send_signal(signal.SIGTERM)
        elif end == "end of input":
            client.process.stdin.close()
        parent.kill()
        assert client.wait(LONG_S) == (128 + signal.SIGTERM if end == "signal" else 1)


SEARCH_WAITS = """
import os, time
from lsp_codebase.model import bounds
from lsp_codebase.workspace import Workspace
bounds.MOST_WAITING = {most}
search = Workspace.search
def wait_and_search(self, query, cancel, *rest, **options):
    while not os.path.exists({gate!r}):
        time.sleep(0.01)
    return search(self, query, cancel, *rest, **options)
Workspace.search = wait_and_search
"""


@pytest.mark.parametrize("most", [100, pytest.param(MOST_WAITING, marks=pytest.mark.slow)])
def test_a_flood_of_searches_does_not_hold_up_another_request(start: Any, tmp_path: Path, most: int) -> None:
    gate, root = tmp_path / "gate", tmp_path / "root"
    root.mkdir()
    file = root / "a.txt"
    file.write_text("text\n")
    client = start(SEARCH_WAITS.format(gate=str(gate), most=most))
    client.initialize(rootUri=root.as_uri())
    client.wait_until_indexed()
    searches = [client.start("codebase/hybridSearch", {"query": "x"}) for _ in range(2 * most)]
    reading = client.start("codebase/readFile", {"uri": file.as_uri()})
    answers = [client.read()]
    while answers[-1]["id"] != reading:
        answers.append(client.read())
    assert answers.pop()["result"]["text"] == "text\n"
    assert {answer["error"]["code"] for answer in answers} == {-32802}  # no search was answered before
    dropped = [answer["id"] for answer in answers]
    assert len(dropped) == most - 3  # so many wait, three are being answered
    assert set(dropped) < set(searches[:most])  # the oldest
    gate.touch()
    answered = [client.read() for _ in range(most + 3)]
    assert {answer["id"] for answer in answered if "result" in answer} == set(searches) - set(dropped)
    client.close()


def test_a_repair_is_answered_while_its_folder_is_closed(start: Any, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for number in range(3):
        (root / f"f{number}.py").write_text(f"def f{number}(): pass\n")
    folder = {"uri": root.as_uri(), "name": "root"}
    client = start()
    client.initialize(workspaceFolders=[folder])
    client.wait_until_indexed()
    for number in range(2):
        (root / f"new{number}.py").write_text("x = 1\n")  # something to repair: nobody told of it
        doctor = client.start("codebase/doctor", {"repair": True})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        answer = client.answer_to(doctor)
        assert answer.get("error", {}).get("code") in (None, -32803), answer
        client.wait_until_indexed()
    client.close()


NOBODY_READS_THE_LOG = """
import os
_, full = os.pipe()
os.set_blocking(full, False)
try:
    while True:
        os.write(full, b"x")
except BlockingIOError:
    os.set_blocking(full, True)
os.dup2(full, 2)
"""


@posix_only
def test_a_client_that_does_not_read_the_log_is_answered_and_the_server_ends(start: Any) -> None:
    client = start(NOBODY_READS_THE_LOG)
    client.initialize(initializationOptions={"log": {"level": "debug"}})
    for _ in range(20):
        client.notify("textDocument/didSave", {})  # a line each, and one from pygls
        assert client.result("codebase/status", {}) == []
    client.close()


HELD_LOOP = """
import asyncio, os
from lsp_codebase.server import dispatch
receive = dispatch.CodebaseProtocol.receive
def receive_or_hold(self, message):
    if message["method"] == "test/hold":
        open(os.environ["HELD"]).close()
        os.write(2, f"WAITING {len(asyncio.get_running_loop()._ready)}\\n".encode())
    else:
        receive(self, message)
dispatch.CodebaseProtocol.receive = receive_or_hold
"""


@posix_only
def test_requests_that_come_while_the_loop_is_held_wait_in_the_pipe_and_all_are_answered(
    start: Callable[..., RawClient], env: dict[str, str], tmp_path: Path
) -> None:
    held = env["HELD"] = str(tmp_path / "held")
    os.mkfifo(held)
    client = start(HELD_LOOP)
    client.initialize()
    client.notify("test/hold")
    bodies = [b'{"jsonrpc": "2.0", "id": %d, "method": "codebase/none"}' % number for number in range(20_000)]
    written = 0

    def send() -> None:
        nonlocal written
        for first in range(0, len(bodies), 100):
            client.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in bodies[first:][:100]))
            written += 100

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    before = -1
    while before != written or not written:  # until the client is held up, too
        before = written
        sender.join(1.0)
    assert written < len(bodies)
    with open(held, "w"):
        pass
    assert [client.read()["id"] for _ in bodies] == [*range(len(bodies))]
    client.close()
    (line,) = [line for line in client.log.splitlines() if line.startswith("WAITING")]
    assert int(line.split()[1]) <= 1_100
