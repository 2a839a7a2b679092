import platform
import subprocess
import sys
from pathlib import Path

import pytest

from lsp_codebase.store import give_back
from lsp_codebase.store.memory import keep_heaps_small

asks_glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the C library of GNU can be asked")
HEAPS_OF_THREADS = """
import ctypes, sys, threading
from pathlib import Path
from lsp_codebase.store.tables import Database

database = Database(Path(sys.argv[1]))
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
begun = threading.Barrier(16)

def allocate():
    begun.wait()
    libc.malloc(100_000)
    begun.wait()

threads = [threading.Thread(target=allocate) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
report = Path(sys.argv[1]) / "heaps.xml"
file = libc.fopen(str(report).encode(), b"w")
libc.malloc_info(0, file)
libc.fclose(file)
print(report.read_text().count("<heap nr="))
"""
LARGE_PIECES = """
import ctypes, re, sys
from pathlib import Path
from lsp_codebase.store.tables import Database

database = Database(Path(sys.argv[1]))
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
libc.free.argtypes = libc.fclose.argtypes = [ctypes.c_void_p]
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]

def mapped():
    report = Path(sys.argv[1]) / "heaps.xml"
    file = libc.fopen(str(report).encode(), b"w")
    libc.malloc_info(0, file)
    libc.fclose(file)
    return int(re.findall('<total type="mmap" count="([0-9]+)"', report.read_text())[-1])

before = mapped()
libc.free(libc.malloc(8_000_000))  # left alone, the library takes the next one from a heap
libc.malloc(6_000_000)
print(mapped() - before)
"""

POOL_OF_A_WORKER = """
import sys
import pyarrow
from lsp_codebase.index.workers.worker import main

main()  # its input is at its end
print(pyarrow.default_memory_pool().backend_name, file=sys.stderr)
"""
POOL_BESIDE_TABLES = """
import sys
from pathlib import Path
import pyarrow
from lsp_codebase.store.tables import Database

Database(Path(sys.argv[1]))
print(pyarrow.default_memory_pool().backend_name)
"""


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


@asks_glibc
def test_memory_that_was_freed_between_what_is_kept_goes_back_to_the_system():
    texts = [bytes([number % 251]) * 1_000 for number in range(100_000)]
    kept = texts[::100]
    before = resident_mb()
    del texts
    give_back()
    assert resident_mb() < before - 50
    assert len(kept) == 1_000


@asks_glibc
def test_the_threads_of_an_index_share_two_heaps(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", HEAPS_OF_THREADS, tmp_path], capture_output=True, text=True, check=True
    )
    assert 1 <= int(done.stdout) <= 2


@asks_glibc
def test_large_pieces_of_memory_are_in_no_heap(tmp_path: Path):
    done = subprocess.run([sys.executable, "-c", LARGE_PIECES, tmp_path], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 1


def test_in_a_worker_arrow_keeps_no_memory_of_its_own():
    command = [sys.executable, "-c", POOL_OF_A_WORKER]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    assert done.stderr == "system\n"


def test_beside_tables_arrow_keeps_no_memory_of_its_own(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", POOL_BESIDE_TABLES, tmp_path], capture_output=True, text=True, check=True
    )
    assert done.stdout == "system\n"


def test_where_the_c_library_cannot_be_asked_nothing_happens(monkeypatch):
    def no_library(_: object) -> object:
        raise OSError("no such library")

    monkeypatch.setattr("ctypes.CDLL", no_library)
    give_back()
    keep_heaps_small()
