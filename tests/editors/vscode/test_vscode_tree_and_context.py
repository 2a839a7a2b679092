"""VS Code: the codebase tree within a budget, and Copy as Context."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    return play("tree_and_context")


def test_the_tree_shows_directories_and_files(seen: Any) -> None:
    assert {"json", "email", "measure.js"} <= {*seen["tree"]}


def test_a_definition_in_the_tree_opens_its_line(seen: Any) -> None:
    assert seen["cursor"].startswith("Ln ")
    assert not seen["cursor"].startswith("Ln 1,")


def test_a_smaller_budget_shows_less_of_the_codebase(seen: Any) -> None:
    assert "json" in seen["treeOf500"]
    assert "5 more" in seen["treeOf500"]
    assert "decoder.py" not in seen["treeOf500"]


def test_copy_tree_copies_the_text_of_the_budget(seen: Any) -> None:
    assert "json/" in seen["treeText"]
    assert len(seen["treeText"].encode()) <= 4 * 500


def test_a_selection_is_copied_as_context(seen: Any) -> None:
    assert "```javascript\n" in seen["selection"]
    assert "measureWidth(text)" in seen["selection"]


def test_the_notice_tells_tokens_and_places(seen: Any) -> None:
    assert "tokens of one place." in seen["notice"]


def test_a_definition_is_copied_with_what_it_calls(seen: Any) -> None:
    assert "`py_make_scanner._scan_once` function" in seen["definition"]
    assert "\nCalled by `py_make_scanner.scan_once` json/scanner.py:65" in seen["definition"]


def test_the_code_that_answers_a_question_is_copied(seen: Any) -> None:
    assert "\n## json/" in seen["question"]


def test_a_folder_is_copied_as_its_tree_and_its_files(seen: Any) -> None:
    assert "\n## json/\n" in seen["folder"]
    assert "\n## json/decoder.py:1-" in seen["folder"]
    assert len(seen["folder"].encode()) <= 4 * 8_000
