"""Questions in words for the commits that changed a file, a folder or a definition, and for the one that added it."""

import shutil

import pytest
from codebases import write
from git_commits import git

from lsp_codebase.index.history_keeper import HistoryKeeper
from lsp_codebase.model import CancelToken, HistoryQuery, SearchAnswer, SearchQuery

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD" + "abcd"
SEND = "def send_parcel(box):\n    return box.weight * 2\n\n\n"
LABEL = "def print_label(box):\n    return str(box)\n\n\n"


@pytest.fixture
def post(root):
    """Three commits to `src/post.py`, one of them to `print_label` alone; others to `lib`."""
    git_of(
        root, 1, "Begin", {"src/post.py": SEND, "lib/ledger.py": "def book(entry): ...\n", "src/made.py": "MADE = 1\n"}
    )
    git_of(root, 2, "Print labels", {"src/post.py": SEND + LABEL})
    git_of(root, 3, "Charge customs abroad", {"src/post.py": SEND.replace("2", "3") + LABEL})
    git_of(root, 4, f"Book at night, not with {TOKEN}", {"lib/ledger.py": "def book(entry): return entry\n"})
    return root


def git_of(root, day, message, files):
    write(root, files)
    if day == 1:
        git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message, day=day)


def ask(codebase, text: str, **fields) -> SearchAnswer:
    return codebase.search(SearchQuery(text, **fields), CancelToken())


def told(answer: SearchAnswer) -> str:
    return " ".join(answer.notes)


