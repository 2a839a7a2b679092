"""Where log lines go: standard error, and a file when one is named. Never the wire.

A thread of its own writes them: a client that does not read our standard error, or a disk that hangs, holds up no
answer. Lines that find the queue full are counted, and their number is logged.
"""

from __future__ import annotations

import atexit
import logging
import queue
import sys
from logging.handlers import QueueHandler, QueueListener
from pathlib import Path

MOST_WAITING = 10_000
FLUSH_S = 0.3
"""How long the end of the process waits for lines; less than the server has for its end."""

_FORMAT = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


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
    """The thread that writes. `targets` may be replaced while it runs."""

    def __init__(self, most_waiting: int, *targets: logging.Handler) -> None:
        self._waiting: queue.Queue[logging.LogRecord] = queue.Queue(most_waiting)
        self.handler = BoundedHandler(self._waiting)
        self._told = 0
        super().__init__(self._waiting, *targets)
        self.start()

    @property
    def targets(self) -> tuple[logging.Handler, ...]:
        """Where lines are written."""
        return self.handlers

    @targets.setter
    def targets(self, targets: tuple[logging.Handler, ...]) -> None:
        for target in targets:
            target.setFormatter(_FORMAT)
        replaced, self.handlers = self.handlers, targets
        for target in {*replaced} - {*targets}:
            target.close()

    def handle(self, record: logging.LogRecord) -> None:
        """Write a record, and before it how many were lost since the last time."""
        lost = self.handler.dropped - self._told
        if lost:
            self._told += lost
            text = f"{lost:,} log lines were dropped: they were not read as fast as they came"
            super().handle(logging.makeLogRecord({"name": __name__, "levelname": "WARNING", "msg": text}))
        super().handle(record)

    def flush(self, timeout_s: float) -> None:
        """Return once all is written, or after the time."""
        with self._waiting.all_tasks_done:
            self._waiting.all_tasks_done.wait_for(lambda: not self._waiting.unfinished_tasks, timeout_s)


_writer: LogWriter | None = None


def configure_logging(level: str, file: str) -> str | None:
    """Log from `level` up, to `file` too unless it is ""; return what is wrong with the file, or None.

    pygls logs the body of every message at INFO, so it is heard from WARNING up only, unless debugging.
    """
    global _writer
    if _writer is None:
        _writer = LogWriter(MOST_WAITING)
        logging.basicConfig(format="%(message)s", handlers=[_writer.handler], force=True)
        atexit.register(_writer.flush, FLUSH_S)
    targets: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    problem = None
    if file:
        try:
            targets.append(logging.FileHandler(Path(file).expanduser(), encoding="utf-8", delay=False))
        except OSError as error:
            problem = f"log.file: {error}; logging to standard error only"
    _writer.targets = (*targets,)
    logging.getLogger().setLevel(level.upper())
    logging.getLogger("pygls").setLevel(logging.DEBUG if level == "debug" else logging.WARNING)
    return problem
