"""Neovim 0.11 or newer, with `vim.lsp.enable`: what the language server shows by itself, and the first commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Any) -> Any:
    """What one session saw, step by step (see `scenario.lua`)."""
    return play("scenario.lua")


@pytest.fixture(scope="module")
def seen_again(seen: Any, play: Any) -> Any:
    """What the first second of the next session saw (see `again.lua`)."""
    return play("again.lua")


def test_the_server_is_started_for_the_folder(seen: Any, workspace: Path) -> None:
    assert seen["root"] == str(workspace)
    assert seen["encoding"] == "utf-8"


@pytest.mark.parametrize("run", ["first_run", "second_run"])
def test_indexing_and_reindexing_show_their_progress(seen: Any, run: str) -> None:
    begin, *reports, end = seen[run]
    assert (begin["kind"], begin["percentage"]) == ("begin", 0)
    assert [report["kind"] for report in reports] == ["report"] * len(reports)
    assert reports
    assert end["kind"] == "end"
    assert "files" in end["message"]


def test_a_workspace_symbol_is_found(seen: Any, workspace: Path) -> None:
    found = [item for item in seen["symbols"] if item["text"].endswith("scanstring")]
    assert str(workspace / "json" / "decoder.py") in {item["filename"] for item in found}


def test_a_column_counts_bytes_after_text_that_is_not_ascii(seen: Any, workspace: Path) -> None:
    item = seen["measure"][0]
    line = (workspace / "measure.js").read_bytes().splitlines()[1]
    assert (item["lnum"], item["col"]) == (2, 1 + line.index(b"measureWidth"))


def test_a_search_for_a_name_jumps_to_it(seen: Any) -> None:
    assert seen["search"]["title"] == "Codebase: measureWidth"
    assert seen["search"]["first"] == {"word": "measureWidth", "file": "measure.js", "line": 2}


def test_a_search_in_words_fills_the_quickfix_list(seen: Any) -> None:
    assert 3 <= len(seen["meaning"]["texts"]) <= 50
    assert any("decode" in text for text in seen["meaning"]["texts"][:3])


def test_the_title_says_how_a_query_was_read_and_that_nothing_matches_well(seen: Any) -> None:
    taken = "names and file endings are taken, as in python and py"
    note = f"lang:klingon is taken as words: unknown language 'klingon'; {taken}"
    assert seen["noted"] == f"Codebase: measureWidth lang:klingon ({note})"
    assert seen["weak"] == "Nothing matches well; nearest: zzqx flurb wombat"


def test_a_saved_function_is_found(seen: Any, workspace: Path) -> None:
    item = seen["saved"][0]
    line = (workspace / "json" / "decoder.py").read_text("utf-8").splitlines()[item["lnum"] - 1]
    assert line == "def freshly_saved_function():"


def test_the_status_names_the_folder_and_its_files(seen: Any, workspace: Path) -> None:
    assert re.match(rf"{workspace.name}: ready, \d+ of \d+ files, \d+ symbols, \d+ chunks", seen["status"][0])


def test_the_first_question_of_the_next_session_has_its_answer(seen_again: Any) -> None:
    assert "scanstring" in seen_again["symbols"]
    assert seen_again["notices"] == []
    assert "measureWidth" in seen_again["hits"][0]


def test_the_next_session_shows_hits_in_its_first_second(seen_again: Any) -> None:
    assert seen_again["milliseconds"] < 60_000  # on a busy machine; alone it takes a second


def test_no_server_outlives_neovim(seen: Any, server_ended: bool) -> None:
    assert server_ended
