"""The Vim file in a real Vim. Needs `vim`; VIM_LSP=FOLDER with the sources of vim-lsp tries its symbol search, too."""

from __future__ import annotations

import email
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lsp_codebase.cli.editors import SNIPPETS

pytestmark = pytest.mark.editor

SCENARIO = Path(__file__).parent / "scenario.vim"
VIM_LSP = os.environ.get("VIM_LSP")


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return email, json


@pytest.fixture(scope="module")
def answers(workspace: Path, server_environment: dict[str, str]) -> dict[str, Any]:
    """What the scenario saw."""
    vim = shutil.which("vim")
    assert vim is not None, "vim is missing: apt-get install vim"
    home = Path(server_environment["HOME"])
    plugin = home / ".vim" / "plugin" / "lsp_codebase.vim"
    plugin.parent.mkdir(parents=True)
    plugin.write_text(SNIPPETS["vim"].text(), "utf-8")
    settings = home / "vimrc"
    settings.write_text(f"set nocompatible nomore\n{f'set runtimepath^={VIM_LSP}' if VIM_LSP else ''}\n", "utf-8")
    told = home / "answers"
    environment = {**server_environment, "ANSWERS": str(told)}
    subprocess.run(
        [vim, "-es", "-N", "-u", settings, "-c", "runtime! plugin/**/*.vim", "-S", SCENARIO],
        cwd=workspace, env=environment, check=False, capture_output=True, timeout=1_200,
    )  # fmt: skip
    return dict(json.loads(line) for line in told.read_text("utf-8").splitlines())


def test_a_search_fills_the_quickfix_list_and_the_first_hit_opens_at_its_line(answers: dict[str, Any]) -> None:
    file, line, _, is_place, text = answers["search"][0]
    assert (file, line, is_place) == ("measure.js", 2, 1)
    assert "measureWidth" in text
    assert answers["opened"][0] == "measure.js"
    assert "measureWidth" in answers["opened"][1]


def test_code_like_the_definition_at_the_cursor_is_found(answers: dict[str, Any]) -> None:
    places = [file for file, _, _, is_place, _ in answers["similar"] if is_place]
    assert len(places) > 3
    assert any(file.startswith("json/") for file in places)


def test_callers_of_the_word_under_the_cursor_are_listed(answers: dict[str, Any]) -> None:
    assert any("JSONDecodeError(" in text for *_, text in answers["callers"])


def test_a_selection_is_searched_whatever_it_holds(answers: dict[str, Any], workspace: Path) -> None:
    assert answers["selection"][0][:2] == ["measure.js", 2]
    assert answers["register"] == "kept"
    assert not (workspace / "owned").exists()


def test_what_is_told_stands_in_the_list_as_a_sentence(answers: dict[str, Any]) -> None:
    assert any("nothing" in text and not is_place for *_, is_place, text in answers["nothing"])


@pytest.mark.skipif(VIM_LSP is None, reason="VIM_LSP names no sources of vim-lsp")
def test_vim_lsp_finds_symbols_of_the_whole_codebase(answers: dict[str, Any]) -> None:
    assert answers["symbols"][0][:2] == ["measure.js", 2]
