"""Who is told what indexing does."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from lsp_codebase.model import IndexStatus


class IndexListener(Protocol):
    """Called on indexer threads, so every method must return quickly."""

    def on_started(self, root: Path, title: str) -> None:
        """Work that takes a while begins: "Indexing" or "Embedding"."""

    def on_progress(self, root: Path, done: int, total: int, path: str) -> None:
        """Some of the files are done, `path` the latest."""

    def on_ended(self, root: Path, message: str) -> None:
        """The work is over: finished, cancelled or failed."""

    def on_status(self, status: IndexStatus) -> None:
        """The state of the index changed."""


class SilentListener:
    """Listens to nothing."""

    def on_started(self, root: Path, title: str) -> None:
        """Ignore it."""

    def on_progress(self, root: Path, done: int, total: int, path: str) -> None:
        """Ignore it."""

    def on_ended(self, root: Path, message: str) -> None:
        """Ignore it."""

    def on_status(self, status: IndexStatus) -> None:
        """Ignore it."""
