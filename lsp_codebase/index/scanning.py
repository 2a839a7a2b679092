"""Which files of a root the settings have indexed: one meaning for a walk, for a single file, for an open document."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import IgnoreRules, Scan, scan


def scan_root(root: Path, settings: Settings, cancel: CancelToken) -> Scan:
    """Walk the files to index.

    Raises:
        Cancelled: if asked to stop.
    """
    return scan(root, respect_gitignore=settings.index_respect_gitignore, exclude=settings.index_exclude, cancel=cancel)


def ignore_rules(root: Path, settings: Settings) -> IgnoreRules:
    """Return the rules that leave files out, for `is_left_out`."""
    return IgnoreRules(root, respect_gitignore=settings.index_respect_gitignore, exclude=settings.index_exclude)
