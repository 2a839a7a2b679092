"""The subjects of commits that add one more of a kind, and what these commits have in common."""

import time

import pytest

from lsp_codebase.indexes import History, history_of
from lsp_codebase.scan import Commit
from lsp_codebase.search.history.additions import additions_of


def history(*commits: tuple[str, list[str]]) -> History:
    """Return a history of subjects and files, newest first."""
    made = [Commit(f"{number:040x}", 0, subject, tuple(files), {}) for number, (subject, files) in enumerate(commits)]
    return history_of("head", made, None, 1_000)


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("Add falcon carrier", "falcon"),
        ("feat(post): add the `falcon` carrier (#12)", "falcon"),
        ("[post] Added support for Falcon carriers", "Falcon"),
        ("post: implement a new falcon carrier for parcels", "falcon"),
        ("Introduce carrier FalconExpress", "FalconExpress"),
        ("Add Falcon carrier support, with rates", "Falcon"),
    ],
)
def test_a_subject_names_what_it_adds(subject, name):
    found = additions_of(history(*[(subject, ["list.py"])] * 3), ["carrier"])
    assert found is not None
    assert [one.names for one in found.commits] == [(name,)] * 3


@pytest.mark.parametrize(
    "subject",
    [
        "Do not add a carrier",
        "Add carrier",
        "Add rates to a carrier",
        "Fix the falcon carrier",
        "Add tests for falcon carrier",
    ],
)
def test_other_subjects_add_none(subject):
    assert additions_of(history(*[(subject, ["list.py"])] * 3), ["carrier"]) is None


def test_two_are_too_few_and_a_wide_commit_tells_nothing():
    commits = [("Add swift carrier", ["list.py"]), ("Add snail carrier", ["list.py"])]
    assert additions_of(history(*commits), ["carrier"]) is None
    wide = ("Add turtle carrier", [f"{number}.py" for number in range(31)])
    assert additions_of(history(wide, *commits), ["carrier"]) is None


def test_files_in_common_and_the_newest_beside_are_told_with_their_numbers():
    commits = [
        (f"Add {name} carrier", ["list.py", f"carriers/{name}/index.py", "odd.py"][:count])
        for name, count in (("falcon", 2), ("turtle", 3), ("snail", 2), ("swift", 2))
    ]
    found = additions_of(history(*commits, ("Begin", ["list.py"])), ["carrier"])
    assert found is not None
    assert list(found.changed) == [("list.py", 4)]
    assert list(found.beside) == [("carriers/falcon/index.py", 4)]


@pytest.mark.parametrize("part", ["a: ", " ", "[a] ", "a(b): ", "Add ", "`", "A-", "add a carrier "])
def test_a_long_subject_is_read_in_linear_time(part):
    commits = [(part * 1_000 + "carrier", ["list.py"]), ("Add " + part * 1_000 + "carrier", ["list.py"])] * 200
    told = history(*commits)
    begin = time.thread_time()
    additions_of(told, ["carrier"])
    assert time.thread_time() - begin < 3
