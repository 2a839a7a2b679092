"""A plan as lines with box-drawing glyphs: the form of the presets `void` and `aigne`."""

from __future__ import annotations

from collections.abc import Iterator

from lsp_codebase.model import Symbol
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.names import shown
from lsp_codebase.tree.outline import Branch, File

TEE, ELBOW, PIPE, BLANK = "├── ", "└── ", "│   ", "    "


def folder_label(folder: Folder) -> str:
    """The text of a directory's line behind its glyph."""
    return f"{shown(folder.name).rstrip('/')}/{f' ({folder.error})' if folder.error else ''}"


def file_label(file: File) -> str:
    """The text of a file's line behind its glyph."""
    return shown(file.name) + (" (symbolic link)" if file.is_link else "")


def symbol_label(symbol: Symbol) -> str:
    """The text of a symbol's line behind its mark."""
    return f"· {symbol.kind.name} {shown(symbol.name)}"


def lines(root: Branch) -> Iterator[str]:
    """Yield the line of the root and all lines below it; the last of each directory has the elbow."""
    yield folder_label(root.folder)
    yield from _below(root, "")


def _below(branch: Branch, prefix: str) -> Iterator[str]:
    last = len(branch.branches) + len(branch.files) + bool(branch.note) - 1
    for at, below in enumerate(branch.branches):
        yield prefix + (ELBOW if at == last else TEE) + folder_label(below.folder)
        yield from _below(below, prefix + (BLANK if at == last else PIPE))
    for at, file in enumerate(branch.files, len(branch.branches)):
        yield prefix + (ELBOW if at == last else TEE) + file_label(file)
        for symbol in file.symbols:
            yield prefix + (BLANK if at == last else PIPE) + symbol_label(symbol)
    if branch.note:
        yield prefix + ELBOW + branch.note
