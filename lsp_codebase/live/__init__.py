"""Texts that are not as they were indexed, read again and shown in place of it: of documents edited in memory, and of
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
