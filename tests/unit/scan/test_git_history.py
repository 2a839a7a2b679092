"""Earlier commits are read from every kind of repository, by git itself, and from none more than it has."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from git_commits import git as run_git

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import GitState, read_committed, read_history, read_line_history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

Git = Callable[..., str]
TEXT = "def send(box):\n    return box.weight\n\n\ndef book(entry):\n    return entry.amount\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


@pytest.fixture
def git(root: Path) -> Git:
    def git(*arguments: str, at: Path = root) -> str:
        return run_git(at, *arguments)

    git("init", "-q")
    return git


@pytest.fixture
def commit(root: Path, git: Git) -> Callable[..., str]:
    def commit(message: str, text: str = TEXT, name: str = "own.py", at: Path = root) -> str:
        (at / name).parent.mkdir(exist_ok=True)
        (at / name).write_text(text, newline="\n")
        git("add", "-A", at=at)
        git("commit", "-q", "--allow-empty", "-m", message, at=at)
        return git("rev-parse", "HEAD", at=at)

    return commit


def messages(root: Path, since: str | None = None) -> list[str] | None:
    commits = read_history(root, since, 100, CancelToken())
    return None if commits is None else [commit.message.strip() for commit in commits]


def of_lines(root: Path, path: str, first: int, last: int) -> list[str] | None:
    commits = read_line_history(root, path, first, last, 100, CancelToken())
    return None if commits is None else [commit.message.strip() for commit in commits]


def test_a_repository_without_commits_tells_nothing(root, git):
    assert messages(root) is None
    assert read_committed(root, "own.py", CancelToken()) is None


def test_only_commits_that_touched_some_lines_are_told_of_them(root, commit):
    commit("Begin")
    commit("Weigh more", TEXT.replace("weight", "weight * 2"))
    commit("Book more", TEXT.replace("weight", "weight * 2").replace("amount", "amount * 3"))
    assert of_lines(root, "own.py", 4, 5) == ["Book more", "Begin"]
    assert of_lines(root, "own.py", 0, 1) == ["Weigh more", "Begin"]
    assert of_lines(root, "own.py", 40, 41) is None


def test_lines_are_followed_through_a_renaming_of_a_file_that_was_changed_with_it(root, git, commit):
    commit("Begin")
    git("mv", "own.py", "crate.py")
    commit("Call it a crate", TEXT.replace("amount", "amount * 3"), "crate.py")
    assert of_lines(root, "crate.py", 0, 1) == ["Begin"]
    assert of_lines(root, "crate.py", 4, 5) == ["Call it a crate", "Begin"]


def test_lines_of_a_folder_below_the_top_are_told_from_there(root, commit):
    commit("Begin", name="src/own.py")
    assert of_lines(root / "src", "own.py", 0, 1) == ["Begin"]
    assert read_committed(root / "src", "own.py", CancelToken()) == TEXT.encode()


@pytest.mark.skipif(os.name == "nt", reason="there such names are impossible")
def test_names_that_git_could_take_for_options_or_patterns_are_names(root, commit):
    for name in (":own.py", "-own.py", "[o]wn*.py", "o:1,2:wn.py"):
        commit(f"Add {name}", name=name)
        assert of_lines(root, name, 0, 1) == [f"Add {name}"]
        assert read_committed(root, name, CancelToken()) == TEXT.encode()


def test_the_oldest_commit_of_a_shallow_clone_is_no_evidence_for_files_it_did_not_touch(root, commit, git, tmp_path):
    commit("Begin")
    commit("Add another", name="other.py")
    commit("Add a third", name="third.py")
    git("clone", "-q", "--depth", "2", root.as_uri(), str(tmp_path / "shallow"))
    commits = read_history(tmp_path / "shallow", None, 100, CancelToken())
    assert [(one.message.strip(), one.files) for one in commits] == [
        ("Add a third", ("third.py",)),
        ("Add another", ()),
    ]


def test_a_clone_without_objects_answers_from_what_it_has_and_fetches_nothing(root, commit, git, tmp_path):
    commit("Begin")
    commit("Weigh more", TEXT.replace("weight", "weight * 2"))
    git("config", "uploadpack.allowFilter", "true")
    partial = tmp_path / "partial"
    git("clone", "-q", "--filter=blob:none", root.as_uri(), str(partial))
    root.rename(tmp_path / "gone")
    have = git("count-objects", "-v", at=partial)
    assert messages(partial) == ["Weigh more", "Begin"]
    assert of_lines(partial, "own.py", 0, 1) is None
    assert git("count-objects", "-v", at=partial) == have


def test_a_linked_work_tree_has_the_history_of_its_own_branch(root, commit, git, tmp_path):
    commit("Begin")
    linked = tmp_path / "linked"
    git("worktree", "add", "-q", "-b", "side", str(linked))
    before = GitState(linked).head()
    commit("On the side", name="side.py", at=linked)
    assert GitState(linked).head() != before
    assert messages(linked) == ["On the side", "Begin"]
    assert messages(root) == ["Begin"]
    assert of_lines(linked, "side.py", 0, 1) == ["On the side"]


def test_a_submodule_has_a_history_of_its_own(root, commit, git, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    git("init", "-q", at=inner)
    commit("Inside", at=inner)
    commit("Begin")
    git("submodule", "--quiet", "add", inner.as_uri(), "vendor")
    commit("Take it in")
    assert messages(root / "vendor") == ["Inside"]
    assert of_lines(root / "vendor", "own.py", 0, 1) == ["Inside"]
    assert messages(root) == ["Take it in", "Begin"]


def test_without_a_branch_the_history_is_that_of_what_is_checked_out(root, commit, git):
    first = commit("Begin")
    commit("Go on", name="other.py")
    git("checkout", "-q", "--detach", first)
    assert GitState(root).head().strip() == first
    assert messages(root) == ["Begin"]


def test_new_commits_are_seen_although_branches_are_packed_each_time(root, commit, git):
    commit("Begin")
    git("pack-refs", "--all", "--prune")
    before = GitState(root).head()
    commit("Go on", name="other.py")
    git("pack-refs", "--all", "--prune")
    assert GitState(root).head() != before


def test_new_commits_and_other_branches_are_seen_where_git_keeps_branches_in_tables(tmp_path):
    git = tmp_path / ".git"
    (git / "reftable").mkdir(parents=True)
    (git / "refs").mkdir()
    (git / "refs" / "heads").write_text("this repository uses the reftable format\n")
    (git / "HEAD").write_text("ref: refs/heads/.invalid\n")
    heads = set()
    for tables in ("0x1-0x2-aa.ref\n", "0x1-0x2-aa.ref\n0x3-0x3-bb.ref\n"):  # as git 2.45 writes them
        (git / "reftable" / "tables.list").write_text(tables)
        heads.add(GitState(tmp_path).head())
    assert len(heads) == 2


def test_what_is_not_among_the_ancestors_has_nothing_after_it(root, commit, git):
    commit("Begin")
    replaced = commit("Go on", name="other.py")
    git("commit", "-q", "--amend", "-m", "Go on better")
    assert messages(root, replaced) is None


def test_commits_after_one_are_read_alone(root, commit):
    first = commit("Begin")
    commit("Go on", name="other.py")
    assert messages(root, first) == ["Go on"]


def test_a_repository_of_longer_ids_is_read(tmp_path, git, commit):
    longer = tmp_path / "longer"
    longer.mkdir()
    git("init", "-q", "--object-format=sha256", at=longer)
    commit("Begin", at=longer)
    (read,) = read_history(longer, None, 100, CancelToken())
    assert len(read.id) == 64
    assert of_lines(longer, "own.py", 0, 1) == ["Begin"]


def test_a_commit_with_a_time_that_is_none_is_left_out(root, commit, git):
    commit("Begin")
    tree, parent = git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD")
    body = f"tree {tree}\nparent {parent}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> {'9' * 30} +0000\n\nLater\n"
    (root / "body").write_text(body, newline="\n")
    made = git("hash-object", "-t", "commit", "-w", "--literally", "body")
    git("reset", "-q", "--soft", made)
    assert messages(root) == ["Begin"]
