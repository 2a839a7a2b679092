"""What questions looked at is given back to the system, and is there again when it is looked at again."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.index import gate as gates
from lsp_codebase.index.gate import Gate
from lsp_codebase.indexes import mapped
from lsp_codebase.model import CancelToken


def resident_kb(path: Path) -> int:
    """Return how much of a mapped file this process holds."""
    lines = iter(Path("/proc/self/smaps").read_text().splitlines())
    total = 0
    for line in lines:
        if line.endswith(str(path)):
            total += next(int(row.split()[1]) for row in lines if row.startswith("Rss:"))
    return total


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells what of a file is held")
def test_the_pages_of_mapped_files_are_let_go_of_and_come_back(tmp_path):
    numbers = np.arange(500_000)
    path = mapped.put(tmp_path, ".arrow", {"numbers": numbers})
    array = mapped.map_arrays(path)["numbers"]
    assert array.sum() == numbers.sum()
    assert resident_kb(path) > 3_000
    mapped.let_go_of_pages()
    assert resident_kb(path) < 300
    assert np.array_equal(array, numbers)


def asked(gate: Gate) -> None:
    with gate.question(time.monotonic(), CancelToken()):
        pass


def test_it_is_time_to_give_back_once_after_questions_have_ended(monkeypatch):
    monkeypatch.setattr(gates, "_REST_S", 0.0)
    gate = Gate()
    assert not gate.take_rest()
    asked(gate)
    time.sleep(0.01)
    assert gate.take_rest()
    assert not gate.take_rest()


def test_who_never_stops_asking_does_not_put_it_off_for_ever(monkeypatch):
    gate = Gate()
    gate._rested = time.monotonic() - 1
    asked(gate)
    assert not gate.take_rest()
    monkeypatch.setattr(gates, "_LONGEST_S", 0.5)
    assert gate.take_rest()
