"""A progress bar on standard error while the index is brought up to date; nothing when it is not a terminal."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from lsp_codebase.model import IndexStatus


class ProgressBar:
    """An `IndexListener` that draws. Use it as a context manager; it is erased at the end."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
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

    def on_started(self, root: Path, title: str) -> None:
        """Begin a bar of unknown length."""
        self._task = self._bar.add_task(title, total=None, path="")

    def on_progress(self, root: Path, done: int, total: int, path: str) -> None:
        """Move the bar."""
        if self._task is not None:
            self._bar.update(self._task, completed=done, total=total, path=path[-60:])

    def on_ended(self, root: Path, message: str) -> None:
        """Take the bar away."""
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None

    def on_status(self, status: IndexStatus) -> None:
        """Ignore it: the bar says enough."""
