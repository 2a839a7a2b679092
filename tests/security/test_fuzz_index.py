"""An index with one damaged byte answers as one built anew, or says what is wrong; the process lives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import fuzz_index


def bad(folder: Path, flips: int, seed: int) -> list[tuple[fuzz_index.Flip, str]]:
    return [(flip, verdict) for flip, verdict in fuzz_index.run(folder, flips, seed) if verdict.startswith(fuzz_index.BAD)]


def test_an_index_with_a_flipped_byte_is_no_wrong_index(tmp_path: Path) -> None:
    assert bad(tmp_path, 4, seed=1) == []


@pytest.mark.slow
def test_an_index_with_any_of_hundreds_of_flipped_bytes_is_no_wrong_index(tmp_path: Path) -> None:
    assert bad(tmp_path, 300, seed=2) == []
