"""What git tracks in ignored directories is listed anew when git, or the walk, names others, and else not at all."""

import shutil
import time
from pathlib import Path

import pytest
from git_commits import git

from lsp_codebase.scan.git import LISTING_S
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.scan.tracked import Tracked, list_tracked
from lsp_codebase.scan.walk import names_listed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    for name in (".gitignore", "own.py", "lib/a.py", "lib/b.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("lib/\n")
    git(tmp_path, "add", "own.py")
    git(tmp_path, "add", "-f", "lib/a.py")
    return tmp_path


def listed(root: Path, before: Tracked, entered: tuple[str, ...] = ("",)) -> Tracked:
    directories = [str(root / name) for name in entered]
    rules, until = IgnoreRules(root, respect_gitignore=False), time.monotonic() + LISTING_S
    return list_tracked(root, "", rules, entered.__contains__, directories, before, until)


def test_other_contents_of_what_git_tracks_list_nothing_anew(root):
    before = listed(root, Tracked())
    assert before.files == {str(root / "lib/a.py")}
    (root / "own.py").write_text("other = 1\n")
    git(root, "add", "own.py")
    git(root, "commit", "-q", "-m", "more")
    assert listed(root, before) is before


@pytest.mark.parametrize(
    ("command", "files"),
    [(("add", "-f", "lib/b.py"), {"lib/a.py", "lib/b.py"}), (("rm", "-f", "--cached", "lib/a.py"), set())],
)
def test_other_names_in_ignored_directories_are_listed(root, command, files):
    before = listed(root, Tracked())
    git(root, *command)
    after = listed(root, before)
    assert after.files == {str(root / name) for name in files}
    assert after.names != before.names


def test_where_git_is_too_slow_the_files_of_before_are_watched_on(root, monkeypatch):
    before = listed(root, Tracked())
    git(root, "rm", "-f", "--cached", "lib/a.py")
    monkeypatch.setattr("lsp_codebase.scan.tracked.tracked_listing", lambda *_: None)
    assert listed(root, before) is before


def test_a_directory_that_the_walk_enters_now_holds_nothing_more_to_watch_by_name(root):
    before = listed(root, Tracked())
    after = listed(root, before, ("", "lib"))
    assert not after.files
    assert after.names == before.names


def test_names_that_are_not_utf8_are_told_where_the_system_has_none_such(monkeypatch):
    def fail(name: bytes) -> str:  # as on Windows
        return name.decode()

    monkeypatch.setattr("os.fsdecode", fail)
    assert names_listed(b"a.py\0caf\xe9.py\0", "lib") == ["lib/a.py", "lib/caf\udce9.py"]
