"""One spelling for each path. What folds names is acted in `services/test_folded_names.py`."""

import os
import sys
from pathlib import Path

import pytest

from lsp_codebase.paths import Spelling, canonical, is_within, lexical, relative_to

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for a file system that tells `a` from `A`")


def test_a_path_through_a_link_is_that_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert canonical(tmp_path / "link" / "a.py") == tmp_path.resolve() / "real" / "a.py"
    assert canonical("/") == Path("/")


def test_a_name_that_is_not_there_stays_as_it_was_told(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").touch()
    assert canonical(tmp_path / "SRC" / "a.py") == tmp_path.resolve() / "SRC" / "a.py"
    assert Spelling(tmp_path).of("src/A.py") == "src/A.py"
    assert Spelling(tmp_path).of("src/caf\u00e9.py") == "src/caf\u00e9.py"


def test_two_names_of_one_file_stay_two_names(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    os.link(tmp_path / "a.py", tmp_path / "A.py")
    assert [Spelling(tmp_path).of(name) for name in ("a.py", "A.py")] == ["a.py", "A.py"]


def test_a_name_is_listed_only_where_two_names_are_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").touch()
    monkeypatch.setattr(os, "listdir", lambda _: pytest.fail("a directory was listed"))
    assert Spelling(tmp_path).of("a.py") == "a.py"
    assert canonical(tmp_path / "a.py") == tmp_path.resolve() / "a.py"


@pytest.mark.parametrize("path", ["a/" * 3_000 + "a", "x" * 5_000, "a\0b", ""])
def test_what_can_be_no_path_stays_as_it_was_told(tmp_path: Path, path: str) -> None:
    assert Spelling(tmp_path).of(path) == path


def test_a_path_without_the_disk_has_no_dots(tmp_path: Path) -> None:
    assert lexical(tmp_path / "x" / ".." / "a.py") == tmp_path / "a.py"


@pytest.mark.parametrize("folder", ["/", "/a", "/a/b", "/ab", "/a/b/c/d"])
@pytest.mark.parametrize("path", ["/", "/a", "/a/b", "/a/b/c", "/a/bc", "/ab/c.py", "/é/ü"])
def test_a_path_below_a_folder_is_told_as_the_library_tells_it(path: str, folder: str) -> None:
    asked, top = Path(path), Path(folder)
    assert is_within(asked, top) is asked.is_relative_to(top)
    if is_within(asked, top):
        assert relative_to(asked, top) == asked.relative_to(top).as_posix()
    else:
        with pytest.raises(ValueError, match="is not below"):
            relative_to(asked, top)


def test_a_path_that_the_system_cannot_follow_now_stays_as_it_is(tmp_path, monkeypatch):
    def fail(path):  # as on Windows, of a drive that went away
        raise OSError(64, "The specified network name is no longer available")

    monkeypatch.setattr("os.path.realpath", fail)
    assert canonical(tmp_path / "src" / ".." / "a.py") == tmp_path / "a.py"
