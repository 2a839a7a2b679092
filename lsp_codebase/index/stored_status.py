"""The status of an index as it lies on disk, for a mere look: nothing is built, written or waited for."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.errors import IndexUnavailable, ModelUnavailable
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.plan import count_changed, has_changed
from lsp_codebase.index.reporter import with_problems
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.model import CancelToken, IndexStatus, Phase, Role, VectorStatus, status_texts
from lsp_codebase.store import (
    Manifest,
    Store,
    WriterLock,
    examine_manifest,
    has_manifest,
    open_for_reading,
)


def stored_status(
    root: Path, settings: Settings, directory: Path, manifest: Manifest, cancel: CancelToken
) -> IndexStatus | None:
    """Return the status of the index of `root` and whether files changed since, or None where there is no index.

    Raises:
        IndexUnavailable: if it is another version's, or cannot be read.
        Cancelled: if asked to stop.
    """
    if not has_manifest(directory):
        return None
    if foreign := examine_manifest(directory, manifest).damage:
        raise IndexUnavailable(f"the index in {directory} is of no use here: {foreign}", "lsp-codebase index renews it")
    store = open_for_reading(directory, manifest)
    found = scan_root(root, settings, cancel)
    changed, counts = count_changed(store.files, found.files, settings, has_changed), store.counts
    vectors, message = _vectors(store, settings)
    phase, role = Phase.READY, Role.WRITER
    if changed:
        message = status_texts.changed_since(changed)
    if is_written(directory):
        is_embedding = vectors.done < vectors.total
        phase = Phase.INDEXING if changed else Phase.EMBEDDING if is_embedding else Phase.READY
        role, message = Role.READER, status_texts.KEPT_ELSEWHERE
    skipped, failed = counts["skipped"] + len(found.skipped), counts["failed"] + len(found.unreadable)
    status = IndexStatus(
        str(root),
        phase,
        indexed=counts["indexed"],
        total=max(counts["indexed"] + skipped + failed, len(found.files)),
        skipped=skipped,
        failed=failed,
        chunks=counts["chunks"],
        symbols=counts["symbols"],
        vectors=vectors,
        generation=store.generation,
        role=role,
        stale=bool(changed),
        message=message,
    )
    return with_problems(status, store, found)


def is_written(directory: Path) -> bool:
    """Whether some process holds the index: rows may then be under way."""
    lock = WriterLock(directory)
    try:
        return not lock.acquire()
    except IndexUnavailable:  # nobody can hold it
        return False
    finally:
        lock.release()


def _vectors(store: Store, settings: Settings) -> tuple[VectorStatus, str | None]:
    """Return the number of chunks with vectors of the set model, and why it has none if it cannot be loaded.

    The model is loaded only if it never was before.
    """
    model = Models(settings).known(store.directory)
    if model is None:
        try:
            embedder = load_embedder(settings)
        except ModelUnavailable as error:
            return VectorStatus(), status_texts.LEXICAL.format(reason=error)
        model = embedder.model if embedder else None
    if model is None:
        return VectorStatus(), None
    try:
        store.vectors.use(model)
    except IndexUnavailable:  # there are none yet
        return VectorStatus(0, store.counts["chunks"], model), None
    return VectorStatus(store.embedded(), store.counts["chunks"], model), None
