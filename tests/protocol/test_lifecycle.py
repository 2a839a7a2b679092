"""From `initialize` to `exit`, against the real process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from raw_client import END_S, HEARD, SERVER, TIMEOUT_S, RawClient

from lsp_codebase import __version__

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}


def test_it_says_what_it_can(client: RawClient) -> None:
    answer = client.initialize()
    capabilities = answer["capabilities"]
    assert answer["serverInfo"] == {"name": "lsp-codebase", "version": __version__}
    assert capabilities["textDocumentSync"] == {"openClose": True, "change": 2, "save": {"includeText": False}}
    assert capabilities["workspaceSymbolProvider"] == {"resolveProvider": False, "workDoneProgress": True}
    assert capabilities["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    announced = capabilities["experimental"]["codebase"]
    assert announced["version"] == 1
    assert "codebase/hybridSearch" in announced["methods"]
    twins = {method.replace("/", ".") for method in announced["methods"]}
    assert set(capabilities["executeCommandProvider"]["commands"]) == twins
    client.close()


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        (["utf-32", "utf-8"], "utf-32"),
        pytest.param(["utf-16"], "utf-16", marks=pytest.mark.slow),
        pytest.param(["utf-8", "utf-16", "utf-32"], "utf-8", marks=pytest.mark.slow),
        pytest.param(["utf-7"], "utf-16", marks=pytest.mark.slow),
    ],
)
def test_it_takes_the_encoding_the_client_prefers(client: RawClient, offered: Any, chosen: str) -> None:
    capabilities = {"general": {"positionEncodings": offered}} if offered else {}
    answer = client.result("initialize", INITIALIZE | {"capabilities": capabilities})
    assert answer["capabilities"]["positionEncoding"] == chosen
    client.close()


def test_a_request_before_initialize_is_refused(client: RawClient) -> None:
    for method in ("workspace/symbol", "codebase/hybridSearch", "shutdown", "no/such"):
        assert client.error(method, {"query": "x"})["code"] == -32002
    client.initialize()
    client.close()


def test_a_notification_before_initialize_is_dropped(client: RawClient) -> None:
    client.notify("textDocument/didSave", {"textDocument": {"uri": "file:///a"}})
    client.initialize()
    client.close()


def test_initialize_answers_once(shared: RawClient) -> None:
    assert shared.error("initialize", INITIALIZE)["code"] == -32600
    assert shared.result("codebase/status", {}) == []


def test_a_client_that_forgets_initialized_is_served(client: RawClient) -> None:
    client.result("initialize", INITIALIZE)
    assert client.result("codebase/status", {}) == []
    client.close()


def test_a_wrong_initialize_can_be_put_right(client: RawClient) -> None:
    error = client.error("initialize", {"processId": None, "rootUri": 5, "capabilities": {}})
    assert (error["code"], error["data"]["field"]) == (-32602, "rootUri")
    assert client.error("initialize", {})["data"] == {"field": "capabilities", "reason": "is required"}
    client.initialize()
    client.close()


def test_capabilities_that_cannot_be_read_are_taken_as_absent(client: RawClient) -> None:
    capabilities = {
        "textDocument": {"callHierarchy": [{"dynamicRegistration": False}], "hover": []},
        "workspace": {"symbol": {"symbolKind": {"valueSet": [1, "two", 999]}}, "fileOperations": {"didCreate": True}},
        "general": {"positionEncodings": ["utf-8"]},
    }
    answer = client.initialize(capabilities)["capabilities"]
    assert answer["positionEncoding"] == "utf-8"
    assert answer["workspace"]["fileOperations"]["didCreate"]["filters"][0]["pattern"] == {"glob": "**/*"}
    client.close()


def test_what_editors_send_by_the_way_is_not_worth_a_line_in_the_log(ready: RawClient) -> None:
    answered = ready.start("codebase/status")
    ready.answer_to(answered)
    ready.notify("$/cancelRequest", {"id": answered})
    ready.notify("$/cancelRequest", {"id": "long ago"})
    ready.notify("$/setTrace", {"value": "messages"})
    ready.notify("$/ourOwn", {})
    ready.close()
    assert ready.log == ""


def test_requests_after_shutdown_are_refused(ready: RawClient) -> None:
    ready.result("shutdown")
    assert ready.error("workspace/symbol", {"query": "x"})["code"] == -32600
    assert ready.error("initialize", INITIALIZE)["code"] == -32600
    assert ready.error("shutdown")["code"] == -32600
    ready.notify("exit")
    assert ready.wait() == 0


def test_exit_without_shutdown_is_a_failure(ready: RawClient) -> None:
    ready.notify("exit")
    assert ready.wait() == 1


def test_exit_before_initialize_is_a_failure(client: RawClient) -> None:
    client.notify("exit")
    assert client.wait() == 1


def test_shutdown_and_exit_in_one_write_are_both_heard(ready: RawClient) -> None:
    shutdown = b'{"jsonrpc":"2.0","id":"last","method":"shutdown","params":null}'
    goodbye = b'{"jsonrpc":"2.0","method":"exit","params":null}'
    ready.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in (shutdown, goodbye)))
    assert ready.answer_to("last")["result"] is None
    assert ready.wait() == 0


@pytest.mark.parametrize("state", ["before initialize", "ready"])
def test_the_end_of_input_ends_the_process_within_a_second(client: RawClient, state: str) -> None:
    if state == "ready":
        client.initialize()
    else:
        client.error("shutdown")
    begin = time.monotonic()
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.wait() == 1
    assert time.monotonic() - begin < END_S


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", HEARD)
def test_a_signal_ends_the_process_cleanly(ready: RawClient, number: signal.Signals) -> None:
    ready.process.send_signal(number)
    assert ready.wait() == 128 + number
    assert "KeyboardInterrupt" not in ready.log


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", HEARD)
def test_a_signal_before_the_first_message_ends_the_process_cleanly_too(number: signal.Signals) -> None:
    code = (
        "import sys\n"
        "from lsp_codebase.server import app, forwarding\n"
        "read = forwarding.read_messages\n"
        "forwarding.read_messages = lambda stream: print('reads', file=sys.stderr, flush=True) or read(stream)\n"
        "raise SystemExit(app.serve())\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"reads\n"
        process.send_signal(number)
        assert process.wait(TIMEOUT_S) == 128 + number
        assert process.stderr.read() == b""


@pytest.mark.skipif(not shutil.which("nohup"), reason="nohup is a POSIX command")
def test_a_process_that_is_to_outlive_its_terminal_does(start: Callable[..., RawClient]) -> None:
    client = start(["nohup", *SERVER])
    client.initialize()
    client.process.send_signal(signal.SIGHUP)
    assert client.result("codebase/status", {}) == []
    client.close()


def test_a_client_that_stopped_reading_ends_the_process() -> None:
    with subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]")
        assert process.wait(TIMEOUT_S) == 1


SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def test_the_server_does_not_outlive_its_parent(client: RawClient) -> None:
    parent = subprocess.Popen(SLEEP)
    client.initialize(processId=parent.pid)
    parent.kill()
    parent.wait()
    assert client.wait() == 1


def test_the_parent_named_on_the_command_line_is_watched(start: Callable[..., RawClient]) -> None:
    parent = subprocess.Popen(SLEEP)
    code = f"from lsp_codebase.server.app import serve; raise SystemExit(serve(parent_pid={parent.pid}))"
    client = start([sys.executable, "-c", code])
    client.initialize()
    parent.kill()
    parent.wait()
    assert client.wait() == 1


def test_a_client_that_names_the_servers_own_process_is_served(client: RawClient) -> None:
    client.initialize(processId=client.process.pid)
    client.close()


def test_prints_and_child_processes_stay_off_the_wire(start: Callable[..., RawClient]) -> None:
    code = (
        "import os, subprocess, sys\n"
        "from lsp_codebase.server import app, features\n"
        "def noisy(client, params):\n"
        "    print('printed'); os.write(1, b'written\\n')\n"
        "    subprocess.run([sys.executable, '-c', 'import sys; sys.stdin.read()'])\n"  # would eat the next frames
        "features.HANDLERS['initialize'] = (noisy, None)\n"
        "raise SystemExit(app.serve())\n"
    )
    client = start([sys.executable, "-c", code])
    client.initialize()
    client.close()
    assert "printed" in client.log
    assert "written" in client.log


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes it")
def test_a_closed_standard_error_does_no_harm(start: Callable[..., RawClient]) -> None:
    client = start(["sh", "-c", 'exec "$@" 2>&-', "sh", *SERVER])
    client.initialize()
    client.close()


def test_one_client_is_served_over_a_loopback_port() -> None:
    code = "from lsp_codebase.server.app import serve; raise SystemExit(serve(tcp_port=0))"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, env=os.environ) as process:
        assert process.stderr is not None
        host, _, port = process.stderr.readline().split()[-1].decode().rpartition(":")
        assert host == "127.0.0.1"
        with socket.create_connection((host, int(port)), timeout=TIMEOUT_S) as connection:
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}).encode()
            connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            assert connection.recv(16) == b"Content-Length: "
        assert process.wait(TIMEOUT_S) == 1
        process.stderr.read()
