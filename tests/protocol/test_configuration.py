"""The doors through which settings come in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from raw_client import SERVE, RawClient

PULL = {"workspace": {"configuration": True}}
OFF = {"index": {"enabled": False}}
PATIENT = "from lsp_codebase.server import configuration; configuration.PULL_TIMEOUT_S = 60.0; "
IMPATIENT = "from lsp_codebase.server import configuration; configuration.PULL_TIMEOUT_S = 0.1; "


@pytest.fixture
def client(start: Callable[..., RawClient]) -> RawClient:
    """A server that waits for the settings of a client on a busy machine, too."""
    return start([sys.executable, "-c", PATIENT + SERVE])


def phase(client: RawClient) -> str:
    return str(client.result("codebase/status", {})[0]["phase"])


def told(client: RawClient) -> str:
    """Return what the user is warned of: a message, the same as in the log before it."""
    log, shown = client.read(), client.read()
    assert (log["method"], shown["method"]) == ("window/logMessage", "window/showMessage")
    assert log["params"] == shown["params"]
    assert log["params"]["type"] == 2
    return str(log["params"]["message"])


def answer_pull(client: RawClient, result: Any) -> None:
    request = client.read()
    assert request["method"] == "workspace/configuration"
    assert request["params"]["items"] == [{"section": "lspCodebase"}]
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


@pytest.mark.parametrize("options", [{"index.enabled": False}, {"lspCodebase": OFF}])
def test_options_of_initialize_are_taken(client: RawClient, tmp_path: Path, options: Any) -> None:
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions=options)
    assert phase(client) == "disabled"
    client.close()


def test_a_pull_that_says_nothing_keeps_the_options_of_initialize(client: RawClient, tmp_path: Path) -> None:
    client.initialize(PULL, rootUri=tmp_path.as_uri(), initializationOptions=OFF)
    answer_pull(client, [None])
    assert phase(client) == "disabled"
    client.close()


def test_a_client_that_never_answers_is_served(start: Callable[..., RawClient], tmp_path: Path) -> None:
    client = start()
    client.initialize(PULL, rootUri=tmp_path.as_uri(), initializationOptions=OFF)
    assert client.read()["method"] == "workspace/configuration"
    assert phase(client) == "disabled"
    client.close()


def test_settings_that_a_busy_client_tells_late_are_used(start: Callable[..., RawClient], tmp_path: Path) -> None:
    client = start([sys.executable, "-c", IMPATIENT + SERVE])
    client.initialize(PULL, rootUri=tmp_path.as_uri())
    late = client.read()
    assert late["method"] == "workspace/configuration"
    client.wait_until_indexed()
    client.send({"jsonrpc": "2.0", "id": late["id"], "result": [OFF]})
    client.wait_for(lambda: phase(client) == "disabled")
    client.close()


def test_settings_told_late_do_not_undo_later_ones(start: Callable[..., RawClient], tmp_path: Path) -> None:
    client = start([sys.executable, "-c", IMPATIENT + SERVE])
    client.initialize(PULL, rootUri=tmp_path.as_uri())
    late = client.read()
    client.wait_until_indexed()
    client.notify("workspace/didChangeConfiguration", {})
    answer_pull(client, [OFF])
    client.wait_for(lambda: phase(client) == "disabled")
    client.send({"jsonrpc": "2.0", "id": late["id"], "result": [{}]})
    assert phase(client) == "disabled"
    client.close()


def test_settings_may_be_pushed(client: RawClient, tmp_path: Path) -> None:
    client.initialize(rootUri=tmp_path.as_uri())
    client.wait_until_indexed()
    for nothing in (None, {}, {"lspCodebase": None}, {"lspCodebase": {}}):
        client.notify("workspace/didChangeConfiguration", {"settings": nothing})
    assert phase(client) == "ready"
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": OFF, "python": {"x": 1}}})
    client.wait_for(lambda: phase(client) == "disabled")
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": None}})
    assert phase(client) == "disabled"
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": {}}})  # the last setting is removed
    client.wait_for(lambda: phase(client) == "ready")
    client.close()


def test_reindexing_what_is_switched_off_is_refused(client: RawClient, tmp_path: Path) -> None:
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions=OFF)
    error = client.error("codebase/reindex", {})
    assert (error["code"], error["message"]) == (
        -32803, f"{tmp_path} is not indexed: index.enabled is false; set it to true"
    )  # fmt: skip
    client.close()


def test_the_client_is_asked_when_it_can_be(client: RawClient, tmp_path: Path) -> None:
    client.initialize(PULL, rootUri=tmp_path.as_uri())
    answer_pull(client, None)  # no list of settings: the defaults
    (status,) = client.wait_until_indexed()
    assert status["phase"] == "ready"
    removed, on = None, {"index": {"enabled": True}}
    for nothing, later in (({"settings": None}, removed), ({}, on), (None, removed)):
        client.notify("workspace/didChangeConfiguration", nothing)
        answer_pull(client, [OFF])
        client.wait_for(lambda: phase(client) == "disabled")
        client.notify("workspace/didChangeConfiguration", nothing)
        answer_pull(client, [later])
        client.wait_for(lambda: phase(client) == "ready")
    client.close()


def test_a_change_without_settings_changes_nothing_where_the_client_cannot_be_asked(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions=OFF)
    client.notify("workspace/didChangeConfiguration", {})
    assert phase(client) == "disabled"
    client.close()
    assert "ignoring" not in client.log


def test_settings_of_other_servers_are_no_concern_of_ours(client: RawClient, tmp_path: Path) -> None:
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions=[])  # what Lua makes of an empty table
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase.index.enabled": False, "gopls.x": 1}})
    client.wait_for(lambda: phase(client) == "disabled")
    others = {"pylsp": {"plugins": {}}, "gopls.usePlaceholders": True}
    client.notify("workspace/didChangeConfiguration", {"settings": others})
    assert phase(client) == "disabled"
    client.close()
    assert "unknown setting" not in client.log
    assert "expected an object" not in client.log


def test_what_is_wrong_is_told_in_one_message_and_the_rest_is_used(client: RawClient, tmp_path: Path) -> None:
    options = {"index": {"enabled": False, "workers": "many"}, "colour": "red"}
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions=options)
    message = told(client)
    assert "index.workers: must be a number" in message
    assert "colour: unknown setting" in message
    assert phase(client) == "disabled"
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": options}})
    assert phase(client) == "disabled"  # and the same is not told again
    client.close()


def test_what_is_wrong_in_a_folder_is_told_only_while_it_is_open(client: RawClient, tmp_path: Path) -> None:
    folders = []
    for name, text in (("right", ""), ("wrong", "[index]\nmaxFileBytes = 'many'\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "lsp-codebase.toml").write_text(text)
        folders.append({"uri": (tmp_path / name).as_uri(), "name": name})
    client.initialize(workspaceFolders=folders, initializationOptions=OFF)
    assert "maxFileBytes" in told(client)
    assert "settingsProblems" in client.result("codebase/status", {})[0]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": folders[1:]}})
    (status,) = client.result("codebase/status", {})
    assert "settingsProblems" not in status
    client.close()


def test_a_log_file_is_written(client: RawClient, tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    client.initialize(initializationOptions={"log": {"level": "info", "file": str(log)}})
    client.notify("textDocument/didSave", {})
    client.close()
    assert "ignoring textDocument/didSave" in log.read_text()


def test_a_log_file_that_cannot_be_opened_is_told(client: RawClient, tmp_path: Path) -> None:
    client.initialize(initializationOptions={"log": {"file": str(tmp_path)}})
    assert "log.file" in told(client)
    client.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes in the file system")
def test_a_log_file_that_is_a_pipe_is_refused_and_holds_up_nothing(client: RawClient, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    client.initialize(initializationOptions={"log": {"file": str(tmp_path / "pipe")}})
    assert "log.file: " + str(tmp_path / "pipe") + " is not a regular file" in told(client)
    client.close()


def test_events_are_asked_for_where_the_client_can_register(client: RawClient) -> None:
    dynamic = {"dynamicRegistration": True}
    client.initialize({"workspace": {"didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic}})
    request = client.read()
    assert request["method"] == "client/registerCapability"
    assert [entry["method"] for entry in request["params"]["registrations"]] == [
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
    ]
    assert request["params"]["registrations"][0]["registerOptions"] == {"watchers": [{"globPattern": "**/*"}]}
    client.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no"}})
    client.close()


def test_a_number_beyond_all_bounds_is_told_and_initialize_is_answered(client: RawClient) -> None:
    params = b'{"capabilities": {}, "initializationOptions": {"index": {"workers": 1e400}}}'
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ' + params + b"}"
    client.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert "capabilities" in client.answer_to(1)["result"]
    client.notify("initialized", {})
    assert "index.workers: must be between 0 and 64; keeping 0" in told(client)
    client.close()
