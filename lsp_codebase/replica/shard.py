"""One published index, opened again when another one is put in its place."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.model import CancelToken
from lsp_codebase.store import Manifest, read_manifest
from lsp_codebase.texts import FileTexts
from lsp_codebase.view import View

logger = logging.getLogger(__name__)

_OPENED_S = 30.0  # an opening takes this long at most; of 80,000 files a second or two


class NoFiles(FileTexts):
    """The texts of files that are not here: files of this machine at the same places are others."""

    def lines(self, root: Path, path: str, most_bytes: int = 0) -> Sequence[str]:
        """Return none: they are in the index."""
        return ()

    def utf8(self, root: Path, paths: Sequence[str], most_bytes: int = 0) -> list[bytes]:
        """Return nothing of any."""
        return [b""] * len(paths)


class Shard:
    """The index in one folder, or in the target of a link of this name. One thread may `follow`, any asks."""

    def __init__(self, directory: Path, settings: Settings, pool: WorkerPool, part: str) -> None:
        """`part` tells indexes of one root apart.

        Raises:
            IndexUnavailable: if there is no index in `directory`.
        """
        self._directory = directory
        self._settings = settings
        self._pool = pool
        self._seen = _identity(directory)
        self.codebase = self._open()
        self.view = View(lambda: self.codebase, self.codebase.settings, part)

    @property
    def directory(self) -> Path:
        """The folder where the index is looked for."""
        return self._directory

    def follow(self) -> None:
        """Open the index that was published in place of this; additions by another process are seen without that.

        Until the new one can be read the earlier one answers.
        """
        found = _identity(self._directory)
        if found is None or found == self._seen:
            return
        try:
            codebase = self._open()
        except IndexUnavailable as error:
            logger.warning("%s is not opened yet: %s", self._directory, error)
            return
        with codebase.asked(time.monotonic() + _OPENED_S, CancelToken()):
            is_open = codebase.published.is_open
        if not is_open:
            logger.warning("%s is not opened yet: %s", self._directory, codebase.status().message or "it takes long")
            codebase.close()
            return
        logger.info("answering from what was newly published in %s", self._directory)
        self._seen = found
        earlier, self.codebase = self.codebase, codebase
        earlier.close()
        earlier.let_go()

    def close(self) -> None:
        """Let go of the index."""
        self.codebase.close()
        self.codebase.let_go()

    def _open(self) -> Codebase:
        directory = Path(os.path.realpath(self._directory))
        manifest = _manifest_of(self._directory)
        settings = replace(self._settings, index_enabled=True, chunks_max_chars=manifest.max_chars)
        root = Path(manifest.root)
        codebase = Codebase(root, settings, self._pool, SilentListener(), NoFiles(), read_from=directory)
        codebase.start()
        return codebase


def _manifest_of(directory: Path) -> Manifest:
    manifest = read_manifest(directory)
    if manifest is None:
        raise IndexUnavailable(f"{directory} holds no index", "name the folder that has its manifest.json")
    if not manifest.max_chars:
        raise IndexUnavailable(f"the index in {directory} is of another version", "publish it again with this one")
    return manifest


def _identity(directory: Path) -> tuple[object, ...] | None:
    """Return a value that changes when another index replaces this one, None while there is none."""
    try:
        info = os.stat(directory)
        return os.path.realpath(directory), info.st_dev, info.st_ino
    except OSError:
        return None
