"""The main job, end to end: open real code, watch it being indexed, search it, edit it, come back to it."""

from __future__ import annotations

import email
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

EDITOR = {
    "window": {"workDoneProgress": True},
    "experimental": {"codebase": {"indexStatus": True}},
    "workspace": {"workspaceFolders": True},
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The `email` and `json` packages of the running interpreter."""
    root = tmp_path / "lib"
    for package in (email, json):
        assert package.__file__ is not None
        target = root / package.__name__
        shutil.copytree(Path(package.__file__).parent, target, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def watch_indexing(client: RawClient) -> tuple[list[Any], list[Any]]:
    """Answer as an editor does until indexing has ended; return the progress values and the statuses."""
    values, statuses, token = [], [], None
    while not values or values[-1]["kind"] != "end" or statuses[-1]["phase"] != "ready":
        message = client.read()
        params = message["params"]
        if message["method"] == "window/workDoneProgress/create":
            assert token is None
            token = params["token"]
            assert isinstance(token, str)
            client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif message["method"] == "$/progress":
            assert params["token"] == token
            values.append(params["value"])
        else:
            assert message["method"] == "codebase/indexStatus", message
            statuses.append(params)
    return values, statuses


def ask(client: RawClient, method: str, params: Any) -> Any:
    """Return the result of a request; index notifications may come in between."""
    msg_id = client.start(method, params)
    while (message := client.read()).get("method") == "codebase/indexStatus":
        pass
    assert message["id"] == msg_id
    assert "result" in message, message
    return message["result"]


def settled(client: RawClient) -> Any:
    (status,) = ask(client, "codebase/status", {})
    return status if status["phase"] == "ready" and not status["stale"] else None


def close(client: RawClient) -> None:
    ask(client, "shutdown", None)
    client.notify("exit")
    assert client.wait() == 0
    assert "Traceback" not in client.log


def test_open_index_search_edit_and_come_back(start: Callable[..., RawClient], checkout: Path) -> None:
    client = start()
    folders = [{"uri": checkout.as_uri(), "name": "lib"}]
    client.initialize(EDITOR, workspaceFolders=folders)
    values, statuses = watch_indexing(client)

    begin, *reports, end = values
    names = [path.name for path in checkout.rglob("*.*")]
    assert begin == {"kind": "begin", "title": "Indexing lib", "cancellable": True, "percentage": 0}
    assert reports
    for report in reports:
        count, file = report["message"].split(" ")
        done, total = map(int, count.split("/"))
        assert 0 < done <= total <= len(names)
        assert file.rpartition("/")[2] in names
    assert [report["percentage"] for report in reports] == sorted(report["percentage"] for report in reports)
    assert end["kind"] == "end"
    assert "\n" not in end["message"]
    assert statuses[-1]["files"] == {"indexed": len(names), "total": len(names), "skipped": 0, "failed": 0}

    by_name = ask(client, "workspace/symbol", {"query": "parseaddr"})
    utils = checkout / "email" / "utils.py"
    assert (by_name[0]["name"], by_name[0]["location"]["uri"]) == ("parseaddr", utils.as_uri())
    line = by_name[0]["location"]["range"]["start"]["line"]
    assert utils.read_text(encoding="utf-8").splitlines()[line].startswith("def parseaddr(")

    sentence = "turn a byte offset in a JSON document into line and column numbers for an error"
    answer = ask(client, "codebase/hybridSearch", {"query": sentence, "limit": 10})
    found = [(Path(hit["location"]["uri"]).name, hit["text"]) for hit in answer["hits"][:3]]
    assert any(name == "decoder.py" and "class JSONDecodeError" in text for name, text in found)
    assert answer["index"]["phase"] == "ready"

    tree = ask(client, "codebase/directoryTree", {"uri": checkout.as_uri()})
    for name in ("email/", "json/", "decoder.py", "mime/"):
        assert name in tree["text"]

    utils.write_text(utils.read_text(encoding="utf-8") + "\n\ndef brandNewThing():\n    pass\n", encoding="utf-8")
    client.notify("textDocument/didSave", {"textDocument": {"uri": utils.as_uri()}})
    new = client.wait_for(lambda: ask(client, "workspace/symbol", {"query": "brandNewThing"}))
    assert new[0]["location"]["uri"] == utils.as_uri()
    generation = client.wait_for(lambda: settled(client))["generation"]
    close(client)

    client = start()
    client.initialize(EDITOR, workspaceFolders=folders)
    watch_indexing(client)
    (status,) = ask(client, "codebase/status", {})
    assert status["generation"] == generation, "a second start indexes nothing"
    assert ask(client, "workspace/symbol", {"query": "brandNewThing"})[0]["name"] == "brandNewThing"
    close(client)
