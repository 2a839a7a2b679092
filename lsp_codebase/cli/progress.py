"""A progress bar on standard error while the index is brought up to date, and below it the first hits."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from rich.console import Console, RenderableType
from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from lsp_codebase.cli.escapes import harmless
from lsp_codebase.cli.streams import unguarded
from lsp_codebase.index import Progress
from lsp_codebase.model import IndexStatus


class ProgressBar:
    """An `IndexListener` that draws. Use it as a context manager; it is erased at the end, unless it is interrupted."""

    def __init__(self) -> None:
        console = Console(file=unguarded(sys.stderr))
        self._bar = _BarAndLines(
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
        self._bar.live.transient = kind is not KeyboardInterrupt  # an interrupting user keeps the lines
        self._bar.stop()

    @property
    def is_drawn(self) -> bool:
        """Whether files are read now."""
        return self._task is not None

    def show(self, lines: Sequence[str]) -> None:
        """Draw lines below the bar from now on."""
        self._bar.lines = [Text(harmless(line), no_wrap=True, overflow="ellipsis") for line in lines]

    def on_started(self, root: Path) -> None:
        """Begin a bar of unknown length."""
        self._task = self._bar.add_task(harmless(root.name), total=None, files="", path="")

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Move the bar."""
        if self._task is not None:
            self._bar.update(
                self._task,
                completed=progress.percentage,
                total=100,
                files=_files(progress),
                path=harmless(progress.path[-60:]),
            )

    def on_ended(self, root: Path, message: str) -> None:
        """Take the bar away."""
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None

    def on_status(self, status: IndexStatus) -> None:
        """Ignore it: the bar says enough."""


class _BarAndLines(Bar):
    lines: Sequence[Text] = ()

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        yield from self.lines


def _files(progress: Progress) -> str:
    return f"{progress.done}/{progress.total}"
