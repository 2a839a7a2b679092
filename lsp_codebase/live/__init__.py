"""Open documents that differ from their files: edited in memory, read again, shown in place of what is indexed.

Import from the modules: `document` is light enough for the start of the server, `documents` is not.
"""

from lsp_codebase.live.open_documents import OpenDocuments
from lsp_codebase.live.recent import RecentFiles, of_change

__all__ = [
    "OpenDocuments",
    "RecentFiles",
    "of_change",
]
