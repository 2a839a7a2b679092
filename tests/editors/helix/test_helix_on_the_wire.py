"""Helix's messages, replayed: its binary cannot be installed from a package index, its shapes can be sent.

The shapes are those of `helix-lsp/src/client.rs` of July 2026.
"""

from __future__ import annotations

import email
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from editor_session import ABSENT, EditorSession

CAPABILITIES = {
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": False},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
        "executeCommand": {"dynamicRegistration": False},
        "symbol": {"dynamicRegistration": False, "symbolKind": {"valueSet": [*range(1, 27)]}},
        "workspaceFolders": True,
    },
    "textDocument": {"documentSymbol": {"dynamicRegistration": False, "hierarchicalDocumentSymbolSupport": False}},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]},
}
CONFIG = {
    "index": {"exclude": ["email/"], "workers": 1}
}  # of languages.toml; what is asked for by section is not in it


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    """Those that the tests ask about: a replayed client shows progress at once."""
    return email, json


@pytest.fixture(scope="module")
def helix(workspace: Path, server_environment: dict[str, str]) -> Iterator[EditorSession]:
    session = EditorSession(server_environment, None, has_string_ids=False)
    answer = session.request(
        "initialize",
        {
            "processId": os.getpid(),
            "clientInfo": {"name": "helix", "version": "25.07.1 (a05c151b)"},
            "rootPath": str(workspace),
            "rootUri": workspace.as_uri(),
            "workspaceFolders": [{"name": workspace.name, "uri": workspace.as_uri()}],
            "initializationOptions": CONFIG,
            "capabilities": CAPABILITIES,
        },
    )
    assert answer["capabilities"]["positionEncoding"] == "utf-8"
    assert answer["capabilities"]["workspaceSymbolProvider"]
    session.notify("initialized", {})
    session.notify("workspace/didChangeConfiguration", {"settings": CONFIG})
    yield session
    session.close(ABSENT)
    session.kill()


@pytest.fixture(scope="module")
def progress(helix: EditorSession) -> list[Any]:
    return helix.wait_for_index()


def test_indexing_shows_its_progress(progress: list[Any]) -> None:
    assert [value["kind"] for value in (progress[0], progress[-1])] == ["begin", "end"]
    assert progress[0]["title"]


def test_a_symbol_has_the_place_helix_jumps_to(helix: EditorSession, progress: list[Any], workspace: Path) -> None:
    symbol = helix.request("workspace/symbol", {"query": "measureWidth"})[0]
    line = (workspace / "measure.js").read_bytes().splitlines()[1]
    start = {"line": 1, "character": line.index(b"measureWidth")}
    end = {"line": 1, "character": start["character"] + len("measureWidth")}
    assert symbol["name"] == "measureWidth"
    assert symbol["location"] == {"uri": (workspace / "measure.js").as_uri(), "range": {"start": start, "end": end}}
    assert 1 <= symbol["kind"] <= 26


def test_the_picker_is_not_empty_before_anything_is_typed(helix: EditorSession, progress: list[Any]) -> None:
    assert helix.request("workspace/symbol", {"query": ""})


def test_the_config_of_languages_toml_is_followed(helix: EditorSession, progress: list[Any]) -> None:
    assert helix.request("workspace/symbol", {"query": "JSONDecoder"})
    assert all("/email/" not in uri for uri in _uris(helix.request("workspace/symbol", {"query": "parse"})))


def test_commands_are_answered(helix: EditorSession, progress: list[Any]) -> None:
    status = helix.request("workspace/executeCommand", {"command": "codebase.status", "arguments": []})
    assert status[0]["phase"] == "ready"
    assert helix.request("workspace/executeCommand", {"command": "codebase.reindex", "arguments": []}) is None
    assert helix.wait_for_index()[-1]["kind"] == "end"


def _uris(symbols: list[Any]) -> list[str]:
    return [symbol["location"]["uri"] for symbol in symbols]
