"""Listing and rendering directories: pure functions over the file system behind one class, `DirectoryTree`.

No LanceDB, no LSP types: facts of the index come in as functions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsp_codebase.tree.quoting import natural, quoted, shown, ticks_around, unquoted

if TYPE_CHECKING:
    from lsp_codebase.tree.default import how_to_go_on
    from lsp_codebase.tree.directory import DirectoryTree
    from lsp_codebase.tree.filters import FileFilter
    from lsp_codebase.tree.listing import page_text
    from lsp_codebase.tree.presets import PRESETS
    from lsp_codebase.tree.query import check_files_query

__all__ = [
    "PRESETS",
    "DirectoryTree",
    "FileFilter",
    "check_files_query",
    "how_to_go_on",
    "natural",
    "page_text",
    "quoted",
    "shown",
    "ticks_around",
    "unquoted",
]

_HOMES = {
    "PRESETS": "lsp_codebase.tree.presets",
    "DirectoryTree": "lsp_codebase.tree.directory",
    "FileFilter": "lsp_codebase.tree.filters",
    "check_files_query": "lsp_codebase.tree.query",
    "how_to_go_on": "lsp_codebase.tree.default",
    "page_text": "lsp_codebase.tree.listing",
}


def __getattr__(name: str) -> Any:
    """Load the modules that walk directories on first use: quoting a name needs none of them."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(_HOMES[name]), name)
