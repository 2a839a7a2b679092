"""VS Code: the calls and the commits of what the cursor is at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def workspace(shop: Path) -> Path:
    return shop


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    return play("calls_and_history")


def test_the_calls_of_the_definition_around_the_cursor_stand_in_the_panel(seen: Any) -> None:
    assert seen["around"][0] == "Calls of Cart.add"
    assert "Called by" in seen["around"]


def test_a_name_at_the_cursor_wins_over_the_definition_around_it(seen: Any) -> None:
    assert seen["ofWord"][0] == "Calls of Cart.total_price"


def test_the_commits_of_the_definition_around_the_cursor_are_listed(seen: Any) -> None:
    assert seen["ofDefinition"] == ["Round to cents", "Add the value added tax"]


def test_commits_are_found_by_words(seen: Any) -> None:
    assert seen["ofWords"][0] == "Charge what a customer owes"
