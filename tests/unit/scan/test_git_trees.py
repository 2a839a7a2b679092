"""Which commits led here, and which files are as one of them has them: told by git's own notes, not by reading."""

import os
import shutil

import pytest
from git_commits import git

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import Lineage, Work, lineage, scan, submodules, unchanged_since, uncommitted, work_since

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
CANCEL = CancelToken()


@pytest.fixture
def root(tmp_path):
    """Two commits, which git wrote down long ago; the second changed `b.py`."""
    folder = tmp_path / "root"
    (folder / "inner").mkdir(parents=True)
    git(folder, "init", "-q")
    for text in ("one", "two"):
        for name in ("a.py", "inner/b ä.py"):
            (folder / name).write_text("same" if name == "a.py" else text)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", text)
    make_certain(folder)
    return folder


def make_certain(root):
    """Have git's index be written long after the files."""
    later = (root / ".git/index").stat().st_mtime_ns + 1_000_000_000
    os.utime(root / ".git/index", ns=(later, later))


def files(root):
    return scan(root, respect_gitignore=True, exclude=(), cancel=CANCEL).files


def trees(root):
    return [commit.tree for commit in lineage(root, 10, CANCEL).commits]


def test_the_first_parents_are_told_latest_first_with_their_trees(root):
    found = lineage(root, 10, CANCEL)
    assert [commit.commit for commit in found.commits] == git(root, "log", "--format=%H").split()
    assert [commit.tree for commit in found.commits] == git(root, "log", "--format=%T").split()
    assert lineage(root / "inner", 1, CANCEL) == Lineage("inner", found.commits[:1])


def test_what_is_no_checkout_has_no_commits(tmp_path):
    assert lineage(tmp_path, 10, CANCEL) is None
    assert uncommitted(tmp_path, "0" * 40, {}, CANCEL) is None
    assert unchanged_since(tmp_path, "0" * 40, {}, CANCEL) == frozenset()


def test_a_file_is_the_same_if_neither_git_nor_the_disk_has_it_otherwise(root):
    latest, first = trees(root)
    assert unchanged_since(root, latest, files(root), CANCEL) == {"a.py", "inner/b ä.py"}
    assert unchanged_since(root, first, files(root), CANCEL) == {"a.py"}
    (root / "a.py").write_text("time")
    assert unchanged_since(root, first, files(root), CANCEL) == frozenset()


def test_below_a_folder_paths_are_those_of_the_folder(root):
    latest, first = trees(root)
    below = root / "inner"
    assert unchanged_since(below, latest, files(below), CANCEL) == {"b ä.py"}
    assert unchanged_since(below, first, files(below), CANCEL) == frozenset()
    assert uncommitted(below, latest, files(below), CANCEL) == []


def test_a_file_that_git_wrote_down_as_soon_as_it_was_there_may_have_changed_since(root):
    info = (root / "a.py").stat()
    os.utime(root / ".git/index", ns=(info.st_mtime_ns, info.st_mtime_ns))
    assert "a.py" not in unchanged_since(root, trees(root)[0], files(root), CANCEL)


def test_a_tree_that_git_does_not_have_vouches_for_nothing(root):
    assert unchanged_since(root, "0" * 40, files(root), CANCEL) == frozenset()


def test_what_is_not_committed_is_named_and_what_was_only_touched_is_not(root):
    (root / "a.py").touch()
    assert uncommitted(root, trees(root)[0], files(root), CANCEL) == []
    (root / "new.py").write_text("")
    (root / "staged.py").write_text("")
    git(root, "add", "staged.py")
    (root / "a.py").unlink()
    assert uncommitted(root, trees(root)[0], files(root), CANCEL) == ["a.py", "new.py", "staged.py"]


def test_repositories_inside_are_named(root, tmp_path):
    git(root, "submodule", "--quiet", "add", str(root), "other")
    assert submodules(root, CANCEL) == ("other",)


def test_credentials_are_no_work_unless_they_are_gone(root):
    for name in (".env", "id_rsa", ".netrc"):
        (root / name).write_text("one")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "credentials")
    make_certain(root)
    assert work_since(root, "HEAD", (), CANCEL) == Work((), frozenset(), ())
    (root / ".env").write_text("staged")
    git(root, "add", ".env")
    (root / "id_rsa").write_text("changed")
    (root / ".netrc").unlink()
    assert work_since(root, "HEAD", ["credentials.json"], CANCEL) == Work((), frozenset(), (".netrc",))


def test_a_file_whose_line_ends_git_converts_is_as_committed_if_it_was_only_touched(tmp_path):
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.autocrlf", "true")
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(b"one = 1\r\ntwo = 2\r\n")
    git(tmp_path, "-c", "core.autocrlf=true", "add", "-A")
    git(tmp_path, "-c", "core.autocrlf=true", "commit", "-q", "-m", "one")
    make_certain(tmp_path)
    (tmp_path / "a.py").touch()
    (tmp_path / "b.py").write_bytes(b"one = 1\r\ntwo = 3\r\n")
    (tree,) = trees(tmp_path)
    assert uncommitted(tmp_path, tree, files(tmp_path), CANCEL) == ["b.py"]
