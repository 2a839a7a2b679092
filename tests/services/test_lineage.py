"""Which commits touched some lines, a file or a folder, and which fit a query: over real repositories and indexes."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import opened, write
from git_commits import git

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, InvalidQuery, UnknownRoot
from lsp_codebase.model import CancelToken, Document, HistoryAnswer, HistoryQuery, Span
from lsp_codebase.search.history import lineage
from lsp_codebase.workspace import Workspace

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD" + "abcd"
PARCEL = "def send(box):\n    return box.weight * 2\n\n\ndef label(box):\n    return str(box)\n"
Ask = Callable[..., HistoryAnswer]


@pytest.fixture(scope="module")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One repository with two folders, `app` and `lib`."""
    top = tmp_path_factory.mktemp("lineage").resolve() / "top"

    def commit(day: int, message: str, **files: str) -> None:
        write(top, {f"{name.replace('__', '/')}.py": text for name, text in files.items()})
        git(top, "add", "-A", "-f")
        git(top, "commit", "-q", "-m", message, day=day)

    write(top, {".gitignore": "made.py\n", "app/.env": "KEY=1\n", "app/made.py": "made = 1\n"})
    git(top, "init", "-q")
    commit(1, "Begin", app__box=PARCEL, lib__ledger="def book(entry):\n    return entry\n")
    commit(2, "Charge customs for foreign shipments", app__box=PARCEL.replace("* 2", "* 3"))
    commit(3, f"Turn labels\n\nThe key was {TOKEN}.\n\nSigned-off-by: Ada <ada@home>", app__box=PARCEL.upper())
    commit(3, "Name it", lib__old__name="name = 1\n")
    git(top, "mv", "lib/old", "lib/new")
    commit(3, "Move it")
    commit(
        4,
        "Reconcile invoices at night\n\n---------\n\n```sh\nmake invoices\n```\n* they were late\n",
        lib__ledger="def book(entry):\n    return -entry\n",
    )
    git(top, "mv", "app/box.py", "app/parcel.py")
    commit(5, "Call boxes parcels")
    back = PARCEL.replace("* 2", "* 3")
    commit(6, "Turn labels back and bind them to the ledger", app__parcel=back, lib__bound="bound = 1\n")
    for number in range(201):
        write(top, {f"lib/many/file{number}.py": f"x{number} = 1\n"})
    commit(7, "Format everything nicely")
    return top


@pytest.fixture(scope="module")
def workspace(top: Path) -> Iterator[Workspace]:
    settings = Settings(index_location=str(top.parent / "cache"), embedding_model="none", index_debounce_ms=1)
    write(top.parent / "plain", {"own.py": "own = 1\n"})
    with opened(settings, top / "app", top / "lib", top.parent / "plain") as workspace:
        yield workspace


@pytest.fixture
def ask(workspace: Workspace) -> Ask:
    return lambda text=None, **fields: workspace.history(HistoryQuery(text, **fields), CancelToken())


def subjects(answer: HistoryAnswer) -> list[str]:
    return [commit.subject for commit in answer.commits]


def test_the_commits_that_fit_words_come_best_first_with_how_well(ask, top):
    answer = ask("charge customs for shipments")
    first = answer.commits[0]
    assert first.subject == "Charge customs for foreign shipments"
    assert first.files == (top / "app/parcel.py",)
    assert first.score == max(commit.score for commit in answer.commits) > 0.3
    assert "Reconcile invoices at night" not in subjects(answer)


def test_a_file_has_the_commits_of_the_names_it_had_newest_first(ask, top):
    assert subjects(ask(path=top / "app/parcel.py")) == [
        "Turn labels back and bind them to the ledger",
        "Call boxes parcels",
        "Turn labels",
        "Charge customs for foreign shipments",
        "Begin",
    ]


@pytest.mark.parametrize("earlier", ["app/box.py", "lib/old/name.py", "lib/old"])
def test_what_was_renamed_since_has_the_commits_of_its_new_name_which_is_told(ask, top, earlier):
    today = {"app/box.py": top / "app/parcel.py"}.get(earlier, top / "lib/new/name.py")
    answer = ask(path=top / earlier)
    assert subjects(answer) == subjects(ask(path=today)) != []
    assert answer.notes[0].endswith(f"these are the commits of {today.relative_to(top / earlier.partition('/')[0])}")


def test_a_folder_has_the_commits_of_what_is_below(ask, top):
    assert subjects(ask(path=top / "lib", limit=3)) == [
        "Format everything nicely",
        "Turn labels back and bind them to the ledger",
        "Reconcile invoices at night",
    ]
    assert subjects(ask(path=top / "lib/many")) == []


def test_a_commit_of_two_folders_is_one_with_the_files_of_both(ask, top):
    (commit,) = ask("bind to the ledger", limit=1).commits
    assert commit.files == (top / "app/parcel.py", top / "lib/bound.py")
    assert commit.files_total == 2


def test_lines_have_the_commits_that_touched_them(ask, top):
    answer = ask(path=top / "app/parcel.py", span=Span.of_lines(0, 1))
    assert subjects(answer)[-2:] == ["Charge customs for foreign shipments", "Begin"]
    assert "Charge customs for foreign shipments" not in subjects(
        ask(path=top / "app/parcel.py", span=Span.of_lines(4, 5))
    )
    assert {path.name for path in answer.commits[-1].files} == {"parcel.py", "made.py"}
    assert answer.notes == ()


