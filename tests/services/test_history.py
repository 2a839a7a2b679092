"""What git knows of earlier commits ranks the files that they touched."""

import os
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import found, settle, write

from lsp_codebase.indexes import load_history
from lsp_codebase.model import CancelToken, Pack, SearchQuery
from lsp_codebase.scan import read_history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

FILES = {
    "src/parcel.py": "def send(box):\n    return box.weight * 2\n",
    "src/ledger.py": "def book(entry):\n    return entry.amount * 3\n",
    "src/mailer.py": "def write_letter(text):\n    return text.strip()\n",
}


@pytest.fixture
def git(root):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}

    def git(*arguments: str, at=root) -> str:
        command = ["git", "-C", str(at), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0", *arguments]
        return subprocess.run(command, check=True, capture_output=True, env=environment, text=True).stdout

    git("init", "-q", "-b", "main")
    return git


@pytest.fixture
def commit(root, git):
    def commit(message: str, **files: str) -> None:
        write(root, {f"src/{name}.py": text for name, text in files.items()})
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", message)

    write(root, FILES)
    commit("Begin")
    commit("Charge customs for foreign shipments", parcel=FILES["src/parcel.py"] + "RATE = 4\n")
    commit("Reconcile invoices at night", ledger=FILES["src/ledger.py"] + "HOUR = 3\n")
    return commit


def history(codebase):
    return codebase._published.state.history


def test_a_file_is_found_by_the_words_of_a_commit_that_touched_it(open_codebase, commit):
    codebase = open_codebase()
    assert found(codebase, "charge customs for foreign shipments, box and entry")[0] == "src/parcel.py"
    assert found(codebase, "reconcile invoices at night, box and entry")[0] == "src/ledger.py"


def test_a_whole_issue_is_led_by_the_commit_that_has_the_most_of_its_words(open_codebase, commit):
    text = (
        "The weight is wrong, box and entry\n\nSince the upgrade nothing that we send abroad has the right amount, "
        "whatever is booked. It worked a month ago. I looked at customs and could not say more of it. "
        "Expected: an amount that the other side takes. Version 3.2, Debian, all of our machines."
    )
    hits = open_codebase().search(SearchQuery(text, explain=True), CancelToken()).hits
    assert hits[0].path.name == "parcel.py"
    assert hits[0].signals["history"] > 5 * max(hit.signals.get("history", 0.0) for hit in hits[1:])


@pytest.mark.parametrize(
    "frame",
    [
        "{id}",
        "commit {id}",
        "`{id}`",
        "what did {id} change?",
        "what changed in commit {id}",
        "https://example.org/acme/post/commit/{id}",
        "#34",
        "PR #34",
        "the fix for issue 34",
        "which commit fixes #34?",
        "https://example.org/acme/post/pull/34/files",
        "https://example.org/acme/post/-/issues/34",
    ],
)
def test_a_commit_that_is_named_leads_to_the_files_that_it_changed_and_what_it_says_comes_first(
    root, open_codebase, git, commit, frame
):
    commit(
        "Round the weight of a box (#34)",
        mailer=FILES["src/mailer.py"] + "X = 1\n",
        parcel="def weigh(box):\n    return round(box.weight)\n",
    )
    commit("Count the night", ledger="HOUR = 4\n")
    id = git("rev-parse", "--short=9", "HEAD~").strip()
    answer = open_codebase().search(SearchQuery(frame.format(id=id)), CancelToken())
    assert [hit.path.name for hit in answer.hits] == ["parcel.py", "mailer.py"]
    assert any(
        f"what their messages say: {id}" in note and "Round the weight of a box" in note for note in answer.notes
    )


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("what changed in the last commit?", ["ledger.py"]),
        ("what did the last commit change?", ["ledger.py"]),
        ("the latest change", ["ledger.py"]),
        ("commit HEAD", ["ledger.py"]),
        ("HEAD~1", ["parcel.py"]),
        ("HEAD^", ["parcel.py"]),
        ("HEAD~99", []),
        ("recent changes", ["ledger.py", "mailer.py", "parcel.py"]),
        ("what changed in the last 2 commits", ["ledger.py", "parcel.py"]),
        ("the last 2 commits", ["ledger.py", "parcel.py"]),
        ("what changed today", ["ledger.py", "mailer.py", "parcel.py"]),
        ("what was changed in the last 2 weeks?", ["ledger.py", "mailer.py", "parcel.py"]),
        ("commits since yesterday", ["ledger.py", "mailer.py", "parcel.py"]),
        ("what has changed lately", ["ledger.py", "mailer.py", "parcel.py"]),
    ],
)
def test_the_newest_commits_lead_to_what_they_changed(open_codebase, commit, text, files):
    answer = open_codebase().search(SearchQuery(text), CancelToken())
    told = [note for note in answer.notes if note.startswith("only in the files that these changed")]
    assert sorted({hit.path.name for hit in answer.hits}) == files or (not files and not told)
    assert bool(told) == bool(files)


