"""URIs and paths, ranges and spans."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position as WirePosition
from lsprotocol.types import Range

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import Position, Span
from lsp_codebase.server.convert import Converter, Places, to_character, to_column, to_path, to_uri

LINE = "a\u00e9\u4e2d\U0001f600z"  # 1, 2, 3 and 4 bytes, and 1 again
COLUMNS = [0, 1, 3, 6, 10, 11]
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX paths")


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
    assert Converter("utf-16", Places(), unreadable).range(Path("/f"), span, is_ascii=True) == wire
    assert Converter("utf-8", Places(), unreadable).range(Path("/f"), span, is_ascii=False) == wire


def test_spans_and_ranges_are_each_others_inverse() -> None:
    converter = Converter("utf-16", Places(), lambda _: [b"", LINE.encode()])
    span = Span(1, 6, 1, 10)
    wire = Range(WirePosition(1, 3), WirePosition(1, 5))
    assert converter.range(Path("/f"), span, is_ascii=False) == wire
    assert converter.span(Path("/f"), wire) == span


def test_places_in_files_that_changed_or_went_keep_their_numbers() -> None:
    def gone(path: Path) -> list[bytes]:
        raise FileNotFoundError(path)

    def outside(path: Path) -> list[bytes]:
        raise UnknownRoot(str(path))

    place = Span(5, 1, 6, 2)
    wire = Range(WirePosition(5, 1), WirePosition(6, 2))
    for lines in (gone, outside, lambda _: [b"one line"]):
        assert Converter("utf-16", Places(), lines).range(Path("/f"), place, is_ascii=False) == wire
        assert Converter("utf-16", Places(), lines).position(Path("/f"), wire.start) == Position(5, 1)


@posix
@pytest.mark.parametrize(
    "path",
    ["/a/b", "/", "/a b/c%d", "/a#b?c;d&e=f", "/ü/中/\U0001f600", "/a:b@c", "/x+y", "/a\\b", "/a/%2F", "/-._~"],
)
def test_paths_survive_the_round_trip(path: str) -> None:
    uri = to_uri(Path(path))
    assert uri.isascii()
    assert not set("#?; ") & set(uri)
    assert to_path(uri) == Path(path)


@posix
def test_names_that_are_not_utf8_survive_the_round_trip() -> None:
    path = Path(os.fsdecode(b"/a/\xff\xfe"))
    assert to_uri(path) == "file:///a/%FF%FE"
    assert to_path(to_uri(path)) == path


@posix
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a;b", "/a;b"),
        ("file:///a%23b%3Fc%3Bd", "/a#b?c;d"),
        ("file:///a#fragment", "/a"),
        ("file:///a?query", "/a"),
        ("file://localhost/a", "/a"),
        ("FILE:///a", "/a"),
        ("file:/a", "/a"),
        ("file:///a/", "/a"),
        ("file:///C%3A/a", "/C:/a"),
    ],
)
def test_other_ways_to_write_a_uri_are_understood(uri: str, path: str) -> None:
    assert to_path(uri) == Path(path)


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Users/a", "C:\\Users\\a"),
        ("file:///C:/Users/a%20b", "C:\\Users\\a b"),
        ("file:///c:", "C:\\"),
        ("file://server/share/f", "\\\\server\\share\\f"),
    ],
)
def test_windows_uris_are_understood(uri: str, path: str) -> None:
    assert str(to_path(uri, is_windows=True)) == path


def test_windows_paths_keep_their_drive() -> None:
    assert to_uri(PureWindowsPath("C:\\a b\\c#d")) == "file:///C:/a%20b/c%23d"


@pytest.mark.parametrize("uri", ["", "a/b", "/a", "untitled:1", "http://host/a", "file:a", "file://", "file:///a%00b"])
def test_what_is_no_file_uri_is_refused_by_the_name_of_the_field(uri: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        to_path(uri, "folder")
    assert caught.value.field == "folder"


@posix
def test_a_file_on_another_machine_is_refused() -> None:
    with pytest.raises(InvalidQuery, match="another machine"):
        to_path("file://server/a")


def test_uris_without_a_path_are_left_out() -> None:
    assert [*Places().paths(["untitled:1", "file:///a", "x"])] == [Path("/a")]


@posix
def test_a_folder_behind_a_link_is_named_as_the_client_names_it(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    places = Places()
    places.open(link)
    assert places.uri(real / "a" / "b.py") == (link / "a" / "b.py").as_uri()
    assert places.uri(real) == link.as_uri()
    assert places.path((link / "a").as_uri()) == real / "a"
    assert places.uri(tmp_path / "realist") == (tmp_path / "realist").as_uri()
    places.close(link)
    assert places.uri(real) == real.as_uri()
