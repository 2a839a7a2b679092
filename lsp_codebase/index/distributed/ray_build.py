"""Builds an index on a Ray cluster: the files in batches over all nodes, their rows written there, one commit here.

Nodes need no checkout: contents travel with the batches. Lost nodes, retries, stragglers and back pressure are Ray's.
"""

from __future__ import annotations

import json
import logging
import pickle
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.errors import ClusterUnavailable, IndexUnavailable, ModelUnavailable
from lsp_codebase.index.distributed.ray_cluster import cause_of, connected
from lsp_codebase.index.distributed.ray_tasks import Target, index_contents, read_files
from lsp_codebase.index.model_switch import Models
from lsp_codebase.index.opening import manifest_of
from lsp_codebase.index.pipeline import Report, silent
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.indexes import Indexes, Published
from lsp_codebase.indexes.words import Words
from lsp_codebase.location import make_private
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import FileStat
from lsp_codebase.store import FirstReading, Sketch, Store, WriterLock, location, note_sketch, open_for_writing

logger = logging.getLogger(__name__)

# A batch is a task, and a file of each table: some hundred of a large tree, enough of a small one to go round.
_BATCHES = 256
_LEAST_BYTES, _MOST_BYTES = 2_000_000, 32_000_000
_MOST_FILES = 2_000


def build_index(root: Path, settings: Settings, directory: Path, address: str, report: Report = silent) -> None:
    """Build the index of `root` anew in `directory`, which all nodes of the cluster at `address` must see.

    The calling machine is a node of it. Rows are those that one machine makes, in the order of the paths.

    Raises:
        ClusterUnavailable: if the cluster does not answer, is of no use, or gives up.
        IndexUnavailable: if the directory cannot be written, or another process has the index open.
    """
    manifest = manifest_of(root, settings)
    with _locked(directory) as lock, connected(address, directory) as node:
        store, _ = open_for_writing(directory, manifest, lock, fresh=True)
        embedder = _embedder(settings)
        if embedder is not None:
            store.vectors.use(embedder.model, embedder.dimension)
        found = scan_root(root, settings, CancelToken())
        apart = replace(settings, index_content_store_mb=0)  # SQLite is not for a folder that machines share
        target = Target(directory, store.generation + 1, store.vectors.table_name)
        batches = [*_batches(found.files, store.next_file_id(), settings)]
        words = Words(location(directory))
        parts: dict[int, Mapping[str, list[str]]] = {}
        done = 0
        for row in _spread(batches, root, apart, target, node):
            parts[row["first"]] = json.loads(row["fragments"])
            words.add(*pickle.loads(row["words"]))  # from our own tasks; Ray itself pickles all that it carries
            words.save_if_many()
            done += row["files"]
            report(done, len(found.files), row["path"])
        store.commit_written(_in_order(parts))
        FirstReading(directory).end()
        words.save()
        _derive(store, settings, embedder)


@contextmanager
def _locked(directory: Path) -> Iterator[WriterLock]:
    make_private(directory)
    lock = WriterLock(directory)
    if not lock.acquire():
        raise IndexUnavailable(f"another process has the index in {directory} open", "close that process first")
    try:
        yield lock
    finally:
        lock.release()


def _embedder(settings: Settings) -> Embedder | None:
    try:
        return load_embedder(settings)
    except ModelUnavailable as error:
        logger.warning("search will be lexical: %s", error)
        return None


def _batches(files: Mapping[str, FileStat], first_id: int, settings: Settings) -> Iterator[pa.Table]:
    """Yield the files in the order of their paths, each with its id, in batches of about equal bytes."""
    sizes = {path: min(stat.size, settings.index_max_file_bytes) for path, stat in sorted(files.items())}
    most = min(max(sum(sizes.values()) // _BATCHES, _LEAST_BYTES), _MOST_BYTES)
    paths: list[str] = []
    size = 0

    def batch() -> pa.Table:
        return pa.table({"path": paths, "file_id": pa.array(range(first_id, first_id + len(paths)), pa.int64())})

    for path, own in sizes.items():
        paths.append(path)
        size += own
        if size >= most or len(paths) >= _MOST_FILES:
            yield batch()
            first_id += len(paths)
            paths, size = [], 0
    if paths:
        yield batch()


def _spread(
    batches: Iterable[pa.Table], root: Path, settings: Settings, target: Target, node: str
) -> Iterator[dict[str, Any]]:
    """Yield a row for each batch (`ray_tasks.index_contents`), in the order in which they are done."""
    import ray.data
    from ray.exceptions import RayError

    if not (blocks := list(batches)):
        return
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    arrow: dict[str, Any] = {"batch_size": None, "batch_format": "pyarrow"}  # a block at a time, as it is
    contents = ray.data.from_arrow(blocks).map_batches(
        partial(read_files, root=root, settings=settings),
        num_cpus=0,  # the node of the checkout may have none to give
        compute=ray.data.TaskPoolStrategy(1),
        label_selector={"ray.io/node-id": node},
        **arrow,
    )
    rows = contents.map_batches(partial(index_contents, settings=settings, target=target), num_cpus=1, **arrow)
    try:
        yield from rows.iter_rows()
    except RayError as error:
        raise ClusterUnavailable(
            f"the build failed on a node: {cause_of(error)}", "the logs of Ray say more"
        ) from error


def _in_order(parts: Mapping[int, Mapping[str, list[str]]]) -> dict[str, list[str]]:
    """Return the fragments of all batches by table, in the order of the file ids."""
    ordered: defaultdict[str, list[str]] = defaultdict(list)
    for first in sorted(parts):
        for table, fragments in parts[first].items():
            ordered[table] += fragments
    return ordered


def _derive(store: Store, settings: Settings, embedder: Embedder | None) -> None:
    """Derive the arrays that answer from the rows, and save them, as an indexer does after a first index."""
    indexes, models = Indexes(store, Published()), Models(settings)
    indexes.complete()
    if embedder is not None:
        models.load(store, anew=False, loaded=embedder)
        models.settle(store)
    indexes.open_to_questions(models.answering)
    store.upkeep.index_rows()
    indexes.save(models.settled_vectors)
    note_sketch(store.directory, Sketch.of({path: record.size for path, record in store.files.items()}))
