"""VS Code: the status item with its menu and pages; stop, rebuild, doctor and clear."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    """Enough that indexing can be stopped in the middle."""
    return (numpy,)


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any], workspace: Path) -> Any:
    (workspace / "blob.bin").write_bytes(bytes(range(256)) * 8)
    return play("status")


def test_the_item_shows_indexing_with_its_percentage_and_can_stop_it(seen: Any) -> None:
    assert "%" in seen["indexing"]
    assert any("Stop Indexing" in label for label in seen["menuWhileIndexing"])
    assert "warning" in seen["stoppedColour"]


def test_the_search_shows_the_percentage_of_the_item_as_it_grows(seen: Any) -> None:
    first, second = map(int, seen["percents"])
    assert first < second


def test_the_menu_has_every_command(seen: Any) -> None:
    menu = " ".join(seen["menu"])
    for entry in ("Search", "Show Index Status", "Rebuild", "Doctor", "Clear", "Restart", "Show Log", "Settings"):
        assert entry in menu


def test_the_tooltip_tells_how_search_works(seen: Any) -> None:
    assert "by words and meaning" in seen["tooltip"]


def test_the_page_tells_what_is_indexed_and_what_is_not(seen: Any, workspace: Path) -> None:
    page = seen["page"]
    for fact in (workspace.name, "ready", "python", "MB", "this window's server", "blob.bin", "binary"):
        assert fact in page


def test_the_doctor_shows_its_checks(seen: Any) -> None:
    assert "in order" in seen["doctor"]
    assert "damaged" not in seen["doctor"]


def test_a_rebuild_asks_first(seen: Any, workspace: Path) -> None:
    assert workspace.name in seen["rebuildQuestion"]
    assert "not touched" in seen["rebuildQuestion"]
    assert not any("Indexing" in text for text in seen["afterCancel"])


def test_a_cleared_index_says_so_until_it_is_rebuilt(seen: Any) -> None:
    assert "find nothing" in seen["clearQuestion"]
    assert "No hits" in seen["cleared"]
    assert "Nothing of my work is indexed" in seen["cleared"]
