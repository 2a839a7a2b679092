"""VS Code: the panel of results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    return play("panel")


def test_hits_stand_below_their_files_below_their_search(seen: Any) -> None:
    search, file, hit, *_ = seen["found"]
    assert (search["level"], search["label"]) == (1, "scan_once")
    assert search["description"].split()[1:3] == ["hits", "in"]
    assert (file["level"], file["label"], file["description"]) == (2, "scanner.py", "json")
    assert hit["level"] == 3


def test_a_hit_is_its_line_with_the_name_highlighted(seen: Any) -> None:
    hit = seen["found"][2]
    assert hit["label"].startswith("def ")
    assert any("scan_once" in mark for mark in hit["marks"])
    assert hit["description"].split(" · ")[0].isdigit()


def test_f4_and_shift_f4_walk_from_hit_to_hit(seen: Any) -> None:
    first, second, back = seen["walked"]
    assert "scanner.py" in first
    assert second != first
    assert back == first


def test_a_hit_has_the_list_of_its_calls(seen: Any) -> None:
    labels = [row["label"] for row in seen["calls"] if row["level"] == 4]
    assert "Called by" in labels
    assert "Calls" in labels
    called = {row["label"]: row["description"] for row in seen["calls"] if row["level"] == 5}
    assert called["JSONArray"] == "json/decoder.py:230"
    assert called["py_make_scanner._scan_once"].startswith("json/scanner.py:")
    assert seen["caller"].startswith("decoder.py Ln ")


def test_one_hit_is_copied_with_its_place_and_code(seen: Any) -> None:
    place, *code = seen["oneHit"].splitlines()
    assert place.startswith("json/scanner.py:")
    assert any("def scan_once(" in line for line in code)


def test_all_hits_are_copied(seen: Any) -> None:
    assert seen["oneHit"] in seen["all"]
    assert len(seen["all"]) > len(seen["oneHit"])


def test_hits_open_as_a_page_whose_places_are_links(seen: Any) -> None:
    assert "scanner.py:" in seen["page"]
    assert "scanner.py" in seen["followed"]


def test_a_pinned_search_stays_beside_the_newest(seen: Any) -> None:
    assert [row["label"] for row in seen["searches"]] == ["measureWidth", "scan_once"]


def test_a_hit_is_copied_as_context(seen: Any) -> None:
    assert "```javascript\n" in seen["context"]


def test_a_search_is_refined_in_the_picker(seen: Any) -> None:
    assert seen["refined"] == "measureWidth"


def test_clearing_leaves_the_welcome(seen: Any) -> None:
    assert seen["cleared"] == 0
