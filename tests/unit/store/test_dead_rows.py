"""When the rows of files that were replaced or removed are deleted, and which stay since their files may return."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pyarrow as pa
import pytest

from lsp_codebase.index.workers.reading import FileJob, new_record
from lsp_codebase.scan import FileStat
from lsp_codebase.store import dead_rows
from lsp_codebase.store.dead_rows import DeadRows
from lsp_codebase.store.live_files import FileRecord, LiveFiles


class Rows:
    """A table that holds nothing but the file of each row."""

    def __init__(self, *file_ids: int) -> None:
        self.file_ids = [*file_ids]
        self.deletions = 0

    def rows(self, names: list[str]) -> pa.Table:
        assert names == ["file_id"]
        return pa.table({"file_id": pa.array(self.file_ids, pa.int64())})

    def delete(self, condition: str) -> None:
        self.deletions += 1
        gone = {int(number) for number in re.findall(r"\d+", condition)}
        self.file_ids = [one for one in self.file_ids if one not in gone]


def record(file_id: int, chunks: int = 1) -> FileRecord:
    made = new_record(FileJob(f"{file_id}.py", file_id), FileStat(1, 1), state="indexed", reason="")
    return replace(made, chunks=chunks)


class Index:
    """The dead rows of an index with some live files, at a time that a test sets."""

    def __init__(self, *live: int) -> None:
        files = LiveFiles()
        files.by_id = {file_id: record(file_id) for file_id in live}
        self.chunks, self.symbols = Rows(1, 1, 2, 3), Rows(2, 3, 3, 4)
        self.now = 1_000.0
        self.checks = 0
        self.dead = DeadRows(self.chunks, self.symbols, files, self.check)

    def check(self) -> None:
        self.checks += 1

    @property
    def left(self) -> tuple[list[int], list[int]]:
        return self.chunks.file_ids, self.symbols.file_ids


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Index:
    one = Index(1)
    monkeypatch.setattr(dead_rows, "time", SimpleNamespace(monotonic=lambda: one.now))
    return one


def test_rows_are_deleted_once_nobody_can_be_reading_them(index):
    index.dead.add({2}, {}, 0)
    index.now += 5
    index.dead.add({3}, {}, 0)
    index.dead.delete()
    assert (index.checks, index.chunks.deletions) == (0, 0)
    index.now += 5
    index.dead.delete()
    assert index.left == ([1, 1, 3], [3, 3, 4])
    index.dead.delete(at_once=True)
    assert index.left == ([1, 1], [4])
    index.dead.delete(at_once=True)
    assert (index.checks, index.chunks.deletions) == (2, 2)


def test_a_file_that_lives_again_keeps_its_rows(index):
    index.dead.add({2, 3}, {3: record(3)}, 0)
    index.dead.take_back([2, 3, 5])
    index.dead.delete(at_once=True)
    assert not index.dead.kept
    assert index.left == ([1, 1, 2, 3], [2, 3, 3, 4])


def test_five_hundred_files_are_worth_deleting_whatever_else_is_to_do(index):
    index.dead.add({*range(499)}, {}, 0)
    assert not index.dead.are_many
    index.dead.add({499}, {}, 0)
    assert index.dead.are_many


@pytest.mark.parametrize(
    ("all_chunks", "sizes", "kept"),
    [
        (0, [20_000, 20_000, 10_000], [0, 1, 2]),
        (0, [20_000, 20_000, 10_001], [1, 2]),
        (0, [20_000, 20_000, 30_001], [2]),
        (0, [1, 60_000], []),
        (800_000, [40_000, 60_000], [0, 1]),
        (800_007, [40_000, 60_001], [1]),
    ],
)
def test_files_that_may_return_are_kept_while_there_is_room_those_that_went_last_first(index, all_chunks, sizes, kept):
    for file_id, chunks in enumerate(sizes):
        index.dead.add({file_id}, {file_id: record(file_id, chunks)}, all_chunks)
    assert [*index.dead.kept] == kept
    index.dead.delete(at_once=True)
    left = {1, 2, 3} - {*range(len(sizes))} | {*kept} & {1, 2, 3}
    assert {*index.chunks.file_ids} == left


def test_rows_that_no_file_names_nor_named_a_moment_ago_are_deleted_and_all_are_counted(index):
    index.dead.add({2, 9}, {9: record(9)}, 0)
    index.chunks.file_ids.append(9)
    assert not index.dead.is_swept
    assert index.dead.delete_nameless() == ({1: 2, 2: 1, 3: 1, 9: 1}, {2: 1, 3: 2, 4: 1})
    assert index.left == ([1, 1, 2, 9], [2])
    assert index.dead.is_swept
    assert index.checks == 1
