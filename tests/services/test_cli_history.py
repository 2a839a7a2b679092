"""The command `history`: which of its words is a place."""

import shutil
from pathlib import Path

import pytest
from codebases import write
from command_line import run_command
from git_commits import git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """Ask for the history of a repository whose `net/gone.py` was deleted."""
    folder = tmp_path_factory.mktemp("history")
    root = folder / "root"
    write(root, {"net/gone.py": "def send(): pass\n", "net/kept.py": "def keep(): pass\n"})
    git(root, "init", "-q")
    for day, message in enumerate(("Send parcels", "Keep parcels, not read/write ones"), 1):
        write(root, {f"net/{('gone', 'kept')[day - 1]}.py": f"DAY = {day}\n"})
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", message, day=day)
    git(root, "rm", "-q", "net/gone.py")
    git(root, "commit", "-q", "-m", "Drop the sender", day=3)

    def ask(*words: str, at=root):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(at)
            given = ("--set", f"index.location={folder / 'cache'}", "--set", "embedding.model=none")
            return run_command("history", *words, "--wait", *given)

    ask.root = root
    return ask


def subjects(done) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [line.split(" ", 2)[2] for line in done.stdout.splitlines()]


def test_a_file_that_is_gone_is_a_place_alone_and_behind_words(history):
    assert subjects(history("net/gone.py")) == ["Drop the sender", "Send parcels"]
    assert subjects(history("gone.py", at=history.root / "net")) == ["Drop the sender", "Send parcels"]
    assert subjects(history("parcels", "net/gone.py")) == ["Send parcels"]


def test_a_word_with_a_slash_that_no_commit_touched_is_a_query(history):
    assert subjects(history("read/write")) == ["Keep parcels, not read/write ones"]


@pytest.mark.parametrize("words", [("parcels", "net/never.py"), ("net/never.py:3",), ("parcels", "never")])
def test_a_place_that_never_was_is_an_error_where_it_can_be_nothing_else(history, words):
    done = history(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"there is no file or folder {Path(words[-1].partition(':')[0])}" in done.stderr
