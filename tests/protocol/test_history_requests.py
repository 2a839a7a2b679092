"""`codebase/history` over the wire: by request, by command, and refused."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from git_commits import git
from raw_client import RawClient

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

TEXT = "größe = '𝄞'; def send(box): return box\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("history").resolve() / "post"
    root.mkdir()
    (root / "parcel.js").write_text("let first = 1;\n" + TEXT, "utf-8")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Send boxes")
    (root / "parcel.js").write_text("let first = 2;\n" + TEXT, "utf-8")
    git(root, "commit", "-q", "-a", "-m", "Count from two", day=2)
    return root


@pytest.fixture(scope="module")
def editor(shared: RawClient, root: Path) -> Iterator[RawClient]:
    with shared.visit(root):
        yield shared


def lines(first: int, last: int) -> dict:
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


def subjects(result: dict) -> list[str]:
    return [commit["subject"] for commit in result["commits"]]


def test_a_request_and_its_command_tell_the_commits_of_a_selection(editor: RawClient, root: Path) -> None:
    document = {"uri": (root / "parcel.js").as_uri()}
    params = {"textDocument": document, "range": lines(1, 2)}
    found = editor.result("codebase/history", params)
    assert subjects(found) == ["Send boxes"]
    command = {"command": "codebase.history", "arguments": [params]}
    assert subjects(editor.result("workspace/executeCommand", command)) == ["Send boxes"]
    assert subjects(editor.result("codebase/history", {"textDocument": document})) == ["Count from two", "Send boxes"]


def test_words_find_a_commit_with_its_files(editor: RawClient, root: Path) -> None:
    (first, *_) = editor.result("codebase/history", {"query": "count from two", "folder": root.as_uri()})["commits"]
    assert (first["subject"], first["time"], first["filesTotal"]) == ("Count from two", "2026-01-02T09:00:00+00:00", 1)
    assert first["files"] == [(root / "parcel.js").as_uri()]


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"range": lines(0, 1)}, "range"),
        ({"textDocument": {"uri": "file:///elsewhere/x.py"}}, "textDocument.uri"),
        ({"textDocument": {"uri": "untitled:1"}}, "textDocument.uri"),
        ({"folder": "file:///elsewhere"}, "folder"),
        ({"textDocument": {"uri": "file:///elsewhere/x.py"}, "folder": "file:///elsewhere"}, "folder"),
        ({"query": ""}, "query"),
        ({"since": "now"}, "since"),
        ({"since": 5}, "since"),
    ],
)
def test_what_cannot_be_answered_names_its_field(editor: RawClient, params: dict, field: str) -> None:
    error = editor.error("codebase/history", params)
    assert (error["code"], error["data"]["field"]) == (-32602, field)