def test_a_merge_is_passed_over_for_the_commits_that_changed_files_and_that_is_told(open_codebase, commit, git):
    git("checkout", "-q", "-b", "letters")
    time.sleep(1.0 - time.time() % 1.0)  # commits of one second have no order
    commit("Greet subscribers", mailer=FILES["src/mailer.py"] + "HELLO = 1\n")
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "Merge the letters", "letters")
    codebase = open_codebase()
    for text, files in (("the last commit", ["mailer.py"]), ("the last 2 commits", ["ledger.py", "mailer.py"])):
        answer = codebase.search(SearchQuery(text), CancelToken())
        assert sorted({hit.path.name for hit in answer.hits}) == files
        assert any(note.endswith("merges, and commits of very many files, are left out") for note in answer.notes)


@pytest.mark.parametrize("text", ["#35", "abcdef1", "commit 1234567"])
def test_a_commit_that_is_not_known_is_looked_for_like_any_words(open_codebase, commit, text):
    answer = open_codebase().search(SearchQuery(text), CancelToken())
    assert not any("only in" in note for note in answer.notes)


def test_it_says_that_the_history_found_it(open_codebase, commit):
    query = SearchQuery("charge customs for foreign shipments, box and entry", explain=True)
    first = open_codebase().search(query, CancelToken()).hits[0]
    assert first.signals["history"] > 0
    assert first.history is not None
    assert first.history.subject == "Charge customs for foreign shipments"


def test_the_first_hits_come_with_the_commit_that_speaks_for_them_where_context_is_wanted(open_codebase, commit):
    query = SearchQuery("charge customs for foreign shipments, box and entry", pack=Pack.CONTEXT)
    codebase = open_codebase()
    first = codebase.search(query, CancelToken()).hits[0]
    assert first.history.id in history(codebase).ids
    assert all(hit.history is None for hit in codebase.search(replace(query, pack=Pack.CHUNK), CancelToken()).hits)


def test_a_new_commit_counts_soon(open_codebase, commit, root):
    codebase = open_codebase()
    known = len(history(codebase))
    commit("Greet subscribers politely", mailer=FILES["src/mailer.py"] + "HELLO = 1\n")
    codebase.refresh()
    settle(codebase, lambda _: len(history(codebase)) == known + 1)
    assert found(codebase, "politely greet subscribers, letter, box and entry")[0] == "src/mailer.py"


def test_what_was_read_is_not_read_again(open_codebase, commit, monkeypatch):
    first = open_codebase()
    tip = history(first).tip
    first.close()
    asked = []
    monkeypatch.setattr("lsp_codebase.index.history_keeper.read_history", lambda *args: asked.append(args))
    assert history(open_codebase()).tip == tip
    assert asked == []


def test_an_earlier_name_leads_to_the_last_one_whenever_the_commits_were_read(open_codebase, commit, git):
    codebase = open_codebase()
    for number, (old, new) in enumerate([("parcel", "box"), ("box", "crate")], len(history(codebase)) + 1):
        git("mv", f"src/{old}.py", f"src/{new}.py")
        commit(f"Rename {old}")
        codebase.refresh()
        settle(codebase, lambda _, known=number: len(history(codebase)) == known)
    moved = {"src/parcel.py": "src/crate.py", "src/box.py": "src/crate.py"}
    assert history(codebase).moved == moved
    codebase.close()
    assert history(open_codebase()).moved == moved


