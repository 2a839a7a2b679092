"""Indexes with a disk on which one call after the other fails. Run as a program, with `write_faults.c` loaded.

    python write_faults.py FOLDER SCENARIO FIRST STEP SECONDS

First everything is done without a fault, which counts the calls that write; then again and again, with a fault at call
FIRST, FIRST + STEP, ... until all were tried or the time is up. Prints one JSON object a line: the calls counted, then
for each try which call failed and what was wrong afterwards ("" if nothing).
"""

from __future__ import annotations

import ctypes
import errno
import json
import mmap
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from codebases import names, write
from index_states import rebuilt, state

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool, indexer, maintenance
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.model import CancelToken, CheckState, IndexStatus, Phase

SOURCE = Path(__file__).with_suffix(".c")
SCENARIOS = ("first index", "saves")
_EVER = 1 << 62
_LONGEST_S = 240.0
_TORN_INDEX = "index repaired: row index built again"  # what a full disk left half done; no row is lost by it
LEAST_FAILED = 11  # calls, however long that takes
_PAUSE_S = 0.05  # between tries to open an index that fails
_BODY = "def function_{0}(value):\n    '''Number {0} of many.'''\n    return value\n\n\n" + "x = [1, 2, 3]\n" * 20


def build(folder: Path) -> Path | None:
    """Compile the library; None where that is not possible."""
    library = folder / "write_faults.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    is_possible = sys.platform == "linux" and shutil.which("cc")
    return library if is_possible and subprocess.run(command, capture_output=True).returncode == 0 else None


