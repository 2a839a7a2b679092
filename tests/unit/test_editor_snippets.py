"""The snippets for editors that cannot be run here, against what their clients read (their schemas of August 2026)."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from lsp_codebase.cli.editors import SNIPPETS
from lsp_codebase.cli.parser import parse

KATE_KEYS = set(
    "command commandDebug path root rootIndicationFileNames rootIndicationFilePatterns url highlightingModeRegex "
    "documentLanguageId settings initializationOptions use useWorkspace".split()
)
COC_KEYS = set("command args filetypes rootPatterns settings initializationOptions env enable trace.server".split())
SUBLIME_KEYS = set("enabled command selector priority_selector initialization_options settings env".split())
ZED_TASK_KEYS = set("label command args env cwd use_new_terminal allow_concurrent_runs reveal hide shell tags".split())
ZED_VARIABLES = set(
    "ZED_COLUMN ZED_ROW ZED_FILE ZED_FILENAME ZED_DIRNAME ZED_RELATIVE_FILE ZED_RELATIVE_DIR ZED_STEM ZED_SYMBOL "
    "ZED_SELECTED_TEXT ZED_LANGUAGE ZED_WORKTREE_ROOT".split()
)
STARTS = ["lsp-codebase", "--stdio"]


def loaded(name: str) -> Any:
    return json.loads(SNIPPETS[name].text())


def test_kate_starts_the_server_for_what_no_other_server_takes() -> None:
    ((name, server),) = loaded("kate")["servers"].items()
    assert server.keys() <= KATE_KEYS
    assert server["command"] == STARTS
    assert name > "zig"  # the first in the alphabet whose expression matches the mode of a file gets it
    assert re.search(server["highlightingModeRegex"], "AppleScript")
    assert "%{ENV:HOME}/.local/bin" in server["path"]


def test_coc_takes_the_server_for_every_file_type() -> None:
    ((name, server),) = loaded("coc")["languageserver"].items()
    assert re.fullmatch("[_a-zA-Z]+", name)
    assert server.keys() <= COC_KEYS
    assert [server["command"], *server["args"]] == STARTS
    assert server["filetypes"] == ["*"]


def test_sublime_takes_the_server_for_every_scope() -> None:
    (server,) = loaded("sublime")["clients"].values()
    assert server.keys() <= SUBLIME_KEYS
    assert server["command"] == STARTS
    assert server["enabled"] is True


def test_zed_gives_its_agent_the_tools() -> None:
    (server,) = loaded("zed")["context_servers"].values()
    assert server.keys() == {"command", "args"}
    assert parse(server["args"]).command == "mcp"


@pytest.mark.parametrize("task", loaded("zed-tasks"), ids=lambda task: str(task["label"]))
def test_a_task_of_zed_is_a_command_of_ours_whose_last_argument_is_no_option(task: Any) -> None:
    assert task.keys() <= ZED_TASK_KEYS
    assert task["command"] == "lsp-codebase"
    assert {name for value in (*task["args"], task["cwd"]) for name in re.findall(r"\$(\w+)", value)} <= ZED_VARIABLES
    assert task["args"][-2] == "--"
    assert parse([*task["args"][:-1], "-x:1"]).command in ("search", "similar", "callers")


def test_every_snippet_says_where_it_goes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lsp_codebase.cli.run import run

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))  # for a user who has none of it yet
    for name, snippet in SNIPPETS.items():
        assert run(parse(["editor-config", name])) == 0
        printed = capsys.readouterr()
        assert printed.out == snippet.text()
        assert printed.err == f"lsp-codebase: this {snippet.place}\n"


def test_on_windows_a_snippet_goes_where_the_editor_looks_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for name, snippet in SNIPPETS.items():
        assert "{" not in snippet.place
        assert name == "sublime" or re.search(r"%(LOCAL)?APPDATA%\\|%USERPROFILE%\\vimfiles\\", snippet.place)


def test_languages_are_for_helix_alone(capsys: pytest.CaptureFixture[str]) -> None:
    from lsp_codebase.cli.run import run

    assert run(parse(["editor-config", "vim", "--languages", "python"])) == 2
    assert "--languages: only helix takes them" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(SNIPPETS))
def test_every_snippet_is_on_the_page_of_its_editor(name: str) -> None:
    pages = (page.read_text("utf-8") for page in (Path(__file__).parents[2] / "editors").glob("*/README.md"))
    assert any(f"editor-config {name}`" in text or f"editor-config {name} " in text for text in pages)
