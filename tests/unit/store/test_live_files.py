"""The committed files of an index: the latest row of each path, and numbers that are always those of these rows."""

from collections import Counter
from dataclasses import replace

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.index.workers.reading import FileJob, new_record
from lsp_codebase.scan import FileStat
from lsp_codebase.store.live_files import FileRecord, LiveFiles, by_chunks

STATES = [("indexed", ""), ("indexed", "larger than 5 bytes"), ("indexed", "minified"), ("skipped", "binary")]


def record(path: str, file_id: int, generation: int = 1, state: int = 0, **values: int) -> FileRecord:
    name, reason = STATES[state]
    made = new_record(FileJob(path, file_id), FileStat(1, 1), state=name, reason=reason)
    return replace(made, **{"generation": generation, "language": path[-2:], **values})


def table(*records: FileRecord) -> pa.Table:
    columns = {name: [getattr(one, name) for one in records] for name in FileRecord.__dataclass_fields__}
    return pa.table(columns) if records else pa.table({name: pa.array([], pa.int64()) for name in columns})


def test_the_latest_row_of_a_path_replaces_the_one_before():
    files = LiveFiles(table(record("a.py", 1, chunks=5), record("b.rs", 2), record("a.py", 3, 2, chunks=7)))
    assert {path: one.file_id for path, one in files.by_path.items()} == {"a.py": 3, "b.rs": 2}
    assert files.came == [1, 2, 3]
    assert (files.generation, files.largest_id) == (2, 3)
    assert files.counts["chunks"] == 7
    again = record("b.rs", 2, 4)  # the same content at another time
    assert files.take(table(again)) == [record("b.rs", 2)]
    assert files.by_id[2] == again
    assert files.take(table()) == []
    assert (files.generation, files.largest_id) == (4, 3)


ROWS = st.lists(
    st.tuples(st.sampled_from(["a.py", "b.py", "c.rs"]), st.integers(0, 3), st.integers(0, 9), st.integers(0, 9)),
    max_size=8,
)


@given(ROWS, st.sets(st.integers(0, 7)))
def test_all_numbers_are_those_of_the_rows_that_are_left(rows, kept):
    records = [
        record(path, number, number, state, chunks=chunks, symbols=symbols)
        for number, (path, state, chunks, symbols) in enumerate(rows)
    ]
    files = LiveFiles()
    replaced = [old for one in records for old in files.take(table(one))]
    latest: dict[str, FileRecord] = {}
    before: list[FileRecord] = []
    for one in records:
        before += [latest[one.path]] if one.path in latest else []
        latest[one.path] = one
    assert replaced == before
    assert files.by_path == latest
    files.keep(kept)
    left = [one for one in latest.values() if one.file_id in kept]
    assert {*files.by_path} == {one.path for one in left}
    assert {*files.by_id} == {one.file_id for one in left}
    assert {*files.refused} == {one.path for one in left if one.reason in ("minified", "binary")}
    assert +files.languages == Counter(one.language for one in left if one.state == "indexed")
    expected = Counter(one.state for one in left)
    expected.update({"chunks": sum(one.chunks for one in left), "symbols": sum(one.symbols for one in left)})
    assert +files.counts == +expected


@pytest.mark.parametrize(
    ("chunks", "groups"), [([], []), ([3, 2, 1], [[3, 2], [1]]), ([9, 5], [[9], [5]]), ([1, 0, 0, 4], [[1, 0, 0, 4]])]
)
def test_a_group_is_full_with_the_file_that_brings_it_to_so_many_chunks(chunks, groups):
    files = (record(f"{number}.py", number, chunks=count) for number, count in enumerate(chunks))
    assert [[one.chunks for one in group] for group in by_chunks(files, 5)] == groups