def run(folder: Path, library: Path, scenario: str, first: int, step: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the program prints."""
    folder = folder.resolve()
    (folder / "control").write_bytes(bytes(ctypes.sizeof(_Control)))
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "LD_PRELOAD": str(library),
        "WRITE_FAULTS_BELOW": str(folder / "caches") + "/",
        "WRITE_FAULTS_CONTROL": str(folder / "control"),
        "WRITE_FAULTS_TRACE": str(folder / "trace"),
    }
    command = [sys.executable, __file__, str(folder), scenario, str(first), str(step), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    assert process.returncode == 0


class _Control(ctypes.Structure):
    _fields_ = [(name, ctypes.c_long) for name in ("count", "first", "end", "number")]


class Disk:
    """The folder whose calls fail, as the library is told."""

    def __init__(self, folder: Path) -> None:
        self.trace = folder / "trace"
        with open(folder / "control", "r+b") as file:
            self._control = _Control.from_buffer(mmap.mmap(file.fileno(), 0))

    def fail(self, call: int, number: int, *, until_mended: bool) -> None:
        """Count from 1 again, and let one call fail, or all from there on. With call 0 none does."""
        self.trace.write_bytes(b"")
        control = self._control
        control.first, control.number = call or _EVER, number
        control.end = _EVER if until_mended else call + 1
        control.count = 0

    def mend(self) -> int:
        """Let no call fail any more; return how many there were."""
        self._control.first = _EVER
        return int(self._control.count)

    def failed(self) -> str:
        """Return the first call that failed."""
        lines = self.trace.read_text(errors="replace").splitlines()
        return next((line[1:] for line in lines if line.startswith("!")), "")


class Messages(SilentListener):
    """What the status said of the index."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def on_status(self, status: IndexStatus) -> None:
        if status.message and status.message not in self.said:
            self.said.append(status.message)


class Trial:
    """A scenario, done again and again with other faults. Every time in a new cache with the same files."""

    def __init__(self, folder: Path, scenario: str) -> None:
        self.folder, self.scenario = folder, scenario
        self.disk, self.pool = Disk(folder), WorkerPool(1)
        self.root = folder / "root"
        write(folder / "files", {f"pkg/module_{i}.py": _BODY.format(i) for i in range(8)})
        self.begin("truth")
        if scenario == "saves":
            self.change(None)
        fresh = rebuilt(self.root, self.settings("truth"), self.pool)
        self.expected = state(fresh)
        fresh.close()
        self.begin("base")
        rebuilt(self.root, self.settings("base"), self.pool).close()

    def settings(self, cache: str) -> Settings:
        """Return the settings with a cache of that name."""
        location = str(self.folder / "caches" / cache)
        return Settings(index_location=location, embedding_model="hash", index_debounce_ms=0)

    def begin(self, cache: str) -> None:
        """Put the files as they were in the beginning."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.folder / "files", self.root)
        if self.scenario == "saves" and cache not in ("base", "truth"):
            shutil.copytree(self.folder / "caches/base", self.folder / "caches" / cache)

    def change(self, codebase: Codebase | None) -> None:
        """Save, add, delete and rename files, and have the index follow."""
        for number in range(3):
            path = self.root / f"pkg/module_{number}.py"
            path.write_text(_BODY.format(f"saved_{number}"))
            self.tell(codebase, [path])
        write(self.root, {"pkg/added.py": _BODY.format("added")})
        (self.root / "pkg/module_3.py").unlink()
        (self.root / "pkg/module_4.py").rename(self.root / "pkg/renamed.py")
        changed = ("added", "module_3", "module_4", "renamed")
        self.tell(codebase, [self.root / f"pkg/{name}.py" for name in changed])

    def tell(self, codebase: Codebase | None, paths: list[Path]) -> None:
        """Mark files and wait until that is dealt with, or has failed."""
        if codebase is not None:
            before = codebase.status().generation
            codebase.mark_changed(paths)
            wait(lambda: codebase.status().generation > before or codebase.status().phase is Phase.FAILED, 2.0)

    def attempt(self, call: int, number: int, *, until_mended: bool) -> tuple[int, str]:
        """Do it all with a fault; return how many calls there were, and what was wrong."""
        cache = f"{call}-{number}"
        self.begin(cache)
        self.disk.fail(call, number, until_mended=until_mended)
        messages = Messages()
        codebase = Codebase(self.root, self.settings(cache), self.pool, messages)
        try:
            codebase.start()
            wait(lambda: codebase.status().phase in (Phase.READY, Phase.FAILED), _LONGEST_S)
            if self.scenario == "saves":
                self.change(codebase)
                answered = names(codebase, "function_7")
                if codebase._indexer.store is not None and answered[:1] != ["function_7"]:
                    return 0, f"a file that did not change is not found: {answered}"
            wait(lambda: is_tidy(codebase), 2.0)
            if until_mended:
                self.disk.mend()
            if not self.settles(codebase):
                return 0, f"does not recover: {codebase.status()}"
            codebase.close()
            calls = self.disk.mend()
            if lost := [message for message in messages.said if "rebuilt" in message or "lost" in message]:
                return calls, f"committed files had to be read again: {lost}"
            return calls, self.examine(Codebase(self.root, self.settings(cache), self.pool, SilentListener()))
        finally:
            self.disk.mend()
            codebase.close()
            shutil.rmtree(self.folder / "caches" / cache, ignore_errors=True)

    def examine(self, codebase: Codebase) -> str:
        """Start again on a sound disk; return what is wrong."""
        try:
            codebase.start()
            wait(lambda: codebase.status().phase in (Phase.READY, Phase.FAILED), _LONGEST_S)
            status = codebase.status()
            if status.phase is Phase.FAILED or status.message not in (None, _TORN_INDEX):
                return f"the next start: {status.phase.value}, {status.message}"
            if codebase.work.parsed or codebase.work.known:  # reading is no loss: see scan.FileStat.is_racy
                return f"the next start has to index files again: {codebase.work}"
            if not self.settles(codebase):
                return f"the next start differs from a fresh index: {self.differing(codebase)}"
            damaged = [check for check in codebase.doctor(CancelToken()) if check.state is CheckState.DAMAGED]
            return f"doctor: {damaged}" if damaged else ""
        finally:
            codebase.close()

    def settles(self, codebase: Codebase) -> bool:
        """Wait until the index says what one built anew would say."""

        def is_settled() -> bool:
            status = codebase.status()
            return status.phase is Phase.READY and not status.stale and not self.differing(codebase)

        return wait(is_settled, _LONGEST_S)

    def differing(self, codebase: Codebase) -> list[str]:
        """Return what the index says that one built anew would not."""
        with suppress(AssertionError, RuntimeError):  # not open, or a commit while it was looked at
            found = state(codebase)
            return [part for part in self.expected if found[part] != self.expected[part]]
        return ["everything"]


def is_tidy(codebase: Codebase) -> bool:
    """Whether everything that was done is also tidied."""
    writing = codebase._indexer._writer
    return writing is not None and not writing._maintenance.is_untidy


def wait(condition: Any, seconds: float) -> bool:
    """Wait until it is true; return whether it is."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def main() -> None:
    """Try one call after the other."""
    folder, scenario = Path(sys.argv[1]), sys.argv[2]
    first, step, seconds = int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
    pause = DirtySet.pause
    DirtySet.pause = lambda self, _: pause(self, _PAUSE_S)  # type: ignore[method-assign]
    indexer._PRESENCE_S = maintenance._IDLE_S = 0.05
    trial = Trial(folder, scenario)
    calls, wrong = trial.attempt(0, 0, until_mended=False)
    calls, wrong = trial.attempt(0, 0, until_mended=False)  # everything is loaded now
    print(json.dumps({"calls": calls, "call": 0, "failed": "", "wrong": wrong}), flush=True)
    end, failed = time.monotonic() + seconds, 0
    for call in range(first, calls + 1, step):
        for number, until_mended in ((errno.EIO, False), (errno.ENOSPC, True)):
            if time.monotonic() > end and failed >= LEAST_FAILED:
                break
            begin = time.monotonic()
            _, wrong = trial.attempt(call, number, until_mended=until_mended)
            record = {"calls": calls, "call": call, "errno": errno.errorcode[number], "failed": trial.disk.failed()}
            failed += bool(record["failed"])
            print(json.dumps({**record, "seconds": time.monotonic() - begin, "wrong": wrong}), flush=True)
    trial.pool.close()


if __name__ == "__main__":
    main()
