"""What some clients do that the protocol does not have."""

from __future__ import annotations

from typing import Any

import pytest

from lsp_codebase.server.quirks import as_object, drop_capability, own_settings, without_half_pairs


@pytest.mark.parametrize(
    ("field", "left"),
    [
        ("capabilities.window.showMessage", {"window": {"workDoneProgress": True}}),
        ("capabilities.window.showMessage.kinds[3]", {"window": {"showMessage": {}, "workDoneProgress": True}}),
        ("capabilities.window.showMessage.missing", {"window": {"workDoneProgress": True}}),
        ("capabilities.window.missing", {}),
        ("capabilities.missing", None),
        ("rootUri", None),
        ("capabilities", None),
    ],
)
def test_only_the_capability_that_cannot_be_read_is_dropped(field: str, left: object) -> None:
    params = {"capabilities": {"window": {"showMessage": {"kinds": []}, "workDoneProgress": True}}}
    assert drop_capability(params, field) == (left is not None)
    assert left is None or params == {"capabilities": left}


def test_the_empty_list_of_a_lua_client_is_an_object() -> None:
    assert as_object([]) == {}
    assert as_object([1]) == [1]
    assert as_object(None) is None


def test_half_an_emoji_is_replaced_and_a_whole_one_kept() -> None:
    assert without_half_pairs("a\ud83d") == "a\ufffd"
    assert without_half_pairs("ä\N{ROCKET}") == "ä\N{ROCKET}"


@pytest.mark.parametrize(
    ("pushed", "own"),
    [
        ({"our": {"index": 1}, "python": {}}, {"index": 1}),
        ({"our": []}, {}),
        ({"our": None, "python": {}}, None),
        ({"index": {"x": 1}, "python": {}}, {"index": {"x": 1}}),
        ({"our.index.x": 1, "gopls.x": 1}, {"our.index.x": 1}),
        ({"index.x": 1, 5: 6}, {"index.x": 1}),
        ({"python": {}}, None),
        ({}, {}),
        ([], {}),
        (None, None),
        ("text", "text"),
    ],
)
def test_our_part_of_pushed_settings_is_taken(pushed: Any, own: Any) -> None:
    assert own_settings(pushed, "our", ["index"]) == own
