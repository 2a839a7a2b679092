"""LanceDB and nothing else: schema, commits, opening, rolling back, lock, location. The only room that imports it."""

from lsp_codebase.store.examination import Finding, Tables, examine_directory, examine_manifest
from lsp_codebase.store.full_disk import reason as full_disk_reason
from lsp_codebase.store.location import index_directory, make_private, storage_directory
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest, ModelRecord, has_manifest, read_model, write_model
from lsp_codebase.store.memory import give_back
from lsp_codebase.store.opening import open_for_reading, open_for_writing
from lsp_codebase.store.schema import CHUNKS, FILES, SYMBOLS
from lsp_codebase.store.store import Batch, FileRecord, Store, chunk_id
from lsp_codebase.store.tables import KEEP_VERSIONS, is_of_store, location, quote
from lsp_codebase.store.unused import drop_unused, note_use
from lsp_codebase.store.vector_table import MOST_RESIDENT, VectorTable, matrix

__all__ = [
    "CHUNKS",
    "FILES",
    "KEEP_VERSIONS",
    "MOST_RESIDENT",
    "SYMBOLS",
    "Batch",
    "FileRecord",
    "Finding",
    "Manifest",
    "ModelRecord",
    "Store",
    "Tables",
    "VectorTable",
    "WriterLock",
    "chunk_id",
    "drop_unused",
    "examine_directory",
    "examine_manifest",
    "full_disk_reason",
    "give_back",
    "has_manifest",
    "index_directory",
    "is_of_store",
    "location",
    "make_private",
    "matrix",
    "note_use",
    "open_for_reading",
    "open_for_writing",
    "quote",
    "read_model",
    "storage_directory",
    "write_model",
]
