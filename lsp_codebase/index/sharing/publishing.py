"""Publishing the index of a commit: it is built apart from the user's own, of committed files alone.

The user's index may hold rows that were never committed, replaced ones too, until its files are merged.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable, InvalidQuery
from lsp_codebase.globs import path_glob
from lsp_codebase.index.distributed.ray_build import build_index
from lsp_codebase.index.indexer import Indexer
from lsp_codebase.index.listener import IndexListener, Progress
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.opening import manifest_of
from lsp_codebase.index.plan import is_current
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.index.sharing.baseline import MOST_COMMITS, recipe_of
from lsp_codebase.index.workers.pool import WorkerPool
from lsp_codebase.indexes import Indexes, Published
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, Phase
from lsp_codebase.scan import Ancestor, FileStat, lineage, submodules, uncommitted
from lsp_codebase.store import Manifest, WriterLock, location, open_for_writing, superseded
from lsp_codebase.team import Objects, nearest, public_key, publishing_key, upload

_POLL_S = 0.05
_LONGEST_CLOSE_S = 60.0
_MOST_PARTS = 12  # files of a table that so many commits added to; then they are merged into one
_NAMED = 3  # the number of disturbing files that a message names


@dataclass(frozen=True, slots=True)
class PublishedIndex:
    """A published index: a commit, its files and chunks, and the bytes sent; not `is_new` if it was there already."""

    commit: str
    files: int = 0
    chunks: int = 0
    sent_bytes: int = 0
    is_new: bool = True


def publish(
    root: Path, settings: Settings, listener: IndexListener, cancel: CancelToken, *, ray: str | None = None
) -> PublishedIndex:
    """Build the index of the checked-out commit, unless it is published, and put it into the team's store.

    With `ray`, the address of a Ray cluster, it is built there.

    Raises:
        InvalidQuery: the settings do not allow it, or files are not as they are committed.
        ClusterUnavailable: the Ray cluster is of no use.
        TeamStoreUnavailable: the store fails.
        IndexUnavailable: the index cannot be built.
        Cancelled: if asked to stop.
    """
    _check_allowed(settings)
    history = lineage(root, MOST_COMMITS, cancel)
    if history is None:
        raise InvalidQuery("DIR", f"{root} has no commit that git can tell of; publish a git checkout")
    others = tuple(map(path_glob, submodules(root, cancel)))
    settings = replace(
        settings,
        index_exclude=(*settings.index_exclude, *others),
        index_respect_gitignore=True,
        index_history=False,
    )
    head = history.commits[0]
    _check_committed(root, settings, head, cancel)
    objects, private = Objects(settings.team_store), publishing_key(settings.team_key)
    manifest = manifest_of(root, settings)
    recipe = recipe_of(settings, manifest, history)
    trees = [commit.tree for commit in history.commits]
    earlier = nearest(objects, recipe, trees, public_key(settings.team_key))
    if earlier is not None and earlier[0] == 0:
        return PublishedIndex(head.commit, is_new=False)
    with tempfile.TemporaryDirectory(prefix="lsp-codebase-", ignore_cleanup_errors=True) as folder:
        settings = replace(settings, index_location=folder)
        directory = index_directory(root, folder)
        if ray is None:
            _build(root, settings, listener, cancel)
        else:
            _build_on_ray(root, settings, ray, listener, cancel)
        files, chunks = _settled(directory, manifest, settings, _check_committed(root, settings, head, cancel))
        upload(
            objects,
            recipe,
            directory,
            head.commit,
            head.tree,
            known=earlier[1].parts if earlier else (),
            left_out=superseded(directory),
            key=private,
        )
    return PublishedIndex(head.commit, files, chunks, objects.moved.sent)


def _check_allowed(settings: Settings) -> None:
    if not settings.team_store:
        raise InvalidQuery("team.store", "is empty; set it to the bucket or folder to publish to")
    if not settings.team_publish:
        raise InvalidQuery("team.publish", "is off; set it where the team's index is made, as in CI")


def _check_committed(root: Path, settings: Settings, head: Ancestor, cancel: CancelToken) -> dict[str, FileStat]:
    """Return the files of the root, which are all as they are committed."""
    now = lineage(root, 1, cancel)
    if now is None or now.commits[0] != head:
        raise InvalidQuery("DIR", f"{head.commit[:7]} is no longer checked out; try again")
    found = scan_root(root, settings, cancel)
    others = uncommitted(root, head.tree, found.files, cancel)
    if others is None:
        raise InvalidQuery("DIR", f"git cannot tell what of {root} is committed; look at what `git status` says")
    if others:
        named = ", ".join(others[:_NAMED]) + (f" and {len(others) - _NAMED:,} more" if len(others) > _NAMED else "")
        raise InvalidQuery("DIR", f"not as in commit {head.commit[:7]}: {named}; commit, stash or ignore these first")
    return found.files


def _build(root: Path, settings: Settings, listener: IndexListener, cancel: CancelToken) -> None:
    """Build the index to its end; it begins with the one published of the nearest earlier commit."""
    pool = WorkerPool(settings.index_workers)
    indexer = Indexer(root, settings, pool, listener, Published())
    try:
        indexer.start()
        while (status := indexer.reporter.status()).phase is not Phase.READY or status.stale:
            cancel.check()
            if status.phase is Phase.FAILED:
                raise IndexUnavailable(f"the index cannot be built: {status.message}", "put that right and try again")
            time.sleep(_POLL_S)
    finally:
        indexer.close(_LONGEST_CLOSE_S)
        pool.close()


def _build_on_ray(root: Path, settings: Settings, ray: str, listener: IndexListener, cancel: CancelToken) -> None:
    """Build the index on a cluster, without earlier commits."""

    def report(done: int, total: int, path: str) -> None:
        cancel.check()
        listener.on_progress(root, Progress(done, total, path))

    listener.on_started(root)
    try:
        build_index(root, settings, index_directory(root, settings.index_location), ray, report)
    finally:
        listener.on_ended(root, "")


def _settled(directory: Path, manifest: Manifest, settings: Settings, files: Mapping[str, FileStat]) -> tuple[int, int]:
    """Check that the index has all files as they are; merge the parts of many commits. Return its files and chunks."""
    lock = WriterLock(directory)
    if not lock.acquire():
        raise IndexUnavailable("the index that was built is still being written", "try again")
    try:
        store, _ = open_for_writing(directory, manifest, lock, settled=True)
        if changed := [path for path, stat in files.items() if not is_current(store.files.get(path), stat)]:
            raise InvalidQuery("DIR", f"{changed[0]} changed while it was read; try again")
        if _has_many_parts(directory):
            store.upkeep.maintain(whole=True)
            indexes, models = Indexes(store, Published()), Models(settings)
            indexes.complete()
            models.load(store, anew=False)
            indexes.words.compact()
            indexes.save(models.settled_vectors)
        return store.counts["indexed"], store.counts["chunks"]
    finally:
        lock.release()


def _has_many_parts(directory: Path) -> bool:
    return any(len([*(table / "data").glob("*.lance")]) > _MOST_PARTS for table in location(directory).glob("*.lance"))
