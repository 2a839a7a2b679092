"""Listing and rendering directories: pure functions over the file system behind one class, `DirectoryTree`.

Called by `codebase.py`, `workspace.py` and the command line. No LanceDB, no LSP types: what the index knows comes in
as functions.
"""

from lsp_codebase.model import (
    CoreFile,
    EntryKind,
    FileList,
    FileText,
    Page,
    PageEntry,
    TreeAnswer,
    TreeNode,
    TreeQuery,
    TreeStats,
)
from lsp_codebase.texts import TextUse
from lsp_codebase.tree.default import how_to_go_on
from lsp_codebase.tree.directory import DirectoryTree
from lsp_codebase.tree.filters import FileFilter
from lsp_codebase.tree.listing import page_text
from lsp_codebase.tree.presets import PRESETS
from lsp_codebase.tree.query import check_files_query
from lsp_codebase.tree.quoting import shown

__all__ = [
    "PRESETS",
    "CoreFile",
    "DirectoryTree",
    "EntryKind",
    "FileFilter",
    "FileList",
    "FileText",
    "Page",
    "PageEntry",
    "TextUse",
    "TreeAnswer",
    "TreeNode",
    "TreeQuery",
    "TreeStats",
    "check_files_query",
    "how_to_go_on",
    "page_text",
    "shown",
]
