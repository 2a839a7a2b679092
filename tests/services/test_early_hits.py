"""What stands as it is written is told while the files behind it are still read, and a cancel ends the reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken, Hit, Mode, Pack, SearchQuery
from lsp_codebase.texts import FileTexts
from lsp_codebase.workspace import Workspace

FILES = 96  # in each of two folders; every fourth one holds a match
QUERY = SearchQuery(r"\b[xy]_\d+ = ", mode=Mode.REGEX, limit=100, pack=Pack.NONE)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("early")
    for name in ("one", "two"):
        lines = {n: f"{name[0]}y_{n} = {n}" if n % 4 else f"x_{n} = {n}\ny_{n} = {n}" for n in range(FILES)}
        folders = ("src", "tests")
        write(root / name, {f"{folders[n % 2]}/file_{n:03}.py": f"{lines[n]}\n" for n in lines})
    settings = Settings(index_location=str(root / "cache"), embedding_model="none")
    with opened(settings, root / "one", root / "two") as workspace:
        yield workspace


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that searches read through, as they come."""
    paths: list[str] = []
    original = FileTexts.utf8

    def utf8(self: FileTexts, root: Path, batch: Sequence[str], *most: int) -> list[bytes]:
        paths.extend(batch)
        return original(self, root, batch, *most)

    monkeypatch.setattr(FileTexts, "utf8", utf8)
    return paths


@pytest.mark.parametrize(
    "query", [QUERY, replace(QUERY, limit=7), replace(QUERY, text="x_", mode=Mode.EXACT, pack=Pack.CHUNK)]
)
def test_early_hits_are_those_of_the_answer_in_its_order(workspace: Workspace, query: SearchQuery) -> None:
    early: list[Hit] = []
    whole = workspace.search(query, CancelToken())
    told = workspace.search(query, CancelToken(), early.append)
    assert tuple(early) == told.hits == whole.hits
    assert len({hit.path.parts[-3] for hit in whole.hits}) == 2 or query.limit == 7
    assert (told.next_cursor, told.truncated, told.mode) == (whole.next_cursor, whole.truncated, whole.mode)


def test_the_first_hit_comes_before_the_other_files_are_read(workspace: Workspace, read: list[str]) -> None:
    read_by_then: list[int] = []
    workspace.search(QUERY, CancelToken(), lambda _: read_by_then.append(len(read)))
    assert len(read) == 2 * FILES
    assert read_by_then[0] <= 8
    assert sorted(set(read_by_then)) == [*dict.fromkeys(read_by_then)]
    assert len(set(read_by_then)) > 4


def test_a_cancel_ends_the_reading_at_the_next_few_files(workspace: Workspace, read: list[str]) -> None:
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        workspace.search(QUERY, cancel, lambda _: cancel.cancel())
    assert len(read) <= 16


def test_what_stands_nowhere_in_any_letter_case_is_looked_for_once(workspace: Workspace, read: list[str]) -> None:
    answer = workspace.search(replace(QUERY, text=r"\b[XY]_\d+ = [a-z]"), CancelToken())
    assert (answer.hits, answer.notes) == ((), ())
    assert len(read) == 2 * FILES
    answer = workspace.search(replace(QUERY, text=r"\b[XY]_\d+ = "), CancelToken())
    assert answer.hits == ()
    assert "other letter case" in answer.notes[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"max_chars": 400, "pack": Pack.CHUNK},
        {"pack": Pack.CONTEXT},
        {"text": r"x_\d+ = \d+\ny"},
        {"text": "file", "mode": Mode.HYBRID},
    ],
)
def test_what_a_later_hit_may_change_is_not_told_early(workspace: Workspace, changes: dict[str, object]) -> None:
    early: list[Hit] = []
    query = replace(QUERY, **changes)
    answer = workspace.search(query, CancelToken(), early.append)
    assert early == []
    assert answer.hits == workspace.search(query, CancelToken()).hits != ()
