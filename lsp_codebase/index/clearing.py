"""An index that the user wants deleted."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import drop_index, has_manifest


def clear_unopened(directory: Path) -> None:
    """Delete the index in a directory that this process has not open.

    Raises:
        IndexUnavailable: if another process has, or it cannot be written.
    """
    if has_manifest(directory) and not drop_index(directory):
        raise IndexUnavailable(f"another process has the index in {directory} open", "close that process first")
