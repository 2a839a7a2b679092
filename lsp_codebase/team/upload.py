"""Putting the files of an index into the store, so that others begin with them."""

from __future__ import annotations

import base64
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.team.baseline import INLINE_BYTES, Baseline, BaselineFile, Recipe, may_be_shared, read, write
from lsp_codebase.team.objects import Objects
from lsp_codebase.team.parts import PART_BYTES, packed_part, part_hash, part_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_AT_ONCE = 4


def upload(
    objects: Objects,
    recipe: Recipe,
    directory: Path,
    commit: str,
    tree: str,
    *,
    known: Collection[str] = (),
    left_out: Collection[str] = (),
    key: Ed25519PrivateKey | None = None,
) -> Baseline:
    """Store the index in a directory, which nobody writes meanwhile, as the baseline of a tree; its list comes last.

    `known` are the parts that surely are in the store; `left_out` the useless files (relative paths).

    Raises:
        TeamStoreUnavailable: the store fails; nobody sees stored parts without their list.
        OSError: if a file cannot be read.
    """
    paths = sorted(path for path in directory.rglob("*") if path.is_file() and not path.is_symlink())
    names = {path.relative_to(directory).as_posix(): path for path in paths}
    sent = set(known)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        wanted = [name for name in names if may_be_shared(name) and name not in left_out]
        files = tuple(_stored(objects, name, names[name], sent, pool) for name in wanted)
    baseline = Baseline(commit, tree, files)
    if not write(objects, recipe, baseline, key, only_new=True):
        public = key.public_key() if key is not None else None
        if read(objects, recipe, tree, public) is None:  # else another publisher was first, and as good
            write(objects, recipe, baseline, key, only_new=False)
    return baseline


def _stored(objects: Objects, name: str, path: Path, sent: set[str], pool: ThreadPoolExecutor) -> BaselineFile:
    """Store the parts of a file, some at a time, since they are held in memory."""
    info = path.stat()
    if info.st_size <= INLINE_BYTES:
        return BaselineFile(name, info.st_size, info.st_mtime_ns, (), base64.b64encode(path.read_bytes()).decode())
    parts: list[str] = []
    with path.open("rb") as file:
        while batch := [data for data in (file.read(PART_BYTES) for _ in range(_AT_ONCE)) if data]:
            hashes = [part_hash(data) for data in batch]
            new = {part: data for part, data in zip(hashes, batch, strict=True) if part not in sent}
            list(pool.map(lambda item: objects.put(part_key(item[0]), packed_part(*item)), new.items()))
            sent.update(new)
            parts += hashes
    return BaselineFile(name, info.st_size, info.st_mtime_ns, tuple(parts))
