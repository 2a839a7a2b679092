"""LanceDB and what surrounds it: schema, commits, postings, location, lock. The only room that imports lancedb."""

from lsp_codebase.store.content import ContentStore
from lsp_codebase.store.examination import Finding, Tables, examine_directory, examine_manifest
from lsp_codebase.store.full_disk import reason as full_disk_reason
from lsp_codebase.store.location import index_directory, make_private
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest, ModelRecord, has_manifest, read_model, write_model
from lsp_codebase.store.memory import give_back
from lsp_codebase.store.opening import open_for_reading, open_for_writing
from lsp_codebase.store.segment import FIELDS, IMPACT_SCALE, Segment, token_hash
from lsp_codebase.store.segment_build import of_chunks
from lsp_codebase.store.segment_merge import merge as merge_segments
from lsp_codebase.store.signature import signed_for
from lsp_codebase.store.store import Batch, FileColumns, FileRecord, Store, chunk_id
from lsp_codebase.store.tables import KEEP_VERSIONS, is_of_store, quote
from lsp_codebase.store.unused import drop_unused, note_use
from lsp_codebase.store.vectors import VectorTable

__all__ = [
    "FIELDS",
    "IMPACT_SCALE",
    "KEEP_VERSIONS",
    "Batch",
    "ContentStore",
    "FileColumns",
    "FileRecord",
    "Finding",
    "Manifest",
    "ModelRecord",
    "Segment",
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
    "make_private",
    "merge_segments",
    "note_use",
    "of_chunks",
    "open_for_reading",
    "open_for_writing",
    "quote",
    "read_model",
    "signed_for",
    "token_hash",
    "write_model",
]
