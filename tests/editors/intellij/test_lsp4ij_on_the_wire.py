"""LSP4IJ's messages, replayed in the shapes of LSP4J 1.0: string ids, null params, UTF-16 only, and no mercy.

LSP4IJ drops the connection at the first message it cannot read, so every message of a session is checked.
"""

from __future__ import annotations

import email
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from editor_session import EditorSession
from raw_client import TIMEOUT_S

CAPABILITIES = {
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "executeCommand": {"dynamicRegistration": True},
        "fileOperations": {"dynamicRegistration": True, "didCreate": True, "didDelete": True, "didRename": True},
        "symbol": {},
        "workspaceFolders": True,
    },
    "textDocument": {
        "synchronization": {"willSave": True, "willSaveWaitUntil": True, "didSave": True, "dynamicRegistration": True}
    },
    "window": {
        "workDoneProgress": True,
        "showMessage": {"messageActionItem": {"additionalPropertiesSupport": False}},
        "showDocument": {"support": True},
    },
    "general": {"staleRequestSupport": {"cancel": True, "retryOnContentModified": []}, "positionEncodings": ["utf-16"]},
}
SETTINGS = {"index": {"exclude": [], "workers": 1}}  # settings.json, expanded, below the section


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    """Those that the tests ask about: a replayed client shows progress at once."""
    return email, json


@pytest.fixture(scope="module")
def intellij(workspace: Path, server_environment: dict[str, str]) -> Iterator[EditorSession]:
    session = EditorSession(server_environment, SETTINGS, has_string_ids=True)
    answer = session.request(
        "initialize",
        {
            "processId": os.getpid(),
            "rootPath": str(workspace),
            "rootUri": workspace.as_uri(),
            "initializationOptions": {},
            "capabilities": CAPABILITIES,
            "clientInfo": {"name": "IntelliJ IDEA 2026.1 (build IC-261.22158.277)"},
            "trace": "off",
            "workspaceFolders": [{"uri": workspace.as_uri(), "name": workspace.name}],
        },
    )
    assert answer["capabilities"]["positionEncoding"] == "utf-16"
    session.notify("initialized", {})
    yield session
    session.close(None)
    session.kill()


@pytest.fixture(scope="module")
def progress(intellij: EditorSession) -> list[Any]:
    return intellij.wait_for_index()


def test_progress_has_no_null_and_whole_percentages(progress: list[Any]) -> None:
    assert [value["kind"] for value in (progress[0], progress[-1])] == ["begin", "end"]
    for value in progress:
        assert None not in value.values()
        assert isinstance(value.get("percentage", 0), int)


def test_a_name_is_asked_for_twice_and_found_exactly(intellij: EditorSession, progress: list[Any]) -> None:
    names = [symbol["name"] for symbol in intellij.request("workspace/symbol", {"query": "measW"})]
    assert "measureWidth" in names
    assert intellij.request("workspace/symbol", {"query": "measureWidth"})[0]["name"] == "measureWidth"
    assert intellij.request("workspace/symbol", {"query": ""})


def test_a_symbol_can_be_jumped_to_in_utf_16(intellij: EditorSession, progress: list[Any], workspace: Path) -> None:
    symbol = intellij.request("workspace/symbol", {"query": "measureWidth"})[0]
    before = (workspace / "measure.js").read_text("utf-8").splitlines()[1].partition("measureWidth")[0]
    start = symbol["location"]["range"]["start"]
    assert (start["line"], start["character"]) == (1, len(before.encode("utf-16-le")) // 2)


def test_every_symbol_is_one_that_lsp4ij_reads(intellij: EditorSession, progress: list[Any]) -> None:
    symbols = intellij.request("workspace/symbol", {"query": "JSON"})
    assert any(symbol["kind"] == 5 for symbol in symbols)  # Go to Class shows classes, interfaces, enums and structs
    for symbol in symbols:
        assert "deprecated" not in symbol  # would make the whole list SymbolInformation
        assert symbol["location"]["range"].keys() == {"start", "end"}
        assert 1 <= symbol["kind"] <= 26
        assert None not in symbol.values()


def test_a_saved_class_is_found(intellij: EditorSession, progress: list[Any], workspace: Path) -> None:
    path = workspace / "json" / "scanner.py"
    text = path.read_text("utf-8") + "\n\nclass JustSaved:\n    pass\n"
    document = {"uri": path.as_uri()}
    opened = {**document, "languageId": "python", "version": 0, "text": text}
    intellij.notify("textDocument/didOpen", {"textDocument": opened})
    path.write_text(text, "utf-8")
    intellij.notify("textDocument/didSave", {"textDocument": document})
    deadline = time.monotonic() + TIMEOUT_S
    symbols: list[Any] = []
    while not symbols and time.monotonic() < deadline:
        symbols = intellij.request("workspace/symbol", {"query": "JustSaved"})
    assert symbols[0]["location"]["uri"] == path.as_uri()


def test_no_message_breaks_the_connection(intellij: EditorSession, progress: list[Any]) -> None:
    intellij.request("codebase/status", {})
    for message in intellij.received:
        assert message["jsonrpc"] == "2.0"
        assert "id" not in message or isinstance(message["id"], str)  # ours follow LSP4J's; a number must fit 32 bits
        if "method" in message:
            assert message["method"] in {
                "$/progress",
                "client/registerCapability",
                "window/workDoneProgress/create",
                "workspace/configuration",
            }
