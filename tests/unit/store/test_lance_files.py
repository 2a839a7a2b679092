"""What is known of the files that LanceDB writes holds for the version that is installed."""

import os
import subprocess
import sys

import pyarrow as pa
import pytest

from lsp_codebase.store import StoreUnreadable, rollback, torn_files
from lsp_codebase.store.tables import Database, location

SCHEMA = pa.schema([pa.field("chunk_id", pa.int64())])


@pytest.fixture
def table(tmp_path):
    table = Database(tmp_path).ensure_table("chunks", SCHEMA)
    table.append(pa.table({"chunk_id": [*range(100)]}, SCHEMA))
    table.index_ids("chunk_id")
    table.delete("chunk_id = 7")
    return table


def files(tmp_path, folder):
    return sorted(path for path in (location(tmp_path) / "chunks.lance" / folder).rglob("*") if path.is_file())


def test_each_version_is_a_manifest_whose_name_counts_down(tmp_path, table):
    manifests = dict(rollback.manifests(tmp_path, "chunks"))
    assert sorted(manifests) == [*range(1, table.version + 1)]
    others = {path.name for path in files(tmp_path, "_versions")} - {path.name for path in manifests.values()}
    assert others <= {rollback.VERSION_HINT}


def test_without_its_latest_manifest_a_table_is_as_it_was_before(tmp_path, table):
    assert table.count() == 99
    manifests = dict(rollback.manifests(tmp_path, "chunks"))
    os.truncate(manifests[table.version], 10)
    assert rollback.drop_unreadable(tmp_path, "chunks", SCHEMA) == 1
    assert Database(tmp_path).table("chunks").count() == 100


def test_a_table_goes_back_to_its_first_version_and_no_further(tmp_path):
    table = Database(tmp_path).ensure_table("chunks", SCHEMA)
    table.append(pa.table({"chunk_id": [1]}, SCHEMA))
    first, second = (path for _, path in sorted(rollback.manifests(tmp_path, "chunks")))
    os.truncate(second, 10)
    assert rollback.drop_unreadable(tmp_path, "chunks", SCHEMA) == 1
    assert Database(tmp_path).table("chunks").count() == 0
    os.truncate(first, 10)
    with pytest.raises(StoreUnreadable, match="no version of table chunks can be read"):
        rollback.drop_unreadable(tmp_path, "chunks", SCHEMA)
    assert first.exists()


def test_remains_of_a_table_that_was_never_made_are_deleted(tmp_path):
    remains = location(tmp_path) / "chunks.lance"
    (remains / "data").mkdir(parents=True)
    assert rollback.has_unmade(tmp_path)
    assert rollback.go_back(tmp_path) == 0
    assert not remains.exists()


@pytest.mark.parametrize("folder", [*torn_files._CHECKED, "_indices"])
def test_the_last_bytes_of_a_file_tell_whether_it_was_written_to_its_end(tmp_path, table, folder):
    found = files(tmp_path, folder)
    assert found
    for path in found:
        assert path.suffix in torn_files._MAGIC
        assert torn_files._ends_well(path)
        os.truncate(path, path.stat().st_size - 1)
        assert not torn_files._ends_well(path)


def test_torn_files_of_an_index_of_rows_are_found(tmp_path, table):
    assert torn_files.torn_index_files(tmp_path, "chunks") == []
    found = files(tmp_path, "_indices")
    os.truncate(found[0], found[0].stat().st_size - 1)
    assert torn_files.torn_index_files(tmp_path, "chunks") == [found[0]]


WRITE_FOR_EVER = """
import sys
from pathlib import Path
import numpy as np
import pyarrow as pa
from lsp_codebase.store.tables import Database

table = Database(Path(sys.argv[1])).table("chunks")
while True:
    table.append(pa.table({"chunk_id": np.random.default_rng(1).integers(0, 2**62, 4_000_000)}, table.schema))
"""


def unfinished(tmp_path):
    return [path for path in files(tmp_path, "") if path.name.startswith(torn_files._UNFINISHED)]


def test_what_a_killed_process_was_writing_is_deleted_and_nothing_else(tmp_path, table):
    while not unfinished(tmp_path):  # it may have come to an end before it was killed
        with subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, str(tmp_path)]) as process:
            while not unfinished(tmp_path):
                assert process.poll() is None
            process.kill()
    left = {*files(tmp_path, "")} - {*unfinished(tmp_path)}
    torn_files.drop_unfinished(tmp_path)
    assert {*files(tmp_path, "")} == left
    assert table.count() == 99
