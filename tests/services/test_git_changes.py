"""Which files are not as a commit has them, told without letting git read one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from codebases import write
from git_commits import git

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import changed_since, scan


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Path, str]:
    root = tmp_path.resolve() / "repository"
    write(root, {name: f"# {name}\n" for name in ("kept.py", "edited.py", "gone.py", "sub/kept.py", "sub/later.py")})
    write(root, {".gitignore": "*.log\n"})
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "All")
    return root, git(root, "rev-parse", "HEAD")


def changed(root: Path, commit: str) -> set[str] | None:
    found = scan(root, respect_gitignore=True, exclude=(), cancel=CancelToken())
    since = changed_since(root, commit, found.files, CancelToken())
    return None if since is None else {*since}


def change(root: Path) -> None:
    write(root, {"edited.py": "# longer than before\n", "new file.py": "", "noise.log": ""})
    (root / "gone.py").unlink()


def test_what_was_edited_came_or_went_is_changed(repository):
    root, commit = repository
    assert changed(root, commit) == set()
    change(root)
    assert changed(root, commit) == {"edited.py", "gone.py", "new file.py"}


def test_so_is_what_later_commits_changed(repository):
    root, commit = repository
    write(root, {"sub/later.py": "# by a commit\n", "sub/added.py": ""})
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Later")
    assert changed(root, commit) == {"sub/later.py", "sub/added.py"}
    assert changed(root / "sub", commit) == {"later.py", "added.py"}
    assert changed(root, "HEAD") == set()


def test_an_edit_that_keeps_the_size_is_told_by_its_time(repository):
    root, commit = repository
    (root / "kept.py").write_text("# KEPT.py\n")
    os.utime(root / "kept.py", (1_000_000_000, 1_000_000_000))
    assert changed(root, commit) == {"kept.py"}


def test_what_a_sparse_checkout_leaves_out_is_not_gone(repository):
    root, commit = repository
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/sub/")
    assert not (root / "sub/kept.py").exists()
    assert changed(root, commit) == set()


@pytest.mark.parametrize("commit", ["0" * 40, "--output=marker", "main", ""])
def test_of_a_commit_that_is_not_here_nothing_is_known(repository, commit):
    root, _ = repository
    assert changed(root, commit) is None
    assert not (root / "marker").exists()


def test_nor_is_without_a_repository(tmp_path):
    write(tmp_path, {"a.py": ""})
    assert changed(tmp_path, "HEAD") is None


def test_no_filter_of_the_repository_runs(repository, tmp_path):
    root, commit = repository
    marker = tmp_path / "was run"
    write(root, {".gitattributes": "*.py filter=evil\n"})
    git(root, "config", "filter.evil.clean", f"touch '{marker}'; cat")
    change(root)
    for path in root.glob("*.py"):
        os.utime(path)
    assert "edited.py" in changed(root, commit)
    assert not marker.exists()
