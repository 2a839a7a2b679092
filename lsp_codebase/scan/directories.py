"""The directories of a root that can hold files of the index: those to be watched."""

from __future__ import annotations

import os

from lsp_codebase.scan.files import is_directory
from lsp_codebase.scan.ignore import VENV_FILE, IgnoreRules, Scope
from lsp_codebase.scan.walk import NEVER_ENTERED


def kept_directories(rules: IgnoreRules, path: str = "") -> list[str]:
    """Return the absolute paths of `path` (relative to the root of `rules`) and of all below that are not ignored."""
    start = os.path.join(rules.root, path) if path else str(rules.root)
    found: list[str] = []
    pending: list[tuple[str, Scope | None]] = [(start, None)]
    while pending:
        directory, outer = pending.pop()
        try:
            entries = list(os.scandir(directory))
        except OSError:
            continue
        names = [entry.name for entry in entries]
        if VENV_FILE in names and directory != str(rules.root):
            continue
        found.append(directory)
        inner = [entry.name for entry in entries if is_directory(entry)]
        scope = rules.scope(path, names) if outer is None else outer.enter(os.path.basename(directory), names)
        _, inner = scope.kept([], inner)
        pending += [(os.path.join(directory, name), scope) for name in inner if name not in NEVER_ENTERED]
    return found


def is_kept_directory(rules: IgnoreRules, path: str) -> bool:
    """Whether neither the directory `path` (relative to the root, "" for the root itself) nor one above is ignored."""
    parts = path.split("/") if path else []
    return NEVER_ENTERED.isdisjoint(parts) and not any(
        rules.is_ignored("/".join(parts[: depth + 1]), is_directory=True) for depth in range(len(parts))
    )
