"""Symbols of lines and of scopes, asked for many times: each answer is that of the table as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from lsp_codebase.indexes import NO_NAMES
from lsp_codebase.indexes.names import file_symbols

SPANS = [(0, 90, "Cart"), (1, 9, "add"), (2, 4, "one"), (5, 70_000, "wide"), (6, 6, "two"), (300, 800, "late")]


@pytest.mark.parametrize("most_kept", [1, 100])
def test_symbols_of_lines_are_those_that_touch_them_however_often_they_are_asked_for(
    rows: Callable[..., pa.Table], most_kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_symbols, "_MOST_KEPT", most_kept)
    own: list[dict[str, Any]] = [
        {"path": "b.py", "name": name, "start_line": first, "end_line": last} for first, last, name in SPANS
    ]
    names = NO_NAMES.updated(rows("a.py:other", *own, "c.py:last"))
    for _ in range(2):
        for lines in [(0, 1), (2, 3), (4, 7), (6, 7), (9, 301), (70_000, 70_001), (70_001, 70_002), (3, 3)]:
            touching = [name for first, last, name in SPANS if first < lines[1] and last >= lines[0]]
            assert [match.symbol.name for match in names.in_file("b.py", lines)] == touching
    assert [match.path for match in names.in_file("a.py", (0, 9))] == ["a.py"]


def test_a_name_of_a_scope_is_found_in_each_file_that_has_it_and_no_more_once_it_is_gone(
    rows: Callable[..., pa.Table],
) -> None:
    def of(path: str, name: str, container: str) -> dict[str, Any]:
        return {"path": path, "name": name, "container": container}

    names = NO_NAMES.updated(rows(of("a.py", "get", "Cart"), of("b.py", "get", "Cart"), of("b.py", "get", "Shop.Till")))
    for _ in range(2):
        assert [match.path for match in names.inside("Cart", "get")] == ["a.py", "b.py"]
        assert [match.path for match in names.inside("Cart", "get", "b.py")] == ["b.py"]
        assert [match.path for match in names.inside("Cart")] == ["a.py", "b.py"]
        assert names.inside("Cart", "put") == names.inside("Till", "get") == []
        assert {*names.scopes_of("get")} == {"Cart", "Shop.Till"}
    fewer = names.updated(rows("a.py:put"), ["a.py", "b.py"])
    assert fewer.inside("Cart", "get") == []
    assert {*fewer.scopes_of("get")} == set()
    assert {*fewer.scopes_of("put")} == {""}


def test_a_spelling_that_nothing_has_any_more_is_none(rows: Callable[..., pa.Table]) -> None:
    many = (f"c.py:other_{number}" for number in range(3_000))  # a part of so many is not merged for one file
    names = NO_NAMES.updated(rows("a.py:recieve_all", "b.py:sendAll", *many))
    assert names.is_spelled("recieveall")
    names = names.updated(rows("a.py:receive_all"), ["a.py"])
    assert not names.is_spelled("recieveall")
    assert names.is_spelled("receiveall")
    assert names.is_spelled("sendall")
