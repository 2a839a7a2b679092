"""One directory page by page, and the files below one in reading order. Reads names only, never a file."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsp_codebase.globs import Globs, compiled
from lsp_codebase.model import UNCANCELLED, CancelToken, FileList, Page, PageEntry
from lsp_codebase.scan import IgnoreRules, TrackedNames, is_directory, is_link
from lsp_codebase.tree.filters import NO_FILTER, FileFilter
from lsp_codebase.tree.folder import FindClosed
from lsp_codebase.tree.quoting import natural, shown

_log = logging.getLogger(__name__)


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


def list_files(
    root: Path,
    path: str,
    max_results: int,
    rules: IgnoreRules,
    tracked: TrackedNames,
    include: Sequence[str] = (),
    wanted: FileFilter = NO_FILTER,
    closed_names: FindClosed | None = None,
    cancel: CancelToken = UNCANCELLED,
) -> FileList:
    """Return files below `path` (relative to `root`): in each directory its files, then its sub-directories.

    `include` are globs relative to `root`; a file counts when one matches it or a directory above it. Directories that
    `closed_names` finds are not entered. Links are left out. One that cannot be read is logged and told.
    """
    globs = compiled(tuple(include))
    found: list[Path] = []
    unread: list[Path] = []
    for file in _walk(root, path, rules, tracked, globs, closed_names, cancel, unread):
        if not wanted.passes(os.path.join(root, file), file.rpartition("/")[2]):
            continue
        if len(found) == max_results:
            return FileList(tuple(found), truncated=True, unread=tuple(unread))
        found.append(root / file)
    return FileList(tuple(found), truncated=False, unread=tuple(unread))


def _walk(
    root: Path,
    path: str,
    rules: IgnoreRules,
    tracked: TrackedNames,
    globs: Globs,
    closed_names: FindClosed | None,
    cancel: CancelToken,
    unread: list[Path],
) -> Iterator[str]:
    """Yield the files that globs cover, all without any; a directory is read only when the walk gets there. One that
    cannot be read is added.
    """
    pending = [path]
    behind: dict[str, list[str]] = {}  # directories that rules leave out, with the tracked paths below them
    while pending:
        cancel.check()
        directory = pending.pop()
        if directory in behind:
            yield from sorted((file for file in behind[directory] if not globs or globs.covers(file)), key=natural)
            continue
        try:
            with os.scandir(root / directory) as entries:
                listed = [(entry.name, is_directory(entry), is_link(entry)) for entry in entries]
        except OSError as error:
            _log.warning("cannot list %s: %s", root / directory, error.strerror)
            unread.append(root / directory)
            continue
        scope = rules.scope(directory, [name for name, _, _ in listed])
        prefix = directory + "/" if directory else ""
        files, folders = scope.kept(
            [name for name, is_folder, is_other in listed if not is_folder and not is_other],
            [name for name, is_folder, _ in listed if is_folder],
        )
        inner = {name for name, is_folder, _ in listed if is_folder}.difference(folders)
        others = {name for name, is_folder, is_other in listed if not is_folder and not is_other}.difference(files)
        for file in tracked.among(directory, others, inner):
            name, _, below = file[len(prefix) :].partition("/")
            if not below:
                files.append(name)
            elif closed_names is not None and closed_names(below.split("/")[:-1]):
                continue
            elif prefix + name in behind:
                behind[prefix + name].append(file)
            else:
                behind[prefix + name] = [file]
                folders.append(name)
        closed = closed_names(folders) if closed_names is not None else ()
        listed_files = globs.covered(directory, files) if globs else files
        yield from (prefix + name for name in sorted(listed_files, key=natural))
        pending += [prefix + name for name in sorted(folders, key=natural, reverse=True) if name not in closed]
