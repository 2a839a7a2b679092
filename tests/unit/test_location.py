"""Where an index lies belongs to its user alone."""

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import platformdirs
import pytest
from platformdirs import windows

import lsp_codebase
from lsp_codebase import location
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.location import make_private, storage_directory

posix = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")

STRANGER = 12_345


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_every_folder_that_is_made_is_private(tmp_path):
    make_private(tmp_path / "indexes" / "deep" / "root-0123")
    folders = [tmp_path / "indexes", tmp_path / "indexes" / "deep", tmp_path / "indexes" / "deep" / "root-0123"]
    assert [mode(folder) for folder in folders] == [0o700] * 3


@pytest.mark.parametrize(("system", "mode"), [("win32", 0o777), ("linux", 0o700)])
def test_on_windows_a_folder_has_the_rights_of_the_one_around_it(tmp_path, monkeypatch, system, mode):
    made, mkdir = [], Path.mkdir
    monkeypatch.setattr(Path, "mkdir", lambda path, mode, **how: (made.append(mode), mkdir(path, **how)))
    with monkeypatch.context() as patch:
        patch.setattr(location.sys, "platform", system)
        patch.setattr(location.os, "getuid", lambda: tmp_path.stat().st_uid, raising=False)
        make_private(tmp_path / "indexes" / "root-0123")
    assert made == [mode] * 2


def test_folders_inside_one_of_a_user_have_no_mode_of_their_own():
    package = Path(lsp_codebase.__file__).parent
    found = {path.name for path in package.rglob("*.py") if re.search(r"mkdir\(.*0o700", path.read_text("utf-8"))}
    assert found == {"rendezvous.py"}  # which is not asked on Windows


@posix
def test_a_folder_that_others_could_read_is_made_private(tmp_path):
    (tmp_path / "open").mkdir(mode=0o755)
    make_private(tmp_path / "open")
    assert mode(tmp_path / "open") == 0o700


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_git_and_backups_leave_out_a_folder_that_is_made_but_not_one_that_was_there(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make_private(tmp_path / ".cache" / "root-0123")
    assert subprocess.check_output(["git", "-C", str(tmp_path), "status", "--porcelain"]) == b""
    assert (tmp_path / ".cache" / "root-0123" / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172")
    (tmp_path / "notes").mkdir()
    make_private(tmp_path / "notes")
    assert [*(tmp_path / "notes").iterdir()] == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives things to others")
@pytest.mark.parametrize("is_link", [True, False])
def test_what_another_user_planted_is_refused(tmp_path, is_link):
    target, planted = tmp_path / "target", tmp_path / "planted"
    target.mkdir()
    if is_link:
        planted.symlink_to(target)
    else:
        planted.mkdir()
    os.lchown(planted, STRANGER, STRANGER)
    with pytest.raises(IndexUnavailable, match="another user"):
        make_private(planted)


def test_on_windows_no_folder_of_an_author_lies_above_that_of_the_application(monkeypatch):
    monkeypatch.setattr(windows, "get_win_folder", lambda _: "/local")
    monkeypatch.setattr(platformdirs, "PlatformDirs", windows.Windows)
    assert storage_directory().as_posix() == "/local/lsp-codebase/Cache/indexes"
