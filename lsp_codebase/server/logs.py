"""The targets of log lines: standard error, and a file when one is named. Never the wire.

A thread of its own opens the file and writes: a client that does not read our standard error, or a disk that hangs,
holds up no answer. Lines that find the queue full are counted, and their number is logged.
"""

from __future__ import annotations

import atexit
import logging
import os
import queue
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import QueueHandler, QueueListener
from pathlib import Path

from lsp_codebase.errors import abridged

MOST_WAITING = 10_000
FLUSH_S = 0.3
"""The end of the process waits so long for lines; less than the server has for its end."""

_FORMAT = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
_WAKE = logging.makeLogRecord({})
"""No line: it wakes the thread that writes."""


class _Abridging(logging.Formatter):
    """Writes no more of a message than its two ends: a client may have sent it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line of a record; a traceback follows it."""
        record.message = abridged(record.message)
        return super().formatMessage(record)


class BoundedHandler(QueueHandler):
    """Hands records over without ever waiting."""

    queue: queue.Queue[logging.LogRecord]
    dropped = 0

    def enqueue(self, record: logging.LogRecord) -> None:
        """Put a record into the queue, or count it; the caller holds the handler's lock."""
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self.dropped += 1


class LogWriter(QueueListener):
    """The thread that writes. Its targets may change while it runs."""

    def __init__(self, most_waiting: int, *targets: logging.Handler) -> None:
        self._waiting: queue.Queue[logging.LogRecord] = queue.Queue(most_waiting)
        self.handler = BoundedHandler(self._waiting)
        self.handler.setFormatter(_Abridging())
        self._told = 0
        self._open: Callable[[], tuple[logging.Handler, ...]] | None = None
        super().__init__(self._waiting, *targets, respect_handler_level=True)
        self.start()

    def redirect(self, open_targets: Callable[[], tuple[logging.Handler, ...]]) -> None:
        """Have waiting and later lines written to other targets; they are opened on the thread that writes."""
        self._open = open_targets
        with suppress(queue.Full):  # else the next of the waiting lines has them opened
            self._waiting.put_nowait(_WAKE)

    def handle(self, record: logging.LogRecord) -> None:
        """Write a record, and before it the number of those lost since the last time."""
        if self._open is not None:
            open_targets, self._open = self._open, None
            replaced, self.handlers = self.handlers, open_targets()
            for target in replaced:
                target.close()
        if record is _WAKE:
            return
        lost = self.handler.dropped - self._told
        if lost:
            self._told += lost
            text = f"{lost:,} log lines were dropped: they were not read as fast as they came"
            super().handle(logging.LogRecord(__name__, logging.WARNING, "", 0, text, None, None))
        super().handle(record)

    def flush(self, timeout_s: float) -> None:
        """Return once all is written, or after the time."""
        with self._waiting.all_tasks_done:
            self._waiting.all_tasks_done.wait_for(lambda: not self._waiting.unfinished_tasks, timeout_s)


_writer: LogWriter | None = None


def configure_logging(level: str, file: str, on_problem: Callable[[str], None], shown: str = "") -> None:
    """Log from `level` up, to `file` too unless it is "". Standard error gets the level `shown`, by default the same.

    `on_problem` is told, on the thread that writes, why the file cannot be used. pygls logs the body of every message
    at INFO, so it is heard from WARNING up only, unless debugging.
    """
    global _writer
    if _writer is None:
        _writer = LogWriter(MOST_WAITING)
        logging.basicConfig(format="%(message)s", handlers=[_writer.handler], force=True)
        atexit.register(_writer.flush, FLUSH_S)
    own, on_stderr = (logging.getLevelName(one.upper()) for one in (level, shown or level))
    _writer.redirect(lambda: _open_targets(file, own, on_stderr, on_problem))
    logging.getLogger().setLevel(min(own, on_stderr))
    logging.getLogger("pygls").setLevel(logging.DEBUG if level == "debug" else logging.WARNING)


def _open_targets(
    file: str, level: int, on_stderr: int, on_problem: Callable[[str], None]
) -> tuple[logging.Handler, ...]:
    targets: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    targets[0].setLevel(on_stderr)
    if file:
        try:
            targets.append(_open_file(Path(os.path.expanduser(file))))
            targets[1].setLevel(level)
        except (OSError, ValueError) as error:  # ValueError: a character that no path has
            on_problem(f"log.file: {error}; logging to standard error only")
    for target in targets:
        target.setFormatter(_FORMAT)
    return (*targets,)


def _open_file(path: Path) -> logging.Handler:
    """Open a file to append to; a pipe would wait for its reader, and a device may do anything."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(f"{path} is not a regular file")
    return logging.FileHandler(path, encoding="utf-8")
