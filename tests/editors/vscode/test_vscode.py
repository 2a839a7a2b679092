"""VS Code: progress, symbols, search, and the first answer after a reload."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    return play("basics")


def test_the_status_bar_shows_the_progress(seen: Any, workspace: Path) -> None:
    assert any(f"Indexing {workspace.name}" in text for text in seen["startProgress"])


def test_go_to_symbol_finds_a_function(seen: Any) -> None:
    assert seen["symbols"][0] == "measureWidth"


def test_search_selects_the_name_after_text_that_is_not_ascii(seen: Any) -> None:
    assert seen["selected"] == "measureWidth"


def test_search_in_words_shows_hits_whose_names_do_not_contain_them(seen: Any) -> None:
    assert any(name.startswith("JSONDecoder.") for name in seen["hits"][:3])


def test_the_first_answer_after_a_reload_has_the_hit(seen: Any) -> None:
    assert seen["firstAnswer"][0] == "measureWidth"


def test_no_server_outlives_the_window(seen: Any, server_ended: bool) -> None:
    assert server_ended
