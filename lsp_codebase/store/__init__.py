"""LanceDB and nothing else: schema, commits, opening, rolling back, lock. The only room that imports it."""

from lsp_codebase.store.examination import Finding, Tables, examine_directory, examine_manifest
from lsp_codebase.store.first_reading import FirstReading
from lsp_codebase.store.fragments import write_fragments
from lsp_codebase.store.full_disk import reason as full_disk_reason
from lsp_codebase.store.held_files import delete, delete_tree, replace
from lsp_codebase.store.live_files import LARGER, FileRecord, by_chunks
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import (
    Manifest,
    ModelRecord,
    has_manifest,
    read_json,
    read_manifest,
    read_model,
    write_json,
    write_manifest,
    write_model,
)
from lsp_codebase.store.memory import give_back, keep_no_pool
from lsp_codebase.store.opening import open_for_reading, open_for_writing
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS, chunk_id, file_ids
from lsp_codebase.store.similar_indexes import Sketch, copy_index, is_index, known_sketches, note_sketch
from lsp_codebase.store.store import Batch, Store
from lsp_codebase.store.store_errors import FROM_FILES, NotBegun, StoreBlocked, StoreUnreadable
from lsp_codebase.store.table_versions import superseded, table_versions
from lsp_codebase.store.tables import KEEP_VERSIONS, location
from lsp_codebase.store.tables_mark import TablesMark
from lsp_codebase.store.unused import drop_index, drop_unused, note_use
from lsp_codebase.store.vector_codes import MOST_CODE, VectorCodes
from lsp_codebase.store.vector_table import VectorTable, coded

__all__ = [
    "CHUNKS",
    "FILES",
    "FROM_FILES",
    "KEEP_VERSIONS",
    "LARGER",
    "MOST_CODE",
    "SYMBOLS",
    "Batch",
    "FileRecord",
    "Finding",
    "FirstReading",
    "Manifest",
    "ModelRecord",
    "NotBegun",
    "Sketch",
    "Store",
    "StoreBlocked",
    "StoreUnreadable",
    "Tables",
    "TablesMark",
    "VectorCodes",
    "VectorTable",
    "WriterLock",
    "by_chunks",
    "chunk_id",
    "coded",
    "copy_index",
    "delete",
    "delete_tree",
    "drop_index",
    "drop_unused",
    "examine_directory",
    "examine_manifest",
    "file_ids",
    "full_disk_reason",
    "give_back",
    "has_manifest",
    "is_index",
    "keep_no_pool",
    "known_sketches",
    "location",
    "note_sketch",
    "note_use",
    "open_for_reading",
    "open_for_writing",
    "read_json",
    "read_manifest",
    "read_model",
    "replace",
    "superseded",
    "table_versions",
    "write_fragments",
    "write_json",
    "write_manifest",
    "write_model",
]
