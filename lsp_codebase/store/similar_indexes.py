"""Indexes of like trees: another checkout of known content begins with a copy of its index, not with nothing.

Each index keeps a sketch of the paths and sizes of its files. A tree without an index is compared with these sketches.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.location import MANIFEST
from lsp_codebase.store.held_files import delete, delete_tree
from lsp_codebase.store.manifest import Manifest, read_json, read_manifest, write_json, write_manifest
from lsp_codebase.store.rollback import VERSION_HINT
from lsp_codebase.store.schema import TABLES, vectors
from lsp_codebase.store.store_errors import FROM_FILES
from lsp_codebase.store.tables import Database, location
from lsp_codebase.store.unused import indexes_in
from lsp_codebase.store.vector_table import VECTORS

logger = logging.getLogger(__name__)

_NAME = "sketch.json"
_SAMPLE = 256  # hashes: the share of files that two trees have in common is told to within some hundredths
_OWN = {_NAME, MANIFEST, "writer.lock", "ids.json"}  # of one index alone
_LINKED_BYTES = 1 << 16  # such files are written once; smaller ones may be written again in place


@dataclass(frozen=True, slots=True)
class Sketch:
    """The names at the top of a tree, and the smallest hashes of the paths and sizes of its files."""

    top: frozenset[str]
    sample: frozenset[int]

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> Sketch:
        """Return the sketch of the files of a tree."""
        hashes = (hashlib.blake2b(f"{size} {path}".encode(), digest_size=6).digest() for path, size in sizes.items())
        sample = sorted({int.from_bytes(one, "big") for one in hashes})[:_SAMPLE]
        return cls(frozenset(path.partition("/")[0] for path in sizes), frozenset(sample))

    def likeness(self, other: Sketch) -> float:
        """Return about the share of all files of two trees that both have, from 0 to 1 (Broder's bottom-k sketches)."""
        smallest = sorted(self.sample | other.sample)[:_SAMPLE]
        return sum(one in self.sample and one in other.sample for one in smallest) / max(len(smallest), 1)


def note_sketch(directory: Path, sketch: Sketch) -> None:
    """Keep the sketch of the tree whose index is in `directory`."""
    with suppress(OSError):  # it only saves work elsewhere
        write_json(directory / _NAME, {"top": sorted(sketch.top), "sample": sorted(sketch.sample)})


def known_sketches(directory: Path, manifest: Manifest) -> dict[Path, Sketch]:
    """Return the sketches of the indexes beside `directory` that were built as `manifest` says."""
    found = {}
    for index in indexes_in(directory.parent):
        own = read_manifest(index.directory)
        if index.directory != directory and own is not None and replace(own, root=manifest.root) == manifest:
            with suppress(OSError, ValueError, TypeError, KeyError):  # one that cannot be read counts as none
                read = read_json(index.directory / _NAME)
                found[index.directory] = Sketch(frozenset(read["top"]), frozenset(map(int, read["sample"])))
    return found


def copy_index(source: Path, directory: Path, manifest: Manifest) -> bool:
    """Copy an index as that of another root; return whether that was possible. The lock must be held.

    Another process may be writing to the source. Of each table the versions are copied first, and of the tables
    `files`: the rows it names were written before, and are kept for a while.
    """
    tables = location(source)
    parts = sorted(tables.iterdir(), key=lambda path: path.name != "files.lance") if tables.is_dir() else []
    delete_tree(location(directory))  # the remains of a copy that was cut short: links to files of another index
    try:
        for part in parts:
            _copy(part, location(directory) / part.name)
        for path in source.iterdir():
            if path.is_file() and path.name not in _OWN:
                shutil.copyfile(path, directory / path.name)
        write_manifest(directory, manifest)  # last: without it this is no index
    except OSError as error:
        logger.info("the index in %s is not used: %s", source, error)
        delete_tree(location(directory))
        delete(directory / MANIFEST)
        return False
    return bool(parts)


def is_index(directory: Path) -> bool:
    """Whether the tables of an index from somebody else can be opened, and have exactly our columns."""
    try:
        database = Database(directory)
        names = database.names()
        tables = {name: database.table(name).schema for name in names}
    except (IndexUnavailable, *FROM_FILES) as error:
        logger.info("no index in %s: %s", directory, error)
        return False
    return names >= TABLES.keys() and all(_is_ours(name, schema) for name, schema in tables.items())


def _is_ours(name: str, found: pa.Schema) -> bool:
    if name in TABLES:
        return bool(found.equals(TABLES[name]))
    index = found.get_field_index("codes")
    dimension = getattr(found.field(index).type, "list_size", 0) if index >= 0 else 0
    return name.startswith(VECTORS) and bool(found.equals(vectors(dimension)))


def _copy(source: Path, target: Path) -> None:
    """Copy a file or a folder; large files are linked, which takes neither time nor space."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for entry in sorted(source.iterdir(), key=lambda path: path.name != "_versions"):
            if entry.name != VERSION_HINT:  # it may be newer than the copied versions
                _copy(entry, target / entry.name)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.stat().st_size >= _LINKED_BYTES:
        with suppress(OSError):  # another disk, or one without links
            os.link(source, target)
            return
    shutil.copy2(source, target)  # with its time, which tells one version of a table from another
