"""Indexes that nobody will ask for again: those of lost roots, and the least used ones beyond a budget."""

from __future__ import annotations

import logging
import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.location import MANIFEST, index_bytes
from lsp_codebase.store.held_files import remove
from lsp_codebase.store.lock import WriterLock
from lsp_codebase.store.manifest import read_manifest

logger = logging.getLogger(__name__)

_VANISHED_S = 30 * 86_400.0  # a root may be on a disk that is not mounted today
_MOST_BYTES = 20 << 30  # of all indexes of a user: several of the largest trees
_NAME = re.compile(r".+-[0-9a-f]{16}")  # see location.index_directory


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a root that may be gone."""

    directory: Path
    root: Path
    used: float  # seconds since the epoch


def note_use(directory: Path) -> None:
    """Remember that the index in `directory` is in use now."""
    try:
        os.utime(directory / MANIFEST)
    except OSError as error:  # it then counts as unused since it was built
        logger.info("use of %s not noted: %s", directory, error)


def drop_unused(base: Path, kept: Path) -> list[Path]:
    """Delete the indexes below `base` whose root vanished a month ago, and those beyond the budget.

    Those that some process holds, that cannot be written, and `kept`, are left alone. Returns the deleted ones' roots.
    """
    now = time.time()
    indexes = sorted((index for index in indexes_in(base) if index.directory != kept), key=lambda index: index.used)
    sizes = [index_bytes(index.directory) for index in indexes]
    total = index_bytes(kept) + sum(sizes)
    dropped = []
    for index, size in zip(indexes, sizes, strict=True):
        is_gone = now - index.used > _VANISHED_S and _has_vanished(index.root)
        with suppress(IndexUnavailable, OSError):
            if (is_gone or total > _MOST_BYTES) and drop_index(index.directory):
                total -= size
                dropped.append(index.root)
    return dropped


def _has_vanished(root: Path) -> bool:
    """Whether there is no such folder; one that cannot be looked at at the moment may be there."""
    try:
        return not stat.S_ISDIR(os.stat(root).st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return True
    except OSError:
        return False


def indexes_in(base: Path) -> Iterator[Index]:
    """Yield the indexes of all roots, except those that another process deletes meanwhile."""
    for directory in base.iterdir():
        manifest = read_manifest(directory) if _NAME.fullmatch(directory.name) and not directory.is_symlink() else None
        if manifest is not None:
            with suppress(FileNotFoundError):
                yield Index(directory, Path(manifest.root), (directory / MANIFEST).stat().st_mtime)


def drop_index(directory: Path) -> bool:
    """Delete the index in `directory`; return whether that is done: not while some process writes it.

    Raises:
        IndexUnavailable: if it cannot be written.
    """
    lock = WriterLock(directory)
    if not lock.acquire():
        return False
    try:
        logger.info("deleting the index %s", directory)
        remove(directory / MANIFEST)  # first: the remains of an interrupted deletion are no index
        shutil.rmtree(directory, ignore_errors=True)
    finally:
        lock.release()
    with suppress(OSError):  # Windows keeps a folder in which a file, such as the lock, is open
        directory.rmdir()
    return True
