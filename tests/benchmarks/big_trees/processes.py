"""What a process and all that it started cost: CPU seconds, and memory as PSS. Linux only."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

MIB = 1 << 20
SHARE_OF_SAMPLING = 0.05  # of one core, since adding up the pages of a large process takes the kernel a while


def ticks_in_stat(text: str) -> int:
    """Return the clock ticks that /proc/PID/stat tells of a process and of its children that have ended."""
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[11:15]))


def kib_in_rollup(text: str) -> tuple[int, int]:
    """Return the PSS of a process and its anonymous part from its smaps_rollup, in KiB."""
    pairs = (line.split(":") for line in text.splitlines() if line.startswith("Pss"))
    sizes = {name: int(size.split()[0]) for name, size in pairs}
    return sizes["Pss"], sizes["Pss_Anon"]


def tree_of(pid: int) -> list[int]:
    """Return a process and all below it; none once it has ended."""
    try:
        return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
    except psutil.NoSuchProcess:
        return []


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and all below it, with those that have ended and were waited for."""
    return sum(ticks_in_stat(text) for text in _texts(tree_of(pid), "stat")) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> tuple[float, float]:
    """Return the PSS of a process and all below it and its anonymous part, in MiB."""
    sizes = [kib_in_rollup(text) for text in _texts(tree_of(pid), "smaps_rollup") if text]
    return sum(pss for pss, _ in sizes) / 1024, sum(anonymous for _, anonymous in sizes) / 1024


def _texts(pids: Sequence[int], name: str) -> list[str]:
    """Read a file of each process that is still there; a zombie has no memory."""
    texts = []
    for pid in pids:
        try:
            texts.append(Path(f"/proc/{pid}/{name}").read_text())
        except OSError:
            continue
    return texts


def disk_mib(folder: Path) -> float:
    """Return what the files of a folder take on the disk."""
    sizes = {}
    for path in folder.rglob("*"):
        stat = path.lstat()
        sizes[stat.st_dev, stat.st_ino] = stat.st_blocks * 512
    return sum(sizes.values()) / MIB


class Peak(threading.Thread):
    """Samples the memory of a process and all below it; `mib` and `anonymous_mib` are the largest sums seen."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.mib = self.anonymous_mib = 0.0
        self._pid = pid
        self._ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._ended.is_set():
            began = time.thread_time()
            mib, anonymous_mib = memory(self._pid)
            self.mib, self.anonymous_mib = max(self.mib, mib), max(self.anonymous_mib, anonymous_mib)
            self._ended.wait(max(0.02, (time.thread_time() - began) / SHARE_OF_SAMPLING))

    def stop(self) -> None:
        self._ended.set()
        self.join()


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command cost from its start to its end."""

    cpu_s: float
    wall_s: float
    peak_mib: float
    output: bytes


def run(command: Sequence[str], folder: Path, may_find_nothing: bool = False, watch: bool = True) -> Ran:
    """Run a command to its end, which must be a good one, and read what it writes.

    A search that finds nothing ends with the code 1. Without `watch` the memory is not sampled.
    """
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    peak = Peak(process.pid) if watch else None
    assert process.stdout is not None
    assert process.stderr is not None
    complaints: list[bytes] = []
    listener = threading.Thread(target=lambda: complaints.append(process.stderr.read()), daemon=True)
    listener.start()
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    listener.join()
    if peak:
        peak.stop()
    if process.returncode not in ((0, 1) if may_find_nothing else (0,)):
        raise RuntimeError(f"{' '.join(command)}: {b''.join(complaints).decode('utf-8', 'replace')[-2000:]}")
    return Ran(used.ru_utime + used.ru_stime, wall, peak.mib if peak else 0.0, output)
