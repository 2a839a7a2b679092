"""The files of a root that the settings index: one rule for a walk, for a single file, for an open document."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.globs import path_glob
from lsp_codebase.location import storage_directory
from lsp_codebase.model import CancelToken
from lsp_codebase.paths import canonical
from lsp_codebase.scan import IgnoreRules, Scan, scan


def scan_root(root: Path, settings: Settings, cancel: CancelToken) -> Scan:
    """Walk the files to index.

    Raises:
        Cancelled: if asked to stop.
    """
    exclude = excluded(root, settings)
    return scan(root, respect_gitignore=settings.index_respect_gitignore, exclude=exclude, cancel=cancel)


def ignore_rules(root: Path, settings: Settings) -> IgnoreRules:
    """Return the rules that leave files out, for `is_left_out`."""
    return IgnoreRules(root, respect_gitignore=settings.index_respect_gitignore, exclude=excluded(root, settings))


def excluded(root: Path, settings: Settings) -> tuple[str, ...]:
    """Return the globs of files that are never indexed: the user's, and those of our own files."""
    return (*settings.index_exclude, *written_below(root, settings))


def written_below(root: Path, settings: Settings) -> tuple[str, ...]:
    """Return the globs of our own files below a root.

    A home folder holds the indexes. Indexing these would change them, and so for ever.
    """
    written = [storage_directory(settings.index_location)]
    if settings.log_file:
        written.append(Path(settings.log_file))
    real = map(canonical, written)
    return tuple(path_glob(path.relative_to(root).as_posix()) for path in real if root in path.parents)
