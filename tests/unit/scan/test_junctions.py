"""Junctions: links of Windows, of which the system says that they are directories. One of Linux stands for one here."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lsp_codebase.model import CancelToken, TreeQuery
from lsp_codebase.scan import IgnoreRules, files, scan
from lsp_codebase.scan.directories import kept_directories
from lsp_codebase.scan.files import read_file
from lsp_codebase.tree import DirectoryTree

JUNCTION, SYMBOLIC, CLOUD, DEDUPLICATED = 0xA0000003, 0xA000000C, 0x9000001A, 0x80000013

by_number = pytest.mark.skipif(os.name == "nt", reason="a directory stands for a junction here, told by its number")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with a junction `away`."""
    (tmp_path / "src").mkdir()
    (tmp_path / "away").mkdir()
    for place in ("src/a.py", "away/b.py"):
        (tmp_path / place).write_text("x = 1\n")
    junction = (tmp_path / "away").stat().st_ino
    plain = files._leads_away
    monkeypatch.setattr(files, "_HAS_JUNCTIONS", True)
    monkeypatch.setattr(files, "_leads_away", lambda info: info.st_ino == junction or plain(info))
    return tmp_path


@by_number
def test_a_junction_is_entered_neither_by_the_index_nor_by_the_watch(root: Path) -> None:
    found = scan(root, respect_gitignore=True, exclude=(), cancel=CancelToken())
    assert [*found.files] == ["src/a.py"]
    assert found.unreadable == ()
    assert {*kept_directories(IgnoreRules(root))} == {str(root), f"{root}/src"}


@by_number
def test_a_junction_is_drawn_as_a_link_and_not_entered(root: Path) -> None:
    tree = DirectoryTree([root])
    drawn = tree.render(root, TreeQuery()).text or ""
    assert "a.py" in drawn
    assert "away" in drawn
    assert "b.py" not in drawn
    assert tree.list_files(root, 10).paths == (root / "src" / "a.py",)


def test_an_entry_that_cannot_be_looked_at_hides_no_other(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(info: os.stat_result) -> bool:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    monkeypatch.setattr(files, "_leads_away", refused)  # as on a file system that lists no kinds
    assert {one.name for one in os.scandir(root) if files.is_directory(one)} == set()
    (root / "top.py").touch()
    assert [*scan(root, respect_gitignore=True, exclude=(), cancel=CancelToken()).files] == ["top.py"]
    assert "top.py" in (DirectoryTree([root]).render(root, TreeQuery()).text or "")


def test_nothing_is_read_behind_a_junction(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_IS_RELATIVE", False)  # as on Windows
    assert read_file(root, "src/a.py", 100)
    with pytest.raises(OSError):
        read_file(root, "away/b.py", 100)


@pytest.mark.parametrize(
    ("tag", "leads_away"), [(JUNCTION, True), (SYMBOLIC, True), (CLOUD, False), (DEDUPLICATED, False), (None, True)]
)
def test_of_files_that_windows_keeps_otherwise_only_those_that_stand_for_others_are_links(
    tag: int | None, leads_away: bool
) -> None:
    info: Any = SimpleNamespace(st_mode=stat.S_IFREG | 0o600, st_file_attributes=0x420)
    if tag is not None:
        info.st_reparse_tag = tag
    assert files._leads_away(info) is leads_away


def test_a_plain_file_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    assert not files._leads_away(os.lstat(tmp_path / "a.py"))
