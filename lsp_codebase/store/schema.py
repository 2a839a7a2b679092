"""The tables of an index, as Arrow schemas. The store writes them, workers fill them, readers select from them.

A file is known by `file_id`, a number never used twice in one index. Rows of `chunks` and `symbols` become visible when
a row of `files` names their `file_id`: that append is the commit, so readers never see half a file.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

FILES = pa.schema(
    [
        pa.field("file_id", pa.int64(), nullable=False),
        pa.field("generation", pa.int64(), nullable=False),  # of the commit; the greatest of a path is the live row
        pa.field("path", pa.string(), nullable=False),  # relative to the root, with "/"
        pa.field("size", pa.int64(), nullable=False),
        pa.field("mtime_ns", pa.int64(), nullable=False),
        pa.field("changed_ns", pa.int64(), nullable=False),  # scan.FileStat, or -1: to be read again
        pa.field("sha256", pa.string(), nullable=False),
        pa.field("language", pa.string(), nullable=False),
        pa.field("state", pa.string(), nullable=False),  # "indexed" | "skipped" | "failed"
        pa.field("reason", pa.string(), nullable=False),
        pa.field("line_count", pa.int32(), nullable=False),
        pa.field("is_ascii", pa.bool_(), nullable=False),
        pa.field("is_generated", pa.bool_(), nullable=False),
        pa.field("chunks", pa.int32(), nullable=False),
        pa.field("symbols", pa.int32(), nullable=False),
    ]
)

_PACKED = {
    "lance-encoding:compression": "zstd",
    "lance-encoding:structural-encoding": "miniblock",
    "lance-encoding:minichunk-size": "32000",
}
"""For texts, and ids that run on. Few questions read texts here: in blocks of 4 KiB they would take a third more."""


CHUNKS = pa.schema(
    [
        pa.field("chunk_id", pa.int64(), nullable=False, metadata=_PACKED),
        pa.field("file_id", pa.int64(), nullable=False),
        pa.field("path", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("language", pa.string(), nullable=False),
        pa.field("start_line", pa.int32(), nullable=False),
        pa.field("end_line", pa.int32(), nullable=False),
        pa.field("text", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("breadcrumb", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("names", pa.list_(pa.field("item", pa.string(), metadata=_PACKED)), nullable=False),  # defined here
        pa.field("kinds", pa.list_(pa.uint8()), nullable=False),  # of these names, model.SymbolKind
        # Words that do not follow from the columns above, with blanks between; `indexes.words.fields` has the others.
        pa.field("scope_words", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("signature_words", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("comment_words", pa.string(), nullable=False, metadata=_PACKED),
    ]
)

SYMBOLS = pa.schema(
    [
        pa.field("file_id", pa.int64(), nullable=False),
        pa.field("path", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("language", pa.string(), nullable=False),
        pa.field("is_ascii", pa.bool_(), nullable=False),
        pa.field("is_generated", pa.bool_(), nullable=False),
        pa.field("name", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("kind", pa.uint8(), nullable=False),  # model.SymbolKind
        pa.field("container", pa.string(), nullable=False, metadata=_PACKED),
        pa.field("start_line", pa.int32(), nullable=False),
        pa.field("start_column", pa.int32(), nullable=False),
        pa.field("end_line", pa.int32(), nullable=False),
        pa.field("end_column", pa.int32(), nullable=False),
        pa.field("name_start_line", pa.int32(), nullable=False),
        pa.field("name_start_column", pa.int32(), nullable=False),
        pa.field("name_end_line", pa.int32(), nullable=False),
        pa.field("name_end_column", pa.int32(), nullable=False),
        pa.field("visibility", pa.string(), nullable=False),  # model.Visibility value
        pa.field("is_test", pa.bool_(), nullable=False),
        pa.field("is_declaration", pa.bool_(), nullable=False),
        pa.field("is_deprecated", pa.bool_(), nullable=False),
    ]
)

_POSITION_BITS = 20  # of a chunk id, below those of its file
_Ids = TypeVar("_Ids", int, NDArray[np.int64])


def chunk_id(file_id: _Ids, position: int) -> _Ids:
    """Return the id of the chunk at a position of a file, or those of several files."""
    return file_id << _POSITION_BITS | position


def file_ids(chunk_ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ids of the files of chunks."""
    return chunk_ids >> _POSITION_BITS


FILES_TABLE = "files"
TABLES = {FILES_TABLE: FILES, "chunks": CHUNKS, "symbols": SYMBOLS}
"""The schemas by name; each model has a table of vectors besides."""


def vectors(dimension: int) -> pa.Schema:
    """Return the schema of the vector table of a model."""
    return pa.schema(
        [
            pa.field("chunk_id", pa.int64(), nullable=False),
            pa.field("file_id", pa.int64(), nullable=False),
            # Of the embedded text: an equal text is not embedded again.
            pa.field("text_hash", pa.int64(), nullable=False),
            pa.field("codes", pa.list_(pa.int8(), dimension), nullable=False),  # `vector_codes.VectorCodes`
            pa.field("largest", pa.float32(), nullable=False),
        ]
    )
