"""LanceDB and what surrounds it: schema, commits, recall, location, lock. The only room that imports lancedb."""

from lsp_codebase.store.content import ContentStore
from lsp_codebase.store.location import index_directory, make_private
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest
from lsp_codebase.store.opening import open_for_reading, open_for_writing
from lsp_codebase.store.recall import by_predicate, by_words
from lsp_codebase.store.statistics import TermCounts
from lsp_codebase.store.store import Batch, FileRecord, Store, chunk_id
from lsp_codebase.store.tables import quote

__all__ = [
    "Batch",
    "ContentStore",
    "FileRecord",
    "Manifest",
    "Store",
    "TermCounts",
    "WriterLock",
    "by_predicate",
    "by_words",
    "chunk_id",
    "index_directory",
    "make_private",
    "open_for_reading",
    "open_for_writing",
    "quote",
]
