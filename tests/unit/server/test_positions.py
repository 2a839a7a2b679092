"""Positions and ranges in units of the negotiated encoding, and ours in bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position as WirePosition
from lsprotocol.types import Range

from lsp_codebase.errors import UnknownRoot
from lsp_codebase.model import Position, Span
from lsp_codebase.server.encodings import to_character, to_column
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap

LINE = "a\u00e9\u4e2d\U0001f600z"  # 1, 2, 3 and 4 bytes, and 1 again
COLUMNS = [0, 1, 3, 6, 10, 11]


@pytest.mark.parametrize(
    ("encoding", "characters"),
    [("utf-8", COLUMNS), ("utf-16", [0, 1, 2, 3, 5, 6]), ("utf-32", [0, 1, 2, 3, 4, 5])],
)
def test_columns_are_counted_in_units_of_the_encoding(encoding: str, characters: list[int]) -> None:
    line = LINE.encode()
    assert [to_character(line, column, encoding) for column in COLUMNS] == characters
    assert [to_column(line, character, encoding) for character in characters] == COLUMNS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@given(line=st.text(st.characters(exclude_categories=["Cs"])), cut=st.integers(0, 30))
def test_every_character_boundary_survives_the_round_trip(encoding: str, line: str, cut: int) -> None:
    column = len(line[:cut].encode())
    assert to_column(line.encode(), to_character(line.encode(), column, encoding), encoding) == column


def test_a_place_inside_a_character_becomes_its_start() -> None:
    line = LINE.encode()
    assert to_character(line, 8, "utf-16") == 3
    assert to_column(line, 4, "utf-16") == 6


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_place_past_the_line_becomes_its_end(encoding: str) -> None:
    assert to_column(LINE.encode(), 99, encoding) == 11


def test_ascii_files_are_not_read() -> None:
    def unreadable(path: Path) -> list[bytes]:
        raise AssertionError(path)

    span = Span(1, 2, 3, 4)
    wire = Range(WirePosition(1, 2), WirePosition(3, 4))
    assert PositionConverter("utf-16", PathMap(), unreadable).range(Path("/f"), span, is_ascii=True) == wire
    assert PositionConverter("utf-8", PathMap(), unreadable).range(Path("/f"), span, is_ascii=False) == wire


def test_spans_and_ranges_are_each_others_inverse() -> None:
    converter = PositionConverter("utf-16", PathMap(), lambda _: [b"", LINE.encode()])
    span = Span(1, 6, 1, 10)
    wire = Range(WirePosition(1, 3), WirePosition(1, 5))
    assert converter.range(Path("/f"), span, is_ascii=False) == wire
    assert converter.span(Path("/f"), wire) == span


def test_a_range_selected_backwards_is_turned_round() -> None:
    converter = PositionConverter("utf-8", PathMap(), lambda _: [b"one", b"two"])
    backwards = Range(WirePosition(1, 2), WirePosition(0, 1))
    assert converter.span(Path("/f"), backwards) == Span(0, 1, 1, 2)


def test_places_in_files_that_changed_or_went_keep_their_numbers() -> None:
    def gone(path: Path) -> list[bytes]:
        raise FileNotFoundError(path)

    def outside(path: Path) -> list[bytes]:
        raise UnknownRoot(str(path))

    place = Span(5, 1, 6, 2)
    wire = Range(WirePosition(5, 1), WirePosition(6, 2))
    for lines in (gone, outside, lambda _: [b"one line"]):
        assert PositionConverter("utf-16", PathMap(), lines).range(Path("/f"), place, is_ascii=False) == wire
        assert PositionConverter("utf-16", PathMap(), lines).position(Path("/f"), wire.start) == Position(5, 1)
