"""URIs and paths, as a client writes them and as the core knows them."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PureWindowsPath

import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.server.uris import PathMap
from lsp_codebase.uris import to_path, to_uri

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX paths")


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


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("C:\\a b\\c#d", "file:///C:/a%20b/c%23d"),
        ("\\\\server\\share\\ü", "file://server/share/%C3%BC"),
        ("\\\\?\\C:\\a b", "file:///C:/a%20b"),
        ("\\\\?\\UNC\\server\\share\\f", "file://server/share/f"),
    ],
)
def test_windows_paths_have_the_uris_that_editors_write(path: str, uri: str) -> None:
    assert to_uri(PureWindowsPath(path)) == uri


def test_a_path_that_is_not_absolute_has_no_uri() -> None:
    with pytest.raises(ValueError, match="absolute"):
        to_uri(Path("a/b"))


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
    assert [*PathMap().to_paths(["untitled:1", "file:///a", "x"])] == [Path("/a")]


@posix
def test_a_folder_behind_a_link_is_named_as_the_client_names_it(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    paths = PathMap()
    paths.add(link)
    assert paths.to_uri(real / "a" / "b.py") == (link / "a" / "b.py").as_uri()
    assert paths.to_uri(real) == link.as_uri()
    assert paths.to_path((link / "a").as_uri()) == real / "a"
    assert paths.to_uri(tmp_path / "realist") == (tmp_path / "realist").as_uri()
    paths.remove(link)
    assert paths.to_uri(real) == real.as_uri()


@posix
def test_a_path_is_named_by_the_innermost_folder_that_the_client_names_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "real/inner").mkdir(parents=True)
    for name, target in (("outer", "real"), ("deep", "real/inner")):
        (tmp_path / name).symlink_to(tmp_path / target)
    paths = PathMap()
    paths.add(tmp_path / "outer")
    paths.add(tmp_path / "deep")
    assert paths.to_uri(tmp_path / "real/inner/a.py") == (tmp_path / "deep/a.py").as_uri()
    assert paths.to_uri(tmp_path / "real/b.py") == (tmp_path / "outer/b.py").as_uri()


def test_a_uri_that_is_not_utf8_is_refused_where_all_names_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsdecode", bytes.decode)  # as on Windows
    with pytest.raises(InvalidQuery, match="is not UTF-8"):
        to_path("file:///a/%E9.py")
