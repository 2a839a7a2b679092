"""Opening the store of a root as its writer: from a copy of the index of a like tree, where it has none."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index.relative import adopt, others
from lsp_codebase.store import Manifest, Store, WriterLock, note_use, open_for_writing


def open_as_writer(
    root: Path,
    settings: Settings,
    directory: Path,
    manifest: Manifest,
    lock: WriterLock,
    *,
    fresh: bool,
    damaged: Collection[str],
) -> tuple[Store, str | None]:
    """Return the store and what a user should know of it; see `open_for_writing`. The lock must be held."""
    copied = None if fresh else adopt(root, settings, directory, manifest)
    store, message = open_for_writing(directory, manifest, lock, fresh=fresh, damaged=damaged)
    note_use(directory)
    if copied is not None:
        store.remove(others(store.files, copied))
    return store, message
