"""Helix's messages and keys, replayed, as those of a version newer than any package of it.

The shapes are those of `helix-lsp/src/client.rs` of July 2026.
"""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from editor_session import ABSENT, EditorSession
from helix_rules import opened, shown, typed

from lsp_codebase.cli.editors import SNIPPETS

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


def shell(step: str, folder: Path, environment: dict[str, str], given: str | None = None) -> str:
    """Return what Helix shows of the command behind a colon, such as `:pipe`."""
    command = step.partition(" ")[2]
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, input=given, stdin=None if given else subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    return shown(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def keys() -> dict[str, Any]:
    tomllib = pytest.importorskip("tomllib", reason="needs Python 3.11")
    found: dict[str, Any] = tomllib.loads(SNIPPETS["helix-keys"].text())["keys"]["normal"]["space"]["x"]
    return found


def test_a_hit_of_words_is_opened_by_its_key(
    progress: list[Any], keys: dict[str, Any], workspace: Path, server_environment: dict[str, str]
) -> None:
    asked = typed(keys["x"]).partition("\n")[2] + "width that is measured lang:javascript"
    hits = shell(asked, workspace, server_environment).splitlines()
    pattern = typed(keys["o"]).partition("s")[2].partition("\n")[0]
    found = re.search(pattern, hits[0], re.MULTILINE)
    assert found is not None
    assert opened(found[0])[:2] == ("measure.js", 1)


def test_a_selection_is_searched_whatever_it_holds(
    progress: list[Any], keys: dict[str, Any], workspace: Path, server_environment: dict[str, str]
) -> None:
    selected = "function measureWidth(text) { return \"$(touch owned)\" + 'a' * `touch owned`; }\n"
    (pipe,) = (step for step in keys["w"] if step.startswith(":pipe"))
    assert "measure.js:2:" in shell(pipe, workspace, server_environment, selected)
    assert not (workspace / "owned").exists()


def test_code_like_a_definition_is_found_by_its_place(
    progress: list[Any], keys: dict[str, Any], workspace: Path, server_environment: dict[str, str]
) -> None:
    pipe = typed(keys["s"]).partition("%:pipe")[2].partition("\n")[0]
    hits = shell(":pipe" + pipe, workspace, server_environment, "json/decoder.py:284\n")
    assert re.search(r"^json/\w+\.py:\d+:\d+", hits, re.MULTILINE), hits


def test_the_tree_and_the_status_are_shown(
    progress: list[Any], keys: dict[str, Any], workspace: Path, server_environment: dict[str, str]
) -> None:
    assert "decoder.py" in shell(keys["t"], workspace, server_environment)
    assert "ready" in shell(keys["i"], workspace, server_environment)


def test_nothing_found_is_said_in_the_buffer(
    progress: list[Any], keys: dict[str, Any], workspace: Path, server_environment: dict[str, str]
) -> None:
    asked = typed(keys["x"]).partition("\n")[2] + "width path:nowhere"
    assert "nothing found" in shell(asked, workspace, server_environment)
