"""Listing and rendering directories: pure functions over the file system behind one class, `DirectoryTree`.

Called by `codebase.py`, `workspace.py` and the command line. No LanceDB, no LSP types: what the index knows comes in
as functions.
"""

from lsp_codebase.tree.answer import EntryKind, TreeAnswer, TreeNode, TreeStats
from lsp_codebase.tree.content import FileText
from lsp_codebase.tree.default import HOW_TO_GO_ON
from lsp_codebase.tree.directory import DirectoryTree
from lsp_codebase.tree.listing import FileList, Page, PageEntry, page_text
from lsp_codebase.tree.presets import PRESETS
from lsp_codebase.tree.query import TreeQuery, check_files_query
from lsp_codebase.tree.quoting import shown

__all__ = [
    "HOW_TO_GO_ON",
    "PRESETS",
    "DirectoryTree",
    "EntryKind",
    "FileList",
    "FileText",
    "Page",
    "PageEntry",
    "TreeAnswer",
    "TreeNode",
    "TreeQuery",
    "TreeStats",
    "check_files_query",
    "page_text",
    "shown",
]