@pytest.mark.parametrize(
    "text",
    [
        "what changed in src/post.py lately",
        "what changed in post.py",
        "what has changed recently in post.py",
        "recent changes in post",
        "the latest commits to src/post.py",
        "which commits changed post.py",
        "history of src/post.py",
        "git log src/post.py",
        "why was post.py changed?",
        "when was src/post.py last changed",
        "who changed post.py last",
    ],
)
def test_a_file_leads_to_the_commits_that_changed_it_newest_first(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert {hit.path.name for hit in answer.hits} == {"post.py"}
    note = told(answer)
    assert (
        0
        <= note.find("2026-01-03 Charge customs")
        < note.find("2026-01-02 Print labels")
        < note.find("2026-01-01 Begin")
    )
    assert "Book" not in note


@pytest.mark.parametrize(
    "text", ["what changed in the src folder lately", "recent changes in src/", "recent commits to src"]
)
def test_a_folder_leads_to_what_was_changed_in_it(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert {hit.path.parent.name for hit in answer.hits} == {"src"}
    assert "Charge customs" in told(answer)
    assert "Book" not in told(answer)


@pytest.mark.parametrize(
    "text",
    ["what changed in print_label lately", "who last changed print_label", "which commits touched print_label()?"],
)
def test_a_definition_leads_to_itself_and_the_commits_that_touched_its_lines(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert [hit.name for hit in answer.hits] == ["print_label"]
    assert "Print labels" in told(answer)
    assert "customs" not in told(answer)


@pytest.mark.parametrize(
    "text",
    [
        "when was print_label added",
        "which commit introduced print_label?",
        "who added print_label",
        "which PR added print_label",
    ],
)
def test_the_commit_that_added_something_is_told(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert [hit.name for hit in answer.hits] == ["print_label"]
    assert "first known of it: " in told(answer)
    assert "2026-01-02 Print labels" in told(answer)


def test_so_is_that_of_a_file(post, open_codebase):
    assert "2026-01-01 Begin" in told(ask(open_codebase(), "when was src/post.py added"))


@pytest.mark.parametrize("text", ["which commits changed customs abroad", "recent changes to customs abroad"])
def test_plain_words_lead_to_the_commits_that_say_them(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert answer.hits[0].path.name == "post.py"
    assert "said by: " in told(answer)
    assert "Charge customs abroad" in told(answer)


@pytest.mark.parametrize(
    "text",
    [
        "when was the parcel created",
        "who added the entry",
        "what changed in the box",
        "history of parcels",
        "who last edited the box",
    ],
)
def test_plain_words_ask_what_the_program_does_where_nothing_says_that_commits_are_meant(post, open_codebase, text):
    assert "2026-01" not in told(ask(open_codebase(), text))


@pytest.mark.parametrize(
    ("text", "commit"),
    [
        ("when was the express delivery added", "2026-01-05 Add express delivery of parcels"),
        ("when did express delivery land?", "2026-01-05 Add express delivery of parcels"),
        ("why was the customs form removed", "2026-01-06 fix: remove the customs form"),
        ("who last changed the express delivery", "2026-01-07 Express delivery costs more"),
    ],
)
def test_plain_words_are_searched_for_as_they_stand_beside_the_commit_that_did_it(post, open_codebase, text, commit):
    git_of(post, 5, "Add express delivery of parcels", {"src/express.py": "EXPRESS = 1\n"})
    git_of(post, 6, "fix: remove the customs form", {"src/forms.py": "FORMS = 1\n"})
    git_of(post, 7, "Express delivery costs more", {"src/express.py": "EXPRESS = 2\n"})
    note = told(ask(open_codebase(), text))
    assert commit in note


@pytest.mark.parametrize(
    "text", ["when was the delivery night added", "why was the parcel removed", "who added the parcel"]
)
def test_a_commit_that_did_something_else_to_them_is_not_told(post, open_codebase, text):
    git_of(post, 5, "Add delivery at night of a parcel", {"src/express.py": "EXPRESS = 1\n"})
    assert "2026-01" not in told(ask(open_codebase(), text))


def test_what_was_never_committed_is_said_to_be_so(post, open_codebase):
    write(post, {"src/new_thing.py": "def brand_new(): ...\n"})
    answer = ask(open_codebase(), "what changed in src/new_thing.py lately")
    assert "no known commit touched this" in told(answer)
    assert answer.hits[0].path.name == "new_thing.py"


@pytest.fixture
def paired(root):
    """`shop/cart.py` was changed with its test three times, with the documents twice, and once with something else."""
    names = ("shop/cart.py", "tests/test_cart.py", "docs/cart.md", "shop/other.py")
    for day, touched in enumerate((names, names[:3], names[:2]), 1):
        git_of(root, day, f"Day {day}", dict.fromkeys(touched, f"# {day}\n"))
    return root


@pytest.mark.parametrize(
    "text",
    [
        "which files usually change together with shop/cart.py",
        "what changes together with cart.py?",
        "what else must I change when I change shop/cart.py",
        "files related to shop/cart.py",
        "files that change with cart.py",
    ],
)
def test_the_files_that_change_together_with_one_are_told_the_most_often_first(paired, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert [hit.path.name for hit in answer.hits] == ["test_cart.py", "cart.md"]
    assert told(answer) == "changed together with shop/cart.py in 3 commits: tests/test_cart.py (3), docs/cart.md (2)"


@pytest.mark.parametrize("text", ["what changes with the total", "files related to carts"])
def test_plain_words_name_no_file_that_others_change_with(paired, open_codebase, text):
    assert "changed together" not in told(ask(open_codebase(), text))


def test_filters_hold_for_what_is_named(post, open_codebase):
    answer = ask(open_codebase(), "recent changes in src", include=("src/made*",))
    assert {hit.path.name for hit in answer.hits} <= {"made.py"}


def test_no_note_tells_a_token_that_a_message_holds(post, open_codebase):
    codebase = open_codebase()
    for text in ("what changed in lib/ledger.py lately", "the last commit", "recent changes"):
        note = told(ask(codebase, text))
        assert "Book at night" in note
        assert TOKEN not in note


def test_a_commit_that_came_since_the_history_was_read_is_told_at_once(post, open_codebase, monkeypatch):
    codebase = open_codebase()
    monkeypatch.setattr(HistoryKeeper, "follow", lambda *_: None)
    git_of(post, 5, "Weigh twice", {"src/post.py": SEND.replace("2", "22") + LABEL})
    assert "2026-01-05 Weigh twice" in told(ask(codebase, "what did the last commit change"))
    assert "2026-01-05 Weigh twice" in told(ask(codebase, "what changed in src/post.py lately"))
    assert codebase.history(HistoryQuery(limit=1), CancelToken()).commits[0].subject == "Weigh twice"


def test_where_another_branch_is_checked_out_since_the_answer_says_so(post, open_codebase, monkeypatch):
    codebase = open_codebase()
    monkeypatch.setattr(HistoryKeeper, "follow", lambda *_: None)
    git(post, "checkout", "-q", "HEAD~1")
    for text in ("what did the last commit change", "what changed in src/post.py lately"):
        assert "another branch was checked out since" in told(ask(codebase, text))


def test_a_definition_is_asked_about_where_it_stands_by_now(post, open_codebase):
    codebase = open_codebase()
    write(post, {"src/post.py": "# new\n" * 4 + SEND + LABEL})
    assert "first known of it: " in (note := told(ask(codebase, "which commit added print_label")))
    assert "Print labels" in note


@pytest.mark.parametrize("text", ["MOVED = 1\n", ""])
def test_of_a_definition_that_is_gone_by_now_the_commits_of_its_file_are_told(post, open_codebase, text):
    codebase = open_codebase()
    write(post, {"src/post.py": text})
    assert "Begin" in told(ask(codebase, "which commit added print_label"))
