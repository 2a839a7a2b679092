"""A progress bar on standard error while the index is brought up to date; nothing when it is not a terminal."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bar

from lsp_codebase.index import Progress
from lsp_codebase.model import IndexStatus


class ProgressBar:
    """An `IndexListener` that draws. Use it as a context manager; it is erased at the end."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("indexing"),
            BarColumn(),
            TextColumn("{task.fields[files]}"),
            TextColumn("{task.fields[path]}", style="dim"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def on_started(self, root: Path) -> None:
        """Begin a bar of unknown length."""
        self._task = self._bar.add_task(root.name, total=None, files="", path="")

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Move the bar."""
        if self._task is not None:
            self._bar.update(
                self._task, completed=progress.percentage, total=100, files=_files(progress), path=progress.path[-60:]
            )

    def on_ended(self, root: Path, message: str) -> None:
        """Take the bar away."""
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None

    def on_status(self, status: IndexStatus) -> None:
        """Ignore it: the bar says enough."""


def _files(progress: Progress) -> str:
    return f"{progress.done}/{progress.total}"
