"""Bringing a baseline to a folder: by parts, several at once; parts already there are not fetched again."""

from __future__ import annotations

import base64
import os
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from lsp_codebase.errors import Cancelled, Damaged, TeamStoreUnavailable
from lsp_codebase.team.baseline import Baseline, BaselineFile
from lsp_codebase.team.objects import Objects
from lsp_codebase.team.parts import MOST_OVERHEAD, PART_BYTES, part_hash, part_key, unpacked_part

_AT_ONCE = 8
_LOOK_S = 0.1  # how often the loss of all interest is noticed
_LEAST_BYTES_PER_S = 1_000_000
"""Slower than this, reading the files here is faster: two cores make two to three megabytes of index a second."""

Report = Callable[[int, int], None]
"""Called with the bytes that are here, and all bytes."""


def download(objects: Objects, baseline: Baseline, folder: Path, report: Report, is_over: Callable[[], bool]) -> None:
    """Write the files of a baseline to `folder / "index"`; parts that a killed process left in `folder` are used.

    Raises:
        TeamStoreUnavailable: the store fails, or is too slow.
        Damaged: a part is gone, or not as it was written.
        Cancelled: it `is_over`.
        OSError: if it cannot be written.
    """
    parts = folder / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    wanted = baseline.parts
    total, done = sum(wanted.values()), 0
    missing: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
    for part, size in wanted.items():
        if _is_there(parts / part, size):
            done += size
        else:
            missing.put((part, size))
    report(done, total)
    work = _Work(objects, parts, missing)
    work.wait(missing.qsize(), lambda size: report(size + done, total), is_over)
    for file in baseline.files:
        if is_over():
            raise Cancelled
        _put_together(file, parts, folder / "index")


class _Work:
    """Threads that fetch parts; they are left behind where the store does not answer."""

    def __init__(self, objects: Objects, folder: Path, missing: queue.SimpleQueue[tuple[str, int]]) -> None:
        self._objects = objects
        self._folder = folder
        self._missing = missing
        self._results: queue.SimpleQueue[int | Exception] = queue.SimpleQueue()
        self._is_over = threading.Event()

    def wait(self, count: int, report: Callable[[int], None], is_over: Callable[[], bool]) -> None:
        """Fetch all parts; raise the error of the first that fails."""
        for _ in range(min(_AT_ONCE, count)):
            threading.Thread(target=self._run, name="baseline", daemon=True).start()
        begun = time.monotonic()
        done = 0
        try:
            while count:
                if is_over():
                    raise Cancelled
                _check_pace(done, time.monotonic() - begun)
                try:
                    result = self._results.get(timeout=_LOOK_S)
                except queue.Empty:
                    continue
                if isinstance(result, Exception):
                    raise result
                done, count = done + result, count - 1
                report(done)
        finally:
            self._is_over.set()

    def _run(self) -> None:
        while not self._is_over.is_set():
            try:
                part, size = self._missing.get_nowait()
            except queue.Empty:
                return
            try:
                stored = self._objects.get(part_key(part), size + MOST_OVERHEAD)
                if stored is None:
                    raise Damaged("a part of the baseline is gone")
                _write(self._folder / part, unpacked_part(part, stored, size))
                self._results.put(size)
            except Exception as error:
                self._results.put(error)
                return


def _check_pace(done: int, seconds: float) -> None:
    if done + _AT_ONCE * PART_BYTES < seconds * _LEAST_BYTES_PER_S:  # with those that are under way
        raise TeamStoreUnavailable("it is slower than reading the files", "they are read here instead")


def _is_there(path: Path, size: int) -> bool:
    """Whether a part was fetched before, and is unchanged: after a power cut it may not be."""
    try:
        return path.stat().st_size == size and part_hash(path.read_bytes()) == path.name
    except OSError:
        return False


def _write(path: Path, data: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{threading.get_ident()}")
    temporary.write_bytes(data)
    os.replace(temporary, path)


def _put_together(file: BaselineFile, parts: Path, folder: Path) -> None:
    """Make a file of its parts, with its time, which tells one version of a table from another."""
    path = folder / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        target.write(base64.b64decode(file.data))
        for part in file.parts:
            target.write((parts / part).read_bytes())
    os.utime(path, ns=(file.mtime_ns, file.mtime_ns))
