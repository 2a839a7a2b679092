"""A plan as lines with box-drawing glyphs: the form of the presets `void` and `aigne`."""

from __future__ import annotations

from lsp_codebase.model import Symbol
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.outline import Branch, File
from lsp_codebase.tree.quoting import shown

TEE, ELBOW, PIPE, BLANK = "├── ", "└── ", "│   ", "    "


def folder_label(folder: Folder) -> str:
    """The text of a directory's line behind its glyph."""
    label = shown(folder.name).rstrip("/") + "/"
    return f"{label} ({folder.error})" if folder.error else label


def file_label(file: File) -> str:
    """The text of a file's line behind its glyph."""
    return shown(file.name) + " (symbolic link)" if file.is_link else shown(file.name)


def symbol_label(symbol: Symbol) -> str:
    """The text of a symbol's line behind its mark."""
    return f"· {symbol.kind.name} {shown(symbol.name)}"


def lines(root: Branch) -> list[str]:
    """Return the line of the root and all lines below it; the last of each directory has the elbow."""
    written = [folder_label(root.folder)]
    _write(root, "", written)
    return written


def _write(branch: Branch, prefix: str, written: list[str]) -> None:
    last = len(branch.branches) + len(branch.files) + bool(branch.note) - 1
    for at, below in enumerate(branch.branches):
        written.append(prefix + (ELBOW if at == last else TEE) + folder_label(below.folder))
        if below.opened:
            _write(below, prefix + (BLANK if at == last else PIPE), written)
    for at, file in enumerate(branch.files, len(branch.branches)):
        written.append(prefix + (ELBOW if at == last else TEE) + file_label(file))
        for symbol in file.symbols:
            written.append(prefix + (BLANK if at == last else PIPE) + symbol_label(symbol))
    if branch.note:
        written.append(prefix + ELBOW + branch.note)
