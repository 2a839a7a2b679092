"""VS Code: a server that is missing, is installed, is another program, has wrong settings, is killed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from _pytest.tmpdir import TempPathFactory

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def machine_settings(tools: dict[str, str], tmp_path_factory: TempPathFactory) -> dict[str, Any]:
    """No path to a server; an installer that puts the real one where uv would, and remembers how it was called."""
    home = Path(tools["HOME"])
    folder = home / ".local" / "bin"
    folder.mkdir(parents=True)
    server = shutil.which("lsp-codebase", path=tools["PATH"])
    installer = folder / "uv"
    installer.write_text(f'#!/bin/sh\necho "$@" > "{home}/installed"\ncp "{server}" "{folder}/lsp-codebase"\n')
    installer.chmod(0o755)
    return {
        "workbench.startupEditor": "none",
        "workbench.secondarySideBar.defaultVisibility": "hidden",
        "lspCodebase.server.package": "lsp-codebase-of-this-test",
    }


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any], settings_file: Path, tools: dict[str, str]) -> Any:
    server = shutil.which("lsp-codebase", path=tools["PATH"])
    assert server is not None
    return play("start", SETTINGS=str(settings_file), SERVER=server)


def test_a_missing_server_is_one_message_with_the_ways_out(seen: Any) -> None:
    (message,) = seen["missing"]
    assert "not installed" in message
    assert seen["missingButtons"][:3] == ["Install", "Set Path", "Show Log"]
    assert any("What Is Wrong?" in row for row in seen["menu"])


def test_the_search_without_a_server_leads_to_the_same_message(seen: Any) -> None:
    assert seen["fromSearch"] == seen["missing"]


def test_the_server_is_installed_after_a_question_that_shows_the_command(seen: Any, tools: dict[str, str]) -> None:
    assert "uv tool install lsp-codebase-of-this-test" in seen["question"]
    assert (Path(tools["HOME"]) / "installed").read_text().split() == ["tool", "install", "lsp-codebase-of-this-test"]


def test_another_program_is_one_message_with_its_answer_and_the_fix(seen: Any) -> None:
    (message,) = [text for text in seen["wrong"] if "is not lsp-codebase" in text]
    assert len(seen["wrong"]) == 1
    assert "/bin/echo" in message
    assert "--version" in message
    assert "lspCodebase.server.path" in message


def test_a_setting_that_changes_while_nothing_runs_is_no_second_message(seen: Any) -> None:
    assert seen["whileStopped"] == []
    assert seen["repaired"] == []


def test_a_wrong_setting_is_one_warning_and_shown_by_the_item_until_it_is_right(seen: Any) -> None:
    (message,) = seen["wrongSettings"]
    assert "symbols.maxResults" in message


def test_a_killed_server_is_started_again_without_a_word(seen: Any) -> None:
    assert seen["afterCrash"] == []


def test_after_several_crashes_the_server_is_left_alone_with_one_message(seen: Any) -> None:
    (message,) = seen["afterCrashes"]
    assert "not started again" in message
    assert "Error:" not in message


def test_no_server_outlives_the_window(seen: Any, server_ended: bool) -> None:
    assert server_ended
