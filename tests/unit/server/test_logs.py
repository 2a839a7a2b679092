"""Log lines are written by a thread of their own: who logs never waits for who reads."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from waiting import LONG_S

from lsp_codebase.server.logs import LogWriter


class Target(logging.Handler):
    """Keeps lines; while its gate is shut it takes the time of a pipe that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.gate = threading.Event()
        self.is_writing = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.is_writing.set()
        assert self.gate.wait(LONG_S)
        self.lines.append(record.getMessage())


@pytest.fixture
def target() -> Iterator[Target]:
    one = Target()
    yield one
    one.gate.set()


def logger_to(writer: LogWriter) -> logging.Logger:
    logger = logging.Logger("test")
    logger.addHandler(writer.handler)
    return logger


def test_lines_are_written_in_order_with_their_values(target: Target) -> None:
    writer = LogWriter(100, target)
    target.gate.set()
    values = {"done": 0}
    for done in range(3):
        values["done"] = done
        logger_to(writer).warning("%(done)d files", values)
    writer.flush(LONG_S)
    assert target.lines == ["0 files", "1 files", "2 files"]


def test_who_logs_does_not_wait_and_lost_lines_are_counted(target: Target) -> None:
    writer = LogWriter(3, target)
    logger = logger_to(writer)
    logger.warning("taken")
    assert target.is_writing.wait(LONG_S)
    for number in range(1_000):
        logger.warning("line %d", number)
    target.gate.set()
    writer.flush(LONG_S)
    logger.warning("later")
    writer.flush(LONG_S)
    lost = "997 log lines were dropped: they were not read as fast as they came"
    assert target.lines == ["taken", lost, "line 0", "line 1", "line 2", "later"]


def test_the_end_does_not_wait_for_lines_that_nobody_reads(target: Target) -> None:
    writer = LogWriter(3, target)
    logger_to(writer).warning("stuck")
    writer.flush(0.05)
    assert target.lines == []


def test_lines_go_where_the_settings_say_by_then(target: Target) -> None:
    writer = LogWriter(100, target)
    later = Target()
    later.gate.set()
    target.gate.set()
    logger_to(writer).warning("first")
    writer.flush(LONG_S)
    writer.redirect(lambda: (later,))
    logger_to(writer).warning("second")
    writer.flush(LONG_S)
    assert (target.lines, later.lines) == (["first"], ["second"])


def test_a_file_that_cannot_be_opened_in_time_holds_up_nobody(target: Target) -> None:
    target.gate.set()
    writer = LogWriter(100)
    may_open = threading.Event()

    def open_slowly() -> tuple[logging.Handler, ...]:
        assert may_open.wait(LONG_S)
        return (target,)

    writer.redirect(open_slowly)
    logger_to(writer).warning("meanwhile")
    writer.flush(0.05)
    assert target.lines == []
    may_open.set()
    writer.flush(LONG_S)
    assert target.lines == ["meanwhile"]


def test_the_last_lines_of_a_process_are_written() -> None:
    code = (
        "import logging\n"
        "from lsp_codebase.server.logs import configure_logging\n"
        "configure_logging('info', '', print)\n"
        "for number in range(500): logging.info('line %d', number)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG_S, check=True)
    assert [line.rpartition(": ")[2] for line in done.stderr.splitlines()] == [f"line {n}" for n in range(500)]


def test_a_long_message_is_cut_in_its_middle_and_its_traceback_is_not(target: Target) -> None:
    writer = LogWriter(100, target)
    target.gate.set()
    logger = logger_to(writer)
    try:
        raise ValueError("b" * 3_000)
    except ValueError:
        logger.exception("unknown method %s", "a" * 100_000)
    writer.flush(LONG_S)
    (line,) = target.lines
    head, _, rest = line.partition("\n")
    assert head.startswith("unknown method aaa")
    assert len(head) <= 1_000
    assert "b" * 3_000 in rest