def test_only_commits_that_are_new_are_read(open_codebase, commit, git, monkeypatch):
    first = open_codebase()
    tip = history(first).tip
    first.close()
    commit("Greet subscribers politely", mailer=FILES["src/mailer.py"] + "HELLO = 1\n")
    read = []

    def noted(*args):
        read.append(read_history(*args))
        return read[-1]

    monkeypatch.setattr("lsp_codebase.index.history_keeper.read_history", noted)
    codebase = open_codebase()
    settle(codebase, lambda _: history(codebase).tip != tip)
    assert [len(commits) for commits in read] == [1]
    assert len(history(codebase)) == 4


def test_of_more_commits_than_are_kept_the_earliest_go_with_their_files(open_codebase, commit, monkeypatch):
    monkeypatch.setattr("lsp_codebase.index.history_keeper.MOST_KEPT", 4)
    codebase = open_codebase()
    assert "src/mailer.py" in history(codebase).paths
    for number in range(3):
        commit(f"Weigh parcels again {number}", parcel=FILES["src/parcel.py"] + f"RATE = {number}\n")
        codebase.refresh()
        settle(codebase, lambda _, last=number: history(codebase).messages[0].endswith(str(last)))
    known = history(codebase)
    assert known.messages == (*(f"Weigh parcels again {number}" for number in (2, 1, 0)), "Reconcile invoices at night")
    assert [known.paths_of(commit) for commit in range(4)] == [["src/parcel.py"]] * 3 + [["src/ledger.py"]]
    assert set(known.paths) == {"src/parcel.py", "src/ledger.py"}


def test_a_history_that_was_written_anew_is_read_anew(open_codebase, commit, git):
    codebase = open_codebase()
    git("commit", "-q", "--amend", "-m", "Balance sheets at noon")
    codebase.refresh()
    settle(codebase, lambda _: "Balance sheets at noon" in history(codebase).messages)
    assert "Reconcile invoices at night" not in history(codebase).messages


def test_a_renamed_file_keeps_its_history(open_codebase, commit, git):
    git("mv", "src/parcel.py", "src/crate.py")
    commit("Call parcels crates")
    assert found(open_codebase(), "charge customs for foreign shipments, box and entry")[0] == "src/crate.py"


def test_a_file_that_is_renamed_while_the_index_is_open_keeps_its_history(open_codebase, commit, git):
    codebase = open_codebase()
    git("mv", "src/parcel.py", "src/crate.py")
    commit("Call parcels crates")
    codebase.refresh()
    settle(codebase, lambda _: len(history(codebase)) == 4)
    asked = "charge customs for foreign shipments, box and entry"
    settle(codebase, lambda _: found(codebase, asked)[0] == "src/crate.py")


def test_a_folder_of_a_repository_knows_its_own_history(commit, git, root, tmp_path):
    write(root, {"docs/guide.txt": "about\n"})
    commit("Explain customs")
    commits = read_history(root / "src", None, 10, CancelToken())
    assert [entry.files for entry in commits][:2] == [("ledger.py",), ("parcel.py",)]


def test_a_commit_of_hundreds_of_files_says_nothing_of_them(open_codebase, commit, root):
    write(root, {f"many/file{number}.py": f"x{number} = 1\n" for number in range(201)})
    commit("Format everything nicely")
    codebase = open_codebase()
    assert not any(path.startswith("many/") for path in history(codebase).paths)


def test_it_can_be_switched_off(open_codebase, commit, settings):
    assert history(open_codebase(settings=replace(settings, index_history=False))) is None


def test_what_is_saved_damaged_is_read_again(open_codebase, commit, settings):
    first = open_codebase()
    first.close()
    (saved,) = Path(settings.index_location).rglob("*.history.arrow")
    directory = saved.parents[2]
    content = bytearray(saved.read_bytes())
    content[len(content) // 2] ^= 255
    saved.write_bytes(content)
    assert load_history(directory) is None
    codebase = open_codebase()
    settle(codebase, lambda _: history(codebase) is not None)
    assert len(history(codebase)) == 3


def test_a_folder_without_git_has_none(open_codebase, root):
    write(root, {"own.py": "own = 1\n"})
    assert history(open_codebase()) is None


def test_a_folder_that_is_put_under_git_while_it_is_open_has_one(open_codebase, root, request):
    write(root, FILES)
    codebase = open_codebase()
    request.getfixturevalue("commit")
    codebase.refresh()
    settle(codebase, lambda _: history(codebase) is not None)
    assert len(history(codebase)) == 3
