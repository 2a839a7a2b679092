"""Texts that differ from the index, read again and shown in its place: of documents edited in memory, and of
files that changed on disk."""

from lsp_codebase.live.changed_files import ChangedFiles
from lsp_codebase.live.open_documents import OpenDocuments
from lsp_codebase.live.recent import RecentFiles, of_change

__all__ = [
    "ChangedFiles",
    "OpenDocuments",
    "RecentFiles",
    "of_change",
]
