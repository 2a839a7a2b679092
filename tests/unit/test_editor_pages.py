"""The pages below `editors/`: every editor is on the page of all, and no start is long."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

EDITORS = Path(__file__).parents[2] / "editors"
PAGE_OF_ALL = (EDITORS / "README.md").read_text("utf-8")


def test_every_editor_is_on_the_page_of_all() -> None:
    for page in EDITORS.glob("*/README.md"):
        assert f"({page.relative_to(EDITORS).as_posix()})" in PAGE_OF_ALL, page


def test_the_first_answer_takes_five_steps_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EDITORS.parent))
    steps = importlib.import_module("editors.generate.steps")
    for page in EDITORS.glob("*/README.md"):
        assert 2 <= steps.steps_of(page.read_text("utf-8")) <= 5, page
    assert steps.steps_of("1. a\n\n```\n1. b\n```\n") == 1
    assert steps.steps_of("1. a\n   text\n2. b\n\n## Another list\n\n1. c\n2. d\n3. e\n") == 2


def test_every_row_of_the_table_has_a_cell_for_each_editor() -> None:
    rows = [line for line in PAGE_OF_ALL.splitlines() if line.startswith("|") and line.count("|") > 4]
    head, line, *others = (row.strip("|").split("|") for row in rows)
    assert len(head) == len(line) == 10
    for name, *cells in others:
        assert [cell.strip() in {"✓", "◐", "▸", "—"} for cell in cells] == [True] * 9, name
