"""The listeners to the news of indexing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lsp_codebase.model import IndexStatus, status_texts


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of one stage of the work: `done` of `total` files, `path` the latest.

    The stage stands for the part of the whole between `begin` and `end` percent.
    """

    done: int
    total: int
    path: str
    begin: int = 0
    end: int = 100

    @property
    def percentage(self) -> int:
        """Whole percents of all the work."""
        return self.begin + (self.end - self.begin) * self.done // self.total if self.total else self.begin

    @property
    def text(self) -> str:
        """The state of the stage, for people."""
        return status_texts.step(self.done, self.total, self.path)


class IndexListener(Protocol):
    """Called on indexer threads, so every method must return quickly."""

    def on_started(self, root: Path) -> None:
        """Work that takes a while begins."""

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Some of the files are done."""

    def on_ended(self, root: Path, message: str) -> None:
        """The work is over: finished, cancelled or failed."""

    def on_status(self, status: IndexStatus) -> None:
        """The state of the index changed."""


class Doorkeeper(Protocol):
    """Lets other processes ask this one about an index. Called on indexer threads; must return quickly."""

    def admit(self, root: Path, index_directory: Path) -> None:
        """This process writes the index from now on; a repeated call does nothing."""

    def stand_in(self, root: Path, index_directory: Path) -> None:
        """This process follows the index, and writes it once its writer is gone; a repeated call does nothing."""

    def dismiss(self, index_directory: Path) -> None:
        """This process does not have the index open, or not for much longer."""


class NoDoor:
    """Lets nobody in."""

    def admit(self, root: Path, index_directory: Path) -> None:
        """Stay shut."""

    def stand_in(self, root: Path, index_directory: Path) -> None:
        """Stay shut."""

    def dismiss(self, index_directory: Path) -> None:
        """Stay shut."""


class SilentListener:
    """Listens to nothing."""

    def on_started(self, root: Path) -> None:
        """Ignore it."""

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Ignore it."""

    def on_ended(self, root: Path, message: str) -> None:
        """Ignore it."""

    def on_status(self, status: IndexStatus) -> None:
        """Ignore it."""
