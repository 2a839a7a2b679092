"""The vectors of some files, however many these are and wherever they lie."""

import numpy as np
import pyarrow as pa
import pytest

from lsp_codebase.store import conditions, schema
from lsp_codebase.store.tables import Database
from lsp_codebase.store.vector_table import VectorTable

DIMENSION = 4


@pytest.fixture
def vectors(tmp_path):
    table = VectorTable(Database(tmp_path), writable=True)
    table.use("a-model", DIMENSION)
    for first in range(0, 200, 50):
        files = np.repeat(np.arange(first, first + 50), 2)
        codes = pa.array(np.repeat(files % 100, DIMENSION), pa.int8())
        rows = {
            "chunk_id": np.arange(len(files)) + 2 * first,
            "file_id": files,
            "text_hash": files,
            "codes": pa.FixedSizeListArray.from_arrays(codes, DIMENSION),
            "largest": np.ones(len(files), np.float32),
        }
        table.add(pa.table(rows).cast(schema.vectors(DIMENSION)))
    return table


@pytest.mark.parametrize("files", [{7}, {10, 11, 13, 14}, {0, 60, 61, 199}, {*range(0, 200, 9)}, {3, 4, 999}])
def test_they_are_those_of_these_files_and_of_no_others(vectors, files, monkeypatch):
    monkeypatch.setattr(conditions, "_NAMED", 3)
    rows = vectors.rows_of(files)
    known = sorted(file for file in files if file < 200)
    assert sorted(rows["chunk_id"].to_pylist()) == [chunk for file in known for chunk in (2 * file, 2 * file + 1)]
    assert {codes[0] for codes in rows["codes"].to_pylist()} == {file % 100 for file in known}
