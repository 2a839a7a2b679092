"""Whether a reported change matters to a kept walk: a walk holds names, and most changes are of contents."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from lsp_codebase.scan import IgnoreRules, TrackedNames, is_directory, is_link, is_rule_file
from lsp_codebase.tree.folder import Folder


def are_unchanged(top: Folder, rules: IgnoreRules, tracked: TrackedNames | None, paths: Iterable[Path]) -> bool:
    """Whether the entries at `paths` are, to a walk of `top` under `rules`, the same as then; looks at the disk.

    They are also if the walk would leave them out, and outside of it. It keeps `tracked` paths though the rules leave
    them out. A rule file always counts as changed.
    """
    return all(_is_unchanged(top, rules, tracked, path) for path in paths)


def _is_unchanged(top: Folder, rules: IgnoreRules, tracked: TrackedNames | None, path: Path) -> bool:
    start = Path(top.path)
    if start == path or path in start.parents:
        return False
    if start not in path.parents:
        return True
    names = path.relative_to(start).parts
    if is_rule_file("/".join(names)):
        return False
    if ".git" in names:
        return True
    folder = top
    for depth, name in enumerate(names):
        if folder.closed:
            return True
        below = next((below for below in folder.folders if below.name == name), None)
        if below is None or depth == len(names) - 1:
            return _is_entry_unchanged(folder, name, below, rules, tracked)
        folder = below
    return True


def _is_entry_unchanged(
    folder: Folder, name: str, below: Folder | None, rules: IgnoreRules, tracked: TrackedNames | None
) -> bool:
    path = Path(folder.path, name)
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return below is None and name not in folder.files
    if below is not None:
        return stat.S_ISDIR(mode) and _holds_the_same(below, rules)
    if name in folder.files:
        return not stat.S_ISDIR(mode) and stat.S_ISLNK(mode) == (name in folder.links)
    relative, is_folder = path.relative_to(rules.root).as_posix(), stat.S_ISDIR(mode)
    if not (folder.is_left_out or rules.is_ignored(relative, is_directory=is_folder)):
        return False
    files, folders = (set[str](), {name}) if is_folder else ({name}, set[str]())
    return tracked is None or not tracked.among(relative.rpartition("/")[0], files, folders)


def _holds_the_same(top: Folder, rules: IgnoreRules) -> bool:
    """Whether a directory has the names in it that it had: another one may have been put in its place as a whole."""
    pending = [top]
    while pending:
        folder = pending.pop()
        if folder.closed:
            continue
        try:
            entries = list(os.scandir(folder.path))
        except OSError:
            return bool(folder.error)
        inner = [entry.name for entry in entries if is_directory(entry)]
        files = [entry.name for entry in entries if not is_directory(entry)]
        if any(map(is_rule_file, files + inner)):
            return False  # its rules may be others
        scope = rules.scope(Path(folder.path).relative_to(rules.root).as_posix(), files + inner)
        files, inner = scope.kept(files, inner)
        links = frozenset(entry.name for entry in entries if is_link(entry)).intersection(files)
        before = {*folder.files}, {below.name for below in folder.folders}, folder.links
        if ({*files}, {*inner}, links) != before:
            return False
        pending += folder.folders
    return True
