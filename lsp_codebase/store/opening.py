"""Opening the index of a root: as its one writer if the lock is free, else as a reader of another process's work."""

from __future__ import annotations

import logging
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import tables
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest, read_manifest, write_manifest
from lsp_codebase.store.store import Store

logger = logging.getLogger(__name__)


def open_for_writing(
    directory: Path, manifest: Manifest, lock: WriterLock, *, fresh: bool = False
) -> tuple[Store, str | None]:
    """Return the store and, if an earlier index had to be thrown away, the reason. The lock must be held.

    What another version, another root or a broken file left behind is rebuilt: the source is still on disk. `fresh`
    throws away a good one too.
    """
    assert lock.is_held
    found = read_manifest(directory)
    reason = None
    if fresh:
        tables.drop_all(directory)
        write_manifest(directory, manifest)
    elif found != manifest:
        if (directory / "tables").exists():
            reason = "built by another version" if found else "its manifest is missing or damaged"
        tables.drop_all(directory)
        write_manifest(directory, manifest)
    try:
        store = Store(directory, create=True)
        store.sweep()
    except Exception as error:  # any library error here means the same: these files are of no use
        logger.warning("rebuilding the index in %s: %s", directory, error)
        reason = "it was damaged"
        tables.drop_all(directory)
        write_manifest(directory, manifest)
        try:
            store = Store(directory, create=True)
        except Exception as final:
            raise IndexUnavailable(f"cannot write the index in {directory}: {final}", "free disk space") from final
    return store, f"index rebuilt: {reason}" if reason else None


def open_for_reading(directory: Path, manifest: Manifest) -> Store:
    """Return the store that another process writes, or raise `IndexUnavailable` while there is none to read."""
    if read_manifest(directory) != manifest:
        raise IndexUnavailable("another version of lsp-codebase is writing this index", "update both or close one")
    try:
        return Store(directory, create=False)
    except IndexUnavailable:
        raise
    except Exception as error:
        raise IndexUnavailable(f"cannot read the index in {directory}: {error}", "it is tried again") from error
