"""Where the index of a root lies, and its size: in the user's cache directory, one folder for each canonical root."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.paths import canonical

MANIFEST = "manifest.json"
"""The file that every index has."""
_APPLICATION = "lsp-codebase"
_OTHER = "other"
_REST_OF_COUNTING = 100  # the share of counting in time is 1 to this
_PARTS = {
    **{name: name for name in ("files", "chunks", "symbols", "vectors")},
    "postings": "words",
    "state": "saved state",
}


def storage_directory(location: str = "") -> Path:
    """Return the folder of everything this user keeps. `location` is the `index.location` setting."""
    if location:
        return Path(location)
    # On Windows an author, by default the name of the application, would be a folder above it.
    return platformdirs.user_cache_path(_APPLICATION, appauthor=False) / "indexes"


def index_directory(root: Path, location: str = "") -> Path:
    """Return the folder of the index of `root`; it need not exist."""
    root = canonical(root)
    digest = hashlib.sha256(os.fsencode(os.path.normcase(root))).hexdigest()[:16]
    readable = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in root.name)[:40]
    return storage_directory(location) / f"{readable or 'root'}-{digest}"


def has_index(root: Path, location: str) -> bool:
    """Whether there is an index of `root`, of whatever version."""
    return (index_directory(root, location) / MANIFEST).exists()


def index_bytes(directory: Path) -> int:
    """Return the size on disk of the index in a directory, 0 where there is none."""
    return sum(index_parts(directory).values())


def index_parts(directory: Path) -> dict[str, int]:
    """Return the sizes in bytes of the parts of the index in a directory, largest first."""
    parts: Counter[str] = Counter()
    for folder, _, names in os.walk(directory):
        inside = Path(folder).relative_to(directory).parts  # `tables/chunks.lance/data`
        part = _PARTS.get(inside[1].partition(".")[0].partition("_")[0], _OTHER) if len(inside) > 1 else _OTHER
        for name in names:
            with suppress(OSError):  # replaced meanwhile
                parts[part] += os.lstat(os.path.join(folder, name)).st_size
    return dict(parts.most_common())


_LEFT_OUT = {
    ".gitignore": "*\n",  # `index.location` may lie in a checkout
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# Made by lsp-codebase, and made again.\n",
}


class IndexSize:
    """The sizes on disk of one index, not counted for every question: a large one has thousands of files.

    Any thread asks.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._counted: tuple[Hashable, Mapping[str, int], float] | None = None
        self._counting = threading.Lock()

    def parts(self, state: Hashable, *, waits: bool = True) -> Mapping[str, int]:
        """Return the present sizes if `state` is new; else at times those of a moment ago.

        Without `waits` return the last count and have a new one made soon: beside a thread that computes, each of the
        thousand calls of a count may wait for Python's lock.
        """
        counted = self._counted
        if counted is None or (waits and self._is_due(counted, state)):
            return self._count(state)
        if self._is_due(counted, state) and self._counting.acquire(blocking=False):
            threading.Thread(target=self._count_aside, args=(state,), name="sizes", daemon=True).start()
        return counted[1]

    def _is_due(self, counted: tuple[Hashable, Mapping[str, int], float], state: Hashable) -> bool:
        return counted[0] != state or time.monotonic() >= counted[2]

    def _count_aside(self, state: Hashable) -> None:
        try:
            self._count(state)
        finally:
            self._counting.release()

    def _count(self, state: Hashable) -> Mapping[str, int]:
        now = time.monotonic()
        parts = index_parts(self._directory)
        self._counted = state, parts, now + (time.monotonic() - now) * _REST_OF_COUNTING
        return parts


def make_private(directory: Path) -> None:
    """Create `directory` for this user only (0700), which git and backups leave out, or raise `IndexUnavailable`.

    On Windows it has the rights of the folder around it, by default one of the user's profile. The mode 0700 would give
    it to its owner: the administrators, if an elevated terminal makes it, and not the user (CPython #157876).
    """
    mode = 0o777 if sys.platform == "win32" else 0o700
    try:
        is_new = not directory.exists()
        for missing in reversed([path for path in directory.parents if not path.exists()]):
            missing.mkdir(mode, exist_ok=True)  # `parents=True` would let others list them
        directory.mkdir(mode, exist_ok=True)
        if sys.platform != "win32":
            info = directory.lstat()
            if info.st_uid != os.getuid():
                raise IndexUnavailable(
                    f"{directory} belongs to another user", "set index.location to a folder of yours"
                )
            directory.chmod(0o700)
        with suppress(OSError):  # a full disk is told of by who writes the index
            for name, text in _LEFT_OUT.items() if is_new else ():
                (directory / name).write_text(text, encoding="ascii")
    except OSError as error:
        raise IndexUnavailable(
            f"cannot create {directory}: {(error.strerror or str(error)).lower()}",
            "set index.location to a folder you can write",
        ) from error
