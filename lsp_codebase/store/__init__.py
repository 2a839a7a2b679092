"""LanceDB and what surrounds it: schema, commits, recall, location, lock. The only room that imports lancedb."""

from lsp_codebase.store.content import ContentStore
from lsp_codebase.store.location import index_directory, make_private
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest
from lsp_codebase.store.opening import open_for_reading, open_for_writing
from lsp_codebase.store.recall import by_predicate, by_words
from lsp_codebase.store.segment import FIELDS, IMPACT_SCALE, Segment, token_hash
from lsp_codebase.store.segment_build import LESSER_KINDS, of_chunks
from lsp_codebase.store.segment_merge import merge as merge_segments
from lsp_codebase.store.store import Batch, FileRecord, Store, chunk_id
from lsp_codebase.store.tables import quote

__all__ = [
    "FIELDS",
    "IMPACT_SCALE",
    "LESSER_KINDS",
    "Batch",
    "ContentStore",
    "FileRecord",
    "Manifest",
    "Segment",
    "Store",
    "WriterLock",
    "by_predicate",
    "by_words",
    "chunk_id",
    "index_directory",
    "make_private",
    "merge_segments",
    "of_chunks",
    "open_for_reading",
    "open_for_writing",
    "quote",
    "token_hash",
]
