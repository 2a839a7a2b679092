import platform
from pathlib import Path

import pytest

from lsp_codebase.index.memory import give_back


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the C library of GNU can be asked")
def test_memory_that_was_freed_between_what_is_kept_goes_back_to_the_system():
    texts = [bytes([number % 251]) * 1_000 for number in range(100_000)]
    kept = texts[::100]
    before = resident_mb()
    del texts
    give_back()
    assert resident_mb() < before - 50
    assert len(kept) == 1_000


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch):
    def no_library(_: object) -> object:
        raise OSError("no such library")

    monkeypatch.setattr("ctypes.CDLL", no_library)
    give_back()