def test_lines_are_those_of_the_open_document(ask, top, workspace):
    path = top / "app/parcel.py"
    expected = ask(path=path, span=Span.of_lines(4, 5)).commits
    document = Document("new = 1\nnewer = 2\n" + path.read_text())
    workspace.open_document(path, document)
    try:
        assert ask(path=path, span=Span.of_lines(6, 7)).commits == expected
        answer = ask(path=path, span=Span.of_lines(0, 1))
        assert (answer.commits, answer.notes) == ((), ("these lines are not committed yet",))
    finally:
        workspace.close_document(path, document)


def test_lines_of_a_folder_are_refused_as_lines_of_no_text(ask, top):
    with pytest.raises(InvalidQuery, match="range: there is no text at this place"):
        ask(path=top / "app", span=Span.of_lines(1, 2))


def test_words_choose_among_the_commits_of_lines_and_of_files(ask, top):
    path = top / "app/parcel.py"
    assert subjects(ask("charge customs", path=path, span=Span.of_lines(0, 1))) == [
        "Charge customs for foreign shipments"
    ]
    assert subjects(ask("turn labels", path=path)) == ["Turn labels back and bind them to the ledger", "Turn labels"]


def test_lines_that_git_tells_nothing_of_are_answered_with_the_commits_of_the_file_and_a_note(ask, top, monkeypatch):
    monkeypatch.setattr(lineage, "read_committed", lambda *_: None)
    answer = ask(path=top / "app/parcel.py", span=Span.of_lines(4, 5))
    assert answer.commits == ask(path=top / "app/parcel.py").commits
    assert "commits of the whole file" in answer.notes[0]


@pytest.mark.parametrize("fields", [{}, {"span": Span.of_lines(0, 0)}, {"text": "fresh"}], ids=str)
def test_what_no_commit_touched_is_answered_with_a_note_on_it(ask, top, fields):
    write(top, {"lib/fresh.py": "fresh = 1\n"})
    answer = ask(path=top / "lib/fresh.py", **fields)
    assert answer.commits == ()
    assert answer.notes[0].startswith("no known commit touched this: it is not committed")
    assert ask(path=top / "app/parcel.py", text="walrus").notes == ()


def test_lines_of_a_message_that_hold_only_marks_are_not_told(ask):
    (commit,) = ask("reconcile invoices", limit=1).commits
    assert commit.body == "make invoices\n* they were late"


def test_commits_before_a_date_are_left_out(ask, top):
    path = top / "app/parcel.py"
    assert subjects(ask(path=path, since="2026-01-05")) == subjects(ask(path=path))[:2]
    assert subjects(ask(path=path, since="2026-01-06T10:00:00+01:00")) == subjects(ask(path=path))[:1]
    assert subjects(ask(path=path, span=Span.of_lines(0, 1), since="2026-01-05")) == subjects(ask(path=path))[:1]


def test_it_says_that_there_are_more(ask, top):
    path = top / "app/parcel.py"
    for span in (None, Span.of_lines(0, 1)):
        assert ask(path=path, span=span, limit=2).is_cut
        assert not ask(path=path, span=span, limit=5).is_cut


def test_no_author_and_no_token_is_told(ask):
    told = str(ask(limit=100).commits)
    assert "[redacted: GitHub token]" in told
    assert TOKEN not in told
    assert "Ada" not in told
    assert "ada@home" not in told


def test_files_that_are_private_or_not_indexed_are_not_named(ask, top):
    begin = ask("begin").commits[0]
    assert begin.subject == "Begin"
    assert {path.name for path in begin.files} == {"parcel.py", "ledger.py", "made.py"}
    with pytest.raises(InvalidQuery, match="usually holds credentials"):
        ask(path=top / "app/.env")


def test_a_folder_without_a_repository_says_so(ask, top):
    answer = ask(path=top.parent / "plain/own.py")
    assert (answer.commits, answer.notes) == (
        (),
        ("earlier commits are not known: no git repository holds this folder",),
    )


def test_a_history_that_is_switched_off_says_so_but_lines_are_answered(ask, top, workspace, monkeypatch):
    codebase = workspace.find(top / "app")
    monkeypatch.setattr(codebase, "settings", replace(codebase.settings, index_history=False))
    monkeypatch.setattr(codebase._published, "state", replace(codebase._published.state, history=None))
    assert "set it to true" in ask(path=top / "app").notes[0]
    assert subjects(ask(path=top / "app/parcel.py", span=Span.of_lines(0, 1)))[-1] == "Begin"


@pytest.mark.parametrize(
    ("fields", "field", "fix"),
    [
        ({"text": "  "}, "query", "leave it out"),
        ({"limit": 0}, "limit", "between 1 and 100"),
        ({"since": "yesterday"}, "since", 'write it as "2026-01-31"'),
        ({"span": Span.of_lines(0, 1)}, "range", "name it in textDocument"),
        ({"path": "app/parcel.py", "span": Span.of_lines(90, 91)}, "range", "only 6 lines"),
    ],
)
def test_bad_input_names_the_field_and_the_fix(ask, top, fields, field, fix):
    if "path" in fields:
        fields = fields | {"path": top / fields["path"]}
    with pytest.raises(InvalidQuery) as refused:
        ask(**fields)
    assert (refused.value.field, fix in refused.value.reason) == (field, True)


def test_a_place_outside_of_every_folder_is_refused(ask, top):
    with pytest.raises(UnknownRoot):
        ask(path=top.parent / "other.py")


def test_it_can_be_cancelled(workspace, top):
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        workspace.history(HistoryQuery(path=top / "app/parcel.py", span=Span.of_lines(0, 1)), cancel)
