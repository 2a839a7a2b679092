"""The progress of requests under the token that came with them: it begins, and ends before the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import SERVE, RawClient

TOKEN = "mine"


def write_files(root: Path, count: int) -> None:
    body = "".join(f"def function_{{n}}_{line}(first, second):\n    return first + second\n\n\n" for line in range(10))
    for n in range(count):
        (root / f"file_{n}.py").write_text(body.replace("{n}", str(n)))


def exchange(client: RawClient, method: str, params: Any) -> tuple[list[Any], Any]:
    """Return what came under the token, and the answer; all that comes before it must be progress."""
    msg_id = client.start(method, params)
    values = []
    while "id" not in (message := client.read()):
        assert message["method"] == "$/progress", message
        assert message["params"]["token"] == TOKEN
        values.append(message["params"]["value"])
    assert message["id"] == msg_id
    return values, message


def kinds(values: list[Any]) -> list[str]:
    return [value["kind"] for value in values]


@pytest.fixture
def small(shared: RawClient, tmp_path: Path) -> Iterator[RawClient]:
    """The server of this file, with a folder of one file."""
    (tmp_path / "cart.py").write_text("def total_price(): pass\n")
    with shared.visit(tmp_path):
        yield shared


def test_a_request_begins_and_ends_under_its_token_before_its_answer(small: RawClient, tmp_path: Path) -> None:
    document = {"uri": (tmp_path / "cart.py").as_uri()}
    for method, params in (
        ("codebase/hybridSearch", {"query": "total price"}),
        ("workspace/symbol", {"query": "total"}),
        ("codebase/similar", {"textDocument": document, "position": {"line": 0, "character": 4}}),
        ("codebase/directoryTree", {}),
        ("codebase/doctor", {}),
    ):
        values, answer = exchange(small, method, {**params, "workDoneToken": TOKEN})
        assert kinds(values) == ["begin", "end"], method
        assert values[0]["title"]
        assert "result" in answer
        if method.startswith("codebase/"):
            twin = {"command": method.replace("/", "."), "arguments": [params], "workDoneToken": TOKEN}
            values, again = exchange(small, "workspace/executeCommand", twin)
            assert kinds(values) == ["begin", "end"], method
            assert again["result"].keys() == answer["result"].keys()


def test_progress_that_an_error_ends_has_ended_before_it(small: RawClient) -> None:
    values, answer = exchange(small, "codebase/directoryTree", {"uri": "file:///elsewhere", "workDoneToken": TOKEN})
    assert kinds(values) == ["begin", "end"]
    assert answer["error"]["code"] == -32602
    values, answer = exchange(small, "codebase/reindex", {"folder": "file:///elsewhere", "workDoneToken": TOKEN})
    assert kinds(values) == ["begin", "end"]
    assert answer["error"]["data"]["field"] == "folder"
    values, answer = exchange(small, "codebase/directoryTree", {"preset": "other", "workDoneToken": TOKEN})
    assert values == []


def test_parts_of_an_answer_come_between_the_begin_and_the_end(small: RawClient) -> None:
    params = {"query": "total", "workDoneToken": TOKEN, "partialResultToken": TOKEN}
    msg_id = small.start("workspace/symbol", params)
    values = [small.read()["params"]["value"] for _ in range(3)]
    assert [value["kind"] if isinstance(value, dict) else len(value) for value in values] == ["begin", 1, "end"]
    assert small.answer_to(msg_id)["result"] == []


SLOW_TO_OPEN = """
import asyncio
from lsp_codebase.server.session import Session
open_at_once = Session._open
async def open_later(self):
    await asyncio.sleep(1)
    return await open_at_once(self)
