"""A plan as indented lines with counts: the form of the preset `default`.

Two spaces a level, where glyphs take four characters: the same budget shows half as much again. A line is a path
relative to the line it is indented under, `a/b/` for a chain of single directories, a glob (`test_*.py (214 files)`),
a symbol (`· Class Name`), or a count of entries without a line (`… 3 more files`).
"""

from __future__ import annotations

from functools import lru_cache

from lsp_codebase.tree.glyphs import symbol_label
from lsp_codebase.tree.outline import Branch, Run
from lsp_codebase.tree.quoting import shown, shown_strictly

INDENT = "  "


def chain(branch: Branch) -> list[Branch]:
    """Return the branch and the single directories below it that share its line."""
    links = [branch]
    while branch.opened and not branch.folder.own_files and len(branch.folder.folders) == len(branch.branches) == 1:
        branch = branch.branches[0]
        links.append(branch)
    return links


def count(number: int, noun: str) -> str:
    """Return "1 file", "2 files"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def closed_mark(branch: Branch) -> str:
    """The mark behind a directory that is not opened: the reason, or how much is in it."""
    folder = branch.folder
    if folder.error:
        return f" ({folder.error})"
    if branch.opened or folder.closed:
        return ""
    if folder.file_count:
        return f" ({count(folder.file_count, 'file')})"
    return f" ({count(folder.folder_count, 'folder')})" if folder.folder_count else " (empty)"


def branch_label(links: list[Branch]) -> str:
    """The text of the line of a chain."""
    names = "/".join([shown_strictly(link.folder.name) for link in links])
    return f"{names}/{closed_mark(links[-1])}"


def file_label(name: str, is_link: bool) -> str:
    """The text of a file's line."""
    return shown_strictly(name) + (" (symbolic link)" if is_link else "")


def run_label(run: Run) -> str:
    """The text of the line of similar entries."""
    return (
        f"{run.glob}/ ({count(run.count, 'folder')})" if run.are_folders else f"{run.glob} ({count(run.count, 'file')})"
    )


@lru_cache(maxsize=4096)  # asked for again and again while a directory is filled
def rest_label(folders: int, files: int) -> str:
    """The text of the line for entries without one, or "" where there are none."""
    if not folders and not files:
        return ""
    parts = [count(number, "more " + noun) for number, noun in ((folders, "folder"), (files, "file")) if number]
    return "… " + ", ".join(parts)


def root_label(root: Branch) -> str:
    """The line of a root: its whole path, because the lines below are relative to it."""
    return shown(root.folder.path).rstrip("/") + "/" + closed_mark(root)


def lines(root: Branch) -> list[str]:
    """Return the line of the root and all lines below it."""
    written = [root_label(root)]
    if root.opened:
        _write(root, INDENT, written)
    return written


def _write(branch: Branch, indent: str, written: list[str]) -> None:
    for below in branch.branches:
        links = chain(below)
        written.append(indent + branch_label(links))
        if links[-1].opened:
            _write(links[-1], indent + INDENT, written)
    written += [indent + run_label(run) for run in branch.runs]
    for file in branch.files:
        written.append(indent + file_label(file.name, file.is_link))
        if file.symbols:
            written += [indent + INDENT + symbol_label(symbol) for symbol in file.symbols]
        if file.more_symbols:
            written.append(indent + INDENT + f"· {file.more_symbols} more")
    rest = rest_label(branch.more_folders, branch.more_files)
    if rest:
        written.append(indent + rest)
