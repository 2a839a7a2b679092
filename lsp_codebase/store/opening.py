"""Opening the index of a root: as its one writer if the lock is free, else as a reader of another process's work."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import full_disk
from lsp_codebase.store.first_reading import FirstReading
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import Manifest, read_manifest, reserve_ids, write_manifest
from lsp_codebase.store.rollback import go_back, has_unmade, is_readable
from lsp_codebase.store.store import Store
from lsp_codebase.store.store_errors import FROM_FILES, NotBegun, StoreUnreadable
from lsp_codebase.store.tables import drop_all, has_tables, location
from lsp_codebase.store.torn_files import drop_unfinished

logger = logging.getLogger(__name__)

_NO_USE = (IndexUnavailable, *FROM_FILES)
"""The errors of opening missing or useless tables; a mistake of ours, or of a library, costs no index."""


def open_for_writing(
    directory: Path,
    manifest: Manifest,
    lock: WriterLock,
    *,
    fresh: bool = False,
    damaged: Collection[str] = (),
    settled: bool = False,
) -> tuple[Store, str | None]:
    """Return the store and, if an earlier index had to be thrown away or repaired, the reason. The lock must be held.

    The leftovers of another version, another root or a broken file are rebuilt: the source is still on disk. `fresh`
    throws away a good one too. `damaged` names the parts that an examination found wrong; finding them takes longer
    than a start may. `settled`: the tables are in the versions in which a process left them, so no commit was cut
    short, and sweeping waits for `Upkeep.maintain`.
    """
    assert lock.is_held
    found = read_manifest(directory)
    reason = None
    if fresh or found != manifest:
        if not fresh and has_tables(directory):  # a process may have been killed before it made any
            reason = _difference(found, manifest) if found else "its manifest is missing or damaged"
        _begin_anew(directory, manifest)
    elif not location(directory).is_dir():
        reason = "its tables were deleted"
    drop_unfinished(directory)
    repaired = None
    try:
        store, repaired = _open_what_is_good(directory, damaged, settled=settled)
    except _NO_USE as error:
        if full := _is_only_unwritable(directory, error):
            store = _as_it_is(directory, error)
            store.obstacle = full
            return store, f"changes are not indexed: {full}"
        logger.warning("rebuilding the index in %s: %s", directory, error)
        reason = "it was damaged"
        _begin_anew(directory, manifest)
        try:
            store = _open(directory)
        except _NO_USE as final:
            raise _unwritable(directory, final) from final
    return store, f"index rebuilt: {reason}" if reason else repaired


def _difference(found: Manifest, wanted: Manifest) -> str:
    """Return why an index does not serve."""
    return (
        "built with other settings"
        if replace(wanted, max_chars=found.max_chars) == found
        else "built by another version"
    )


def _is_only_unwritable(directory: Path, error: Exception) -> str | None:
    """Return why nothing can be written if nothing else is wrong."""
    full = full_disk.reason(error)
    if full == full_disk.ERRORS and not is_readable(directory):
        return None
    return full


def _open_what_is_good(directory: Path, damaged: Collection[str], *, settled: bool) -> tuple[Store, str | None]:
    """Return the store, if need be without the latest changes, and the repaired parts."""
    try:
        store = _open(directory)
        return store, _repair(store, damaged, settled=settled)
    except _NO_USE as error:
        logger.warning("going back to what can be read in %s: %s", directory, error)
        is_young = has_unmade(directory)  # the process that began the index was killed
        dropped = go_back(directory)
        if not (is_young or dropped) and isinstance(
            error, StoreUnreadable
        ):  # all rows can be read: their index was at fault
            damaged = {*damaged, "row index"}
    store = _open(directory)
    repaired = _repair(store, damaged, settled=False)
    return store, repaired or ("index repaired: the latest changes are read again" if dropped else None)


def _open(directory: Path) -> Store:
    store = Store.load(directory, create=True)
    store.first_id = reserve_ids(directory, store.largest_id)
    return store


def _begin_anew(directory: Path, manifest: Manifest) -> None:
    drop_all(directory)
    FirstReading(directory).begin()  # before the tables: nobody is to take them for those of an empty folder
    try:
        write_manifest(directory, manifest)
    except OSError as error:
        raise _unwritable(directory, error) from error


def _as_it_is(directory: Path, error: Exception) -> Store:
    """Return a good index that cannot be swept at the moment: dead rows are invisible anyway."""
    try:
        return Store.load(directory, create=False)
    except _NO_USE:  # not even complete
        raise _unwritable(directory, error) from error


def _unwritable(directory: Path, error: Exception) -> IndexUnavailable:
    cause = full_disk.reason(error) or str(error)
    return IndexUnavailable(f"cannot write the index in {directory}: {cause}", full_disk.hint(error))


def _repair(store: Store, damaged: Collection[str], *, settled: bool) -> str | None:
    """Repair parts that can be made from the rest; raise if the rest cannot be read."""
    if "chunks" in damaged or "symbols" in damaged:
        store.read_through()
    repaired = []
    if "row index" in damaged or store.row_index.torn():  # first: sweeping finds rows by it
        store.row_index.renew()
        repaired.append("row index built again")
    is_whole = settled and not damaged and not store.has_torn_files()
    if not is_whole and (incomplete := store.sweep()):
        repaired.append(f"{incomplete:,} files had lost rows and are read again")
    if repaired:
        logger.warning("%s: %s", store.directory, "; ".join(repaired))
    return f"index repaired: {'; '.join(repaired)}" if repaired else None


def open_for_reading(directory: Path, manifest: Manifest) -> Store:
    """Return the store that another process writes.

    Raises:
        NotBegun: while that process makes the tables.
        IndexUnavailable: if there is nothing that can be read.
    """
    found = read_manifest(directory)
    if found is None:
        raise NotBegun(f"another process is about to write the index in {directory}", "it is tried again")
    if found != manifest:
        raise IndexUnavailable("another version of lsp-codebase is writing this index", "update both or close one")
    try:
        return Store.load(directory, create=False)
    except FROM_FILES as error:
        kind = NotBegun if FirstReading(directory).is_under_way else IndexUnavailable
        raise kind(f"cannot read the index in {directory}: {error}", "it is tried again") from error