Session._open = open_later
"""


def test_what_is_waited_for_is_reported(start: Callable[..., RawClient], tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def total_price(): pass\n")
    client = start([sys.executable, "-c", SLOW_TO_OPEN + SERVE])
    client.initialize(rootUri=tmp_path.as_uri())
    values, answer = exchange(client, "codebase/directoryTree", {"workDoneToken": TOKEN})
    assert kinds(values) == ["begin", "report", "end"]
    assert values[1]["message"] == "Opening the folders"
    assert "cart.py" in answer["result"]["text"]
    client.close()


def test_it_is_announced_where_lsp_has_a_place_for_it(shared: RawClient) -> None:
    assert shared.capabilities["workspaceSymbolProvider"]["workDoneProgress"] is True
    assert shared.capabilities["executeCommandProvider"]["workDoneProgress"] is True


def test_a_reindex_with_a_token_shows_all_of_the_work_and_is_answered_at_its_end(
    shared: RawClient, tmp_path: Path
) -> None:
    write_files(tmp_path, 400)  # so many that it takes several reports to read them, whose content is known
    with shared.visit(tmp_path):
        (before,) = shared.wait_until_indexed()
        values, answer = exchange(shared, "codebase/reindex", {"workDoneToken": TOKEN})
        (after,) = shared.result("codebase/status", {})
    assert answer["result"] is None
    assert kinds(values) == ["begin", *["report"] * (len(values) - 2), "end"]
    assert values[0]["percentage"] == 0
    percentages = [value["percentage"] for value in values[1:-1]]
    assert percentages == sorted(percentages)
    assert any("/400 file_" in value["message"] for value in values[1:-1])
    assert values[-1]["message"] == "400 files indexed"
    assert (after["phase"], after["stale"], after["files"]["indexed"]) == ("ready", False, 400)
    assert after["vectors"]["done"] == after["vectors"]["total"] == before["vectors"]["total"]


def test_a_reindex_without_a_token_is_answered_at_once(small: RawClient) -> None:
    assert small.result("codebase/reindex", {}) is None
    small.wait_until_indexed()


def test_the_bar_of_a_reindex_is_the_clients_and_no_second_one(client: RawClient, tmp_path: Path) -> None:
    write_files(tmp_path, 20)
    client.initialize({"window": {"workDoneProgress": True}}, rootUri=tmp_path.as_uri())
    while (message := client.read()).get("method") != "window/workDoneProgress/create":
        pass
    client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
    while client.read()["params"]["value"]["kind"] != "end":
        pass
    client.wait_until_indexed()
    values, answer = exchange(client, "codebase/reindex", {"folder": tmp_path.as_uri(), "workDoneToken": TOKEN})
    assert (kinds(values)[0], kinds(values)[-1], answer["result"]) == ("begin", "end", None)
    client.close()


def test_cancelling_a_reindex_stops_the_indexing_and_it_is_resumed_under_a_token(
    client: RawClient, tmp_path: Path
) -> None:
    write_files(tmp_path, 600)
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions={"embedding": {"model": "none"}})
    msg_id = client.start("codebase/reindex", {"workDoneToken": TOKEN})
    while "/600" not in client.read()["params"]["value"].get("message", ""):
        pass
    client.notify("$/cancelRequest", {"id": msg_id})
    while "id" not in (message := client.read()):
        last = message["params"]["value"]["kind"]
    assert last == "end"
    assert (message["id"], message["error"]["code"]) == (msg_id, -32800)

    def stopped() -> Any:
        (status,) = client.result("codebase/status", {})
        return status if status["phase"] == "ready" else None

    status = client.wait_for(stopped)
    assert "stopped" in status["message"]
    assert status["files"]["indexed"] < 600
    for _ in range(2):  # what is complete is only looked at
        values, answer = exchange(client, "codebase/reindex", {"resume": True, "workDoneToken": TOKEN})
        assert answer["result"] is None
        assert (kinds(values)[0], values[0]["title"]) == ("begin", "Indexing")
        assert values[-1] == {"kind": "end", "message": "600 files indexed"}
    (status,) = client.result("codebase/status", {})
    assert (status["phase"], status["stale"], status["files"]["indexed"]) == ("ready", False, 600)
    client.close()


def test_a_folder_that_is_closed_ends_its_reindex(client: RawClient, tmp_path: Path) -> None:
    write_files(tmp_path, 300)
    client.initialize(rootUri=tmp_path.as_uri())
    msg_id = client.start("codebase/reindex", {"workDoneToken": TOKEN})
    assert client.read()["params"]["value"]["kind"] == "begin"
    removed = {"event": {"added": [], "removed": [{"uri": tmp_path.as_uri(), "name": "x"}]}}
    client.notify("workspace/didChangeWorkspaceFolders", removed)
    while "id" not in (message := client.read()):
        last = message["params"]["value"]["kind"]
    assert (last, message["id"]) == ("end", msg_id)
    client.close()


def test_a_reindex_of_a_folder_that_is_gone_says_so(client: RawClient, tmp_path: Path) -> None:
    (root := tmp_path / "root").mkdir()
    write_files(root, 3)
    client.initialize(rootUri=root.as_uri())
    client.wait_until_indexed()
    root.rename(tmp_path / "elsewhere")
    client.wait_for(lambda: client.result("codebase/status", {})[0]["phase"] == "failed")
    _, answer = exchange(client, "codebase/reindex", {"workDoneToken": TOKEN})
    assert answer["error"]["code"] == -32803
    assert "is gone" in answer["error"]["message"]
    client.close()
