"""One directory page by page. Reads names only, never a file."""

from __future__ import annotations

import os
from pathlib import Path

from lsp_codebase.model import Page, PageEntry
from lsp_codebase.scan import is_directory, is_link
from lsp_codebase.tree.quoting import natural, shown


def list_page(directory: Path, page: int, page_size: int) -> Page:
    """Return a page (the first is 1) of everything in a directory, ignored and hidden entries too."""
    try:
        with os.scandir(directory) as entries:
            found = [(not _leads_to_directory(one), natural(one.name), one.name, one.is_symlink()) for one in entries]
    except OSError:
        return Page(None)
    found.sort()
    return Page.of(found, page, page_size, lambda one: PageEntry(one[2], directory / one[2], not one[0], one[3]))


def _leads_to_directory(entry: os.DirEntry[str]) -> bool:
    return is_directory(entry) or (is_link(entry) and os.path.isdir(entry.path))  # a link in a circle leads nowhere


def page_text(directory: Path, page: Page) -> str:
    """Return a page as lines: the directory's path on the first page, and how many entries follow."""
    if page.children is None:
        return f"Error: {shown(str(directory))} is not a directory"
    text = "" if page.has_previous else shown(str(directory)) + "\n"
    last = len(page.children) - 1
    for at, entry in enumerate(page.children):
        glyph = "└── " if at == last and not page.has_next else "├── "
        mark = ("/" if entry.is_directory else "") + (" (symbolic link)" if entry.is_symbolic_link else "")
        text += f"{glyph}{shown(entry.name)}{mark}\n"
    return text + (f"└── ({page.remaining} results remaining...)\n" if page.has_next else "")
