"""VS Code: from the status item to the panel, from the search to the panel and back, F4 beside VS Code's own search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    """That the session ended shows the menu's way to the panel, and that a search is run again from its first hit."""
    return play("together")


def count(search: Any) -> int:
    return int(search["count"].split()[0].rstrip("+"))


def test_the_panel_keeps_the_question_with_its_filters(seen: Any) -> None:
    assert seen["first"]["label"] == "read a message · code only · python"
    assert "+ hits in" in seen["first"]["count"]


def test_more_hits_are_loaded_behind_those_that_are_there(seen: Any) -> None:
    assert count(seen["more"]) > count(seen["first"])


def test_a_search_is_refined_with_its_filters_and_comes_back(seen: Any) -> None:
    assert seen["refined"] == {"title": "Codebase: Search · code only · python", "query": "read a message"}
    assert seen["second"]["label"] == "decode a json document · code only · python"


def test_a_search_without_filters_is_refined_without_any(seen: Any) -> None:
    assert seen["unfiltered"] == {"title": "Codebase: Search", "query": "measureWidth"}


def test_similar_code_goes_to_the_panel(seen: Any) -> None:
    assert seen["similar"]["label"] == "Like json/decoder.py:340"
    assert count(seen["similar"]) > 1


def test_f4_belongs_to_the_search_that_is_in_front(seen: Any) -> None:
    assert seen["ownSearch"] == 0
    assert seen["ourSearch"].startswith("Codebase: hit ")
