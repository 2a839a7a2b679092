"""Questions about work that is not committed, or that the branch holds, lead to the changed parts of the files."""

import os
import shutil
from dataclasses import replace

import pytest
from codebases import write
from git_commits import git

from lsp_codebase.model import CancelToken, Confidence, SearchAnswer, SearchQuery

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

CART = "".join(
    f"def step_{number}(cart):\n    total = cart.total\n    return total + {number}\n\n\n" for number in range(40)
)


@pytest.fixture
def shop(root):
    write(root, {"cart.py": CART, "money.py": "def tax(price):\n    return price\n", "old.py": "OLD = 1\n"})
    write(root, {".gitignore": "*.log\n", "other.py": "def retry(): ...\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Begin")
    return root


def change(shop):
    write(shop, {"cart.py": CART.replace("total + 30", "total + 3000"), "gift.py": "def wrap(): ...\n", "run.log": "x"})
    (shop / "old.py").unlink()


def ask(codebase, text: str, **fields) -> SearchAnswer:
    return codebase.search(SearchQuery(text, **fields), CancelToken())


def paths(answer: SearchAnswer) -> list[str]:
    return sorted({hit.path.name for hit in answer.hits})


@pytest.mark.parametrize(
    "text",
    [
        "uncommitted changes",
        "show my uncommitted changes",
        "what did I change?",
        "what have I changed so far",
        "which files have I changed",
        "files I changed",
        "what am I working on",
        "what is left uncommitted",
        "what's not committed yet",
        "what is left to commit",
        "my changes",
        "changed files",
        "changes since the last commit",
        "what has changed in the working tree",
        "changed:uncommitted",
    ],
)
def test_what_is_not_committed_is_told_and_shown_where_it_changed(shop, open_codebase, text):
    change(shop)
    answer = ask(open_codebase(), text)
    assert paths(answer) == ["cart.py", "gift.py"]
    cart = next(hit for hit in answer.hits if hit.path.name == "cart.py")
    assert "total + 3000" in cart.text
    assert cart.name == "step_30"
    (note,) = answer.notes
    assert note.startswith("not committed, the latest first: ")
    assert {"cart.py", "gift.py (new)", "old.py (gone)"} == {*note.partition(": ")[2].split(", ")}
    assert answer.confidence is Confidence.HIGH


@pytest.mark.parametrize(
    "text",
    [
        "where are pending changes stored",
        "staged files handling",
        "what changes the cart",
        "how does a branch change its name",
        "open files",
        "the current branch",
        "code for the request",
        "changes in the request",
        "branch diff",
        "files of the branch",
        "changes to the default",
        "commits of a branch",
        "review request",
    ],
)
def test_a_question_for_code_is_none_for_work(shop, open_codebase, text):
    change(shop)
    assert not any("not committed" in note for note in ask(open_codebase(), text).notes)


def test_the_file_that_changed_last_comes_first(shop, open_codebase):
    change(shop)
    os.utime(shop / "cart.py", (2_000_000_000, 2_000_000_000))
    assert ask(open_codebase(), "what did I change").hits[0].path.name == "cart.py"


def test_where_nothing_changed_the_answer_says_so(shop, open_codebase):
    answer = ask(open_codebase(), "what did I change")
    assert not answer.hits
    assert answer.notes == ("nothing is uncommitted",)


def test_words_that_may_mean_code_are_looked_for_where_nothing_changed(shop, open_codebase):
    write(shop, {"git.py": "def modified_files():\n    return []\n"})
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "Files")
    answer = ask(open_codebase(), "modified files")
    assert answer.hits[0].name == "modified_files"
    assert "nothing is uncommitted" in answer.notes


def test_without_a_repository_the_answer_says_so(root, open_codebase):
    write(root, {"a.py": "A = 1\n"})
    answer = ask(open_codebase(), "what did I change")
    assert not answer.hits
    assert answer.notes == ("no git repository holds this folder: what is not committed is not known",)


