"""The commands of the VS Code extension: its manifest, its source and its README name the same ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
REGISTRATION = re.compile(
    r'\bregister(?:Command|TextEditorCommand)?\([^"()]*"(lspCodebase\.[\w.]+)"|"(lspCodebase\.[\w.]+)":'
)
"""A call that registers a command, or an entry of a table of commands."""


@pytest.fixture
def contributed() -> Any:
    return json.loads((EXTENSION / "package.json").read_text("utf-8"))["contributes"]


@pytest.fixture
def source() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((EXTENSION / "src").rglob("*.ts")))


@pytest.fixture
def declared(contributed: Any) -> dict[str, str]:
    """Their names by their ids: what stands in the title before a colon or an ellipsis."""
    return {one["command"]: re.split(r":|…|\.\.\.", one["title"])[0] for one in contributed["commands"]}


@pytest.fixture
def registered(source: str) -> Counter[str]:
    return Counter(first or second for first, second in REGISTRATION.findall(source))


def test_every_command_is_declared_once_under_our_category(contributed: Any) -> None:
    assert len(contributed["commands"]) == len({one["command"] for one in contributed["commands"]})
    assert all(one["category"].split(":")[0] == "Codebase" for one in contributed["commands"])


def test_every_declared_command_is_registered_once(declared: dict[str, str], registered: Counter[str]) -> None:
    assert sorted(declared) == sorted(registered.keys() & declared.keys())
    assert max(registered.values()) == 1


def test_a_command_that_is_not_declared_is_one_that_the_extension_runs_itself(
    declared: dict[str, str], registered: Counter[str], source: str
) -> None:
    for command in registered.keys() - declared.keys():
        assert source.count(f'"{command}"') > 1, f"{command} is registered, and nothing leads to it"


def test_menus_keys_and_links_name_commands_that_there_are(contributed: Any, declared: dict[str, str]) -> None:
    named = {
        entry["command"] for entries in contributed.get("menus", {}).values() for entry in entries if "command" in entry
    }
    named |= {entry["command"] for entry in contributed.get("keybindings", ())}
    named |= set(re.findall(r"(?:command|onCommand):(lspCodebase\.[\w.]+)", json.dumps(contributed)))
    assert {command for command in named if command.startswith("lspCodebase.")} <= declared.keys()


def test_the_readme_has_every_command_of_the_palette_and_no_other(contributed: Any, declared: dict[str, str]) -> None:
    hidden = {
        entry["command"] for entry in contributed.get("menus", {}).get("commandPalette", ()) if entry["when"] == "false"
    }
    palette = {name for command, name in declared.items() if command not in hidden}
    bold = re.findall(r"\*\*([^*]+)\*\*", (EXTENSION / "README.md").read_text("utf-8"))
    assert palette <= {text.removeprefix("Codebase: ") for text in bold}
    assert {text.removeprefix("Codebase: ") for text in bold if text.startswith("Codebase: ")} <= palette


def test_no_command_takes_the_id_of_one_of_the_servers(declared: dict[str, str]) -> None:
    from lsp_codebase.server.messages import COMMANDS

    assert declared
    assert not declared.keys() & COMMANDS.keys()
