"""An index with one damaged byte answers as one built anew, or says what is wrong; the process lives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import fuzz_index
from fuzz_index import Flip


def bad(folder: Path, flips: int, seed: int) -> list[tuple[Flip, str]]:
    verdicts = fuzz_index.run(folder.resolve(), lambda good: fuzz_index.choose(good, flips, seed))
    assert len(verdicts) == flips
    return [one for one in verdicts if fuzz_index.is_bad(*one)]


def ends_of_row_indexes(good: Path) -> list[Flip]:
    """Return a flip in what says where the parts of each such file lie."""
    files = fuzz_index.targets(good)
    return [
        (name, size - 90, 255) for name, size in files if "_indices/" in name and name.endswith("page_lookup.lance")
    ]


def test_a_damaged_row_index_is_made_again_when_a_question_meets_it(tmp_path: Path) -> None:
    verdicts = fuzz_index.run(tmp_path.resolve(), ends_of_row_indexes)
    assert {verdict for _, verdict in verdicts} <= {"right", "right at a later question"}, verdicts
    assert any(verdict == "right at a later question" for _, verdict in verdicts)


@pytest.mark.slow
def test_an_index_with_any_of_hundreds_of_flipped_bytes_is_no_wrong_index(tmp_path: Path) -> None:
    assert bad(tmp_path, 300, seed=2) == []