@pytest.mark.parametrize("text", ["step changed:uncommitted", "step in my changes", "step in the files I changed"])
def test_something_is_looked_for_in_what_changed_alone(shop, open_codebase, text):
    write(shop, {"other.py": "def step(): ...\n"})
    git(shop, "commit", "-q", "-a", "-m", "Other")
    change(shop)
    answer = ask(open_codebase(), text)
    assert paths(answer) == ["cart.py"]
    assert any(note.startswith("not committed") for note in answer.notes)


def test_filters_pass_only_their_files(shop, open_codebase):
    change(shop)
    assert paths(ask(open_codebase(), "what did I change", include=("gift*",))) == ["gift.py"]


@pytest.mark.parametrize(
    "text",
    [
        "what does this branch change",
        "what changed on this branch?",
        "changes on this branch",
        "files changed in this PR",
        "diff against main",
        "what has changed since main",
        "unpushed commits",
        "changed:branch",
    ],
)
def test_a_branch_changes_what_differs_from_where_it_left_the_main_one(shop, open_codebase, text):
    start = git(shop, "rev-parse", "--short=10", "HEAD")
    git(shop, "checkout", "-q", "-b", "topic")
    write(shop, {"money.py": "def tax(price):\n    return price * 2\n"})
    git(shop, "commit", "-q", "-a", "-m", "Tax")
    git(shop, "checkout", "-q", "main")
    write(shop, {"other.py": "def retry(): pass\n"})
    git(shop, "commit", "-q", "-a", "-m", "Meanwhile")
    git(shop, "checkout", "-q", "topic")
    write(shop, {"gift.py": "def wrap(): ...\n"})
    answer = ask(open_codebase(), text)
    assert paths(answer) == ["gift.py", "money.py"]
    assert answer.notes[0].startswith(f"changed since main ({start}), committed or not, the latest first: ")


def test_on_the_main_branch_it_is_what_the_remote_does_not_have(shop, open_codebase, tmp_path):
    git(shop, "clone", "-q", "--bare", ".", str(tmp_path / "far.git"))
    git(shop, "remote", "add", "origin", str(tmp_path / "far.git"))
    git(shop, "fetch", "-q", "origin")
    write(shop, {"money.py": "def tax(price):\n    return price * 2\n"})
    git(shop, "commit", "-q", "-a", "-m", "Tax")
    answer = ask(open_codebase(), "what does this branch change")
    assert paths(answer) == ["money.py"]
    assert "since origin/main" in answer.notes[0]


def test_without_another_branch_it_is_what_is_not_committed(shop, open_codebase):
    change(shop)
    answer = ask(open_codebase(), "what does this branch change")
    assert paths(answer) == ["cart.py", "gift.py"]
    assert "no main branch beside this one" in answer.notes[0]


def test_what_git_ignores_and_other_repositories_are_no_work_on_this_one(shop, settings, open_codebase):
    write(shop, {"inner/lib.py": "LIB = 1\n", "noise.log": "x = 1\n"})
    git(shop / "inner", "init", "-q")
    codebase = open_codebase(settings=replace(settings, index_respect_gitignore=False))
    assert ask(codebase, "what did I change").notes == ("nothing is uncommitted",)


def test_a_change_is_seen_as_soon_as_the_file_is_written(shop, open_codebase):
    codebase = open_codebase()
    write(shop, {"money.py": "def tax(price):\n    return price * 7\n"})
    answer = ask(codebase, "what did I change")
    assert [hit.path.name for hit in answer.hits] == ["money.py"]
    assert "price * 7" in answer.hits[0].text


def test_filters_of_the_repository_are_not_run(shop, open_codebase, tmp_path):
    marker = tmp_path / "was run"
    write(shop, {".gitattributes": "*.py filter=evil diff=evil\n"})
    git(shop, "config", "filter.evil.clean", f"touch '{marker}'; cat")
    git(shop, "config", "diff.evil.textconv", f"touch '{marker}'; cat")
    git(shop, "config", "core.fsmonitor", f"touch '{marker}'")
    change(shop)
    codebase = open_codebase()
    for text in ("what did I change", "what does this branch change"):
        assert "cart.py" in paths(ask(codebase, text))
    assert not marker.exists()
