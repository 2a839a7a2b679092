"""The progress of indexing, as clients of every temper see it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

import psutil
import pytest
from raw_client import END_S, TIMEOUT_S, RawClient

BAR = {"window": {"workDoneProgress": True}}
FILES = 200
MANY = 800  # enough to be stopped in the middle
QUIET_S = 2.0  # half a second after a cancel another run used to begin
LONG_S = 10.0


@pytest.fixture
def busy(client: RawClient, tmp_path: Path) -> RawClient:
    """A server that has just begun to index enough files to be seen doing it."""
    return begun(client, tmp_path, FILES)


def begun(client: RawClient, root: Path, count: int) -> RawClient:
    body = "".join(f"def function_{{n}}_{line}(first, second):\n    return first + second\n\n\n" for line in range(10))
    for n in range(count):
        (root / f"file_{n}.py").write_text(body.replace("{n}", str(n)))
    own = {
        "index": {"location": str(root.with_name(f"{root.name}-index"))}
    }  # else the files of the test before are known
    capabilities = BAR | {"experimental": {"codebase": {"indexStatus": True}}}
    client.initialize(capabilities, rootUri=root.as_uri(), initializationOptions=own)
    return client


def messages(client: RawClient, *, accept: bool = True) -> Iterator[Any]:
    """Yield what the server sends, answering its requests."""
    while True:
        message = client.read()
        if message.get("method") == "window/workDoneProgress/create" and accept:
            client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        yield message


def first(client: RawClient, wanted: Callable[[Any], Any]) -> Any:
    return next(message for message in messages(client) if wanted(message))


def wait_until_complete(client: RawClient) -> Any:
    """Return the status once nothing is missing, reading what comes before the answers."""
    while True:
        msg_id = client.start("codebase/status", {})
        statuses = first(client, lambda message, msg_id=msg_id: message.get("id") == msg_id)["result"]
        if statuses and all(status["phase"] == "ready" and not status["stale"] for status in statuses):
            return statuses


def kind(message: Any) -> Any:
    return message["params"]["value"]["kind"] if message.get("method") == "$/progress" else None


def files(message: Any) -> Any:
    return message["params"]["files"] if message.get("method") == "codebase/indexStatus" else None


def test_reports_and_statuses_are_rare_and_grow(client: RawClient, tmp_path: Path) -> None:
    begin = time.monotonic()
    seen: list[Any] = []
    is_ready = is_ended = False
    for message in messages(begun(client, tmp_path, FILES)):
        seen.append(message)
        is_ready |= bool(files(message)) and message["params"]["phase"] == "ready"
        is_ended |= kind(message) == "end"
        if is_ready and is_ended:
            break
    took_s = time.monotonic() - begin  # when the server wrote a message is not known here, which may read it late
    kinds = [kind(message) for message in seen if kind(message)]
    assert kinds == ["begin", *["report"] * (len(kinds) - 2), "end"]
    reports = [message["params"]["value"] for message in seen if kind(message) == "report"]
    assert len(reports) <= 1 + took_s / 0.1
    percentages = [value["percentage"] for value in reports]
    assert percentages == sorted(percentages)
    assert all(type(percentage) is int for percentage in percentages)
    assert len([message for message in seen if files(message)]) <= 2 + took_s / 0.5


@pytest.mark.parametrize("quiet_s", [QUIET_S, pytest.param(LONG_S, marks=pytest.mark.slow)])
def test_cancelling_the_bar_stops_indexing_until_it_is_resumed(
    client: RawClient, tmp_path: Path, quiet_s: float
) -> None:
    busy = begun(client, tmp_path, MANY)
    report = first(busy, lambda message: kind(message) == "report")
    busy.notify("window/workDoneProgress/cancel", {"token": report["params"]["token"]})
    first(busy, lambda message: kind(message) == "end")
    msg_id = busy.start("codebase/status", {})
    (status,) = first(busy, lambda message: message.get("id") == msg_id)["result"]
    assert status["phase"] == "ready"
    assert status["files"]["total"] == MANY
    done = status["files"]["indexed"]
    assert done < MANY
    how = "a change, the next start or codebase/reindex with resume goes on"
    assert status["message"] == f"stopped, {done} of {MANY} files indexed; {how}"
    end = time.monotonic() + quiet_s
    while (left := end - time.monotonic()) > 0:  # the watcher, when it stands, asks for another look
        with suppress(queue.Empty):
            assert busy.read(left).get("method") != "window/workDoneProgress/create"
    msg_id = busy.start("workspace/symbol", {"query": "function_1_1"})
    assert "result" in first(busy, lambda message: message.get("id") == msg_id)
    msg_id = busy.start("codebase/reindex", {"resume": True})
    assert first(busy, lambda message: message.get("id") == msg_id)["result"] is None
    reports = takewhile(lambda message: kind(message) != "end", messages(busy))
    resumed = next(message["params"]["value"]["message"] for message in reports if kind(message) == "report")
    assert f"/{MANY - done} " in resumed  # from where it was stopped
    assert list(reports)
    (status,) = wait_until_complete(busy)
    assert status["files"]["indexed"] == MANY
    assert "message" not in status


@pytest.mark.parametrize("reply", [{"error": {"code": -32603, "message": "no bars here"}}, None])
def test_a_client_without_a_bar_does_not_hold_up_indexing(busy: RawClient, reply: Any) -> None:
    for message in messages(busy, accept=False):
        assert message.get("method") != "$/progress"
        if message.get("method") == "window/workDoneProgress/create" and reply:
            busy.send({"jsonrpc": "2.0", "id": message["id"]} | reply)
        if files(message) and message["params"]["phase"] == "ready":
            break
    assert files(message)["indexed"] == FILES


def test_requests_are_answered_while_indexing(busy: RawClient) -> None:
    first(busy, lambda message: kind(message) == "report")
    for query in ("function", "nothing"):
        msg_id = busy.start("codebase/hybridSearch", {"query": query})
        answer = first(busy, lambda message, msg_id=msg_id: message.get("id") == msg_id)
        assert answer["result"]["index"]["phase"] in ("indexing", "embedding", "ready")


def test_the_end_of_input_ends_everything_within_a_second_while_indexing(busy: RawClient) -> None:
    first(busy, lambda message: kind(message) == "report")
    family = [psutil.Process(busy.process.pid), *psutil.Process(busy.process.pid).children(recursive=True)]
    begin = time.monotonic()
    assert busy.process.stdin is not None
    busy.process.stdin.close()
    busy.wait()
    assert time.monotonic() - begin < END_S
    _, alive = psutil.wait_procs(family, timeout=TIMEOUT_S)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def test_a_client_that_announces_nothing_is_sent_nothing(client: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    client.initialize(rootUri=tmp_path.as_uri())
    client.wait_until_indexed()
    client.close()


def test_the_doctor_answers_by_request_and_by_command(shared: RawClient, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def one(): pass\n")
    with shared.visit(tmp_path):
        checks = shared.result("codebase/doctor", {"repair": True})["checks"]
        assert {check["state"] for check in checks} == {"ok"}
        assert {check["folder"] for check in checks} == {tmp_path.as_uri()}
        by_command = {"command": "codebase.doctor", "arguments": [{"folder": tmp_path.as_uri()}]}
        assert shared.result("workspace/executeCommand", by_command)["checks"] == checks
        error = shared.error("codebase/doctor", {"repair": "yes"})
        assert (error["code"], error["data"]["field"]) == (-32602, "repair")


def test_an_index_that_is_cleared_is_empty_for_its_client_until_it_is_asked_for(
    shared: RawClient, tmp_path: Path
) -> None:
    (tmp_path / "one.py").write_text("def one(): pass\n")
    with shared.visit(tmp_path):
        (status,) = shared.result("codebase/status", {})
        assert shared.result("codebase/clear", {"folder": tmp_path.as_uri()}) is None
        answer = shared.result("codebase/hybridSearch", {"query": "one"})
        assert (answer["hits"], answer["index"]["files"]["indexed"]) == ([], 0)
        assert any("codebase/reindex" in note for note in answer["notes"])
        (empty,) = shared.result("codebase/status", {})
        assert empty["bytesOnDisk"] < status["bytesOnDisk"]
        assert shared.result("codebase/reindex", {}) is None
        shared.wait_until_indexed()
        assert shared.result("codebase/hybridSearch", {"query": "one"})["hits"]
        error = shared.error("codebase/clear", {"folder": 7})
        assert (error["code"], error["data"]["field"]) == (-32602, "folder")


def test_an_index_that_is_cleared_and_asked_for_at_once_is_read(shared: RawClient, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def one(): pass\n")
    with shared.visit(tmp_path):
        asked = [shared.start(method, {}) for method in ("codebase/clear", "codebase/reindex") * 3]
        answers = {answer["id"]: answer for answer in (shared.read() for _ in asked)}
        assert [answers[msg_id]["result"] for msg_id in asked] == [None] * 6
        shared.wait_until_indexed()
        assert shared.result("codebase/hybridSearch", {"query": "one"})["hits"]


def test_the_status_names_the_settings_that_are_wrong_for_as_long_as_they_are(
    client: RawClient, tmp_path: Path
) -> None:
    (tmp_path / "one.py").write_text("def one(): pass\n")
    client.initialize(rootUri=tmp_path.as_uri())
    for most, problems in (("many", 1), ("more", 1), (9, 0)):
        settings = {"lspCodebase": {"symbols": {"maxResults": most}}}
        client.notify("workspace/didChangeConfiguration", {"settings": settings})
        until = time.monotonic() + TIMEOUT_S
        while len(wait_until_complete(client)[0].get("settingsProblems", [])) != problems:
            assert time.monotonic() < until
            time.sleep(0.05)
