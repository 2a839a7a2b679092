"""Trees as arrays say of a row what they were trained to say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.search.ranking.trees import Trees


@pytest.fixture
def trees(tmp_path: Path) -> Trees:
    """One tree of two nodes, and one that is a single leaf."""
    np.savez(
        tmp_path / "trees.npz",
        feature=np.array([[0, 2], [0, 0]], np.uint8),
        threshold=np.array([[0.5, 3.0], [0.0, 0.0]], np.float32),
        left=np.array([[1, -1], [-1, -1]], np.int8),
        right=np.array([[-3, -2], [-1, -1]], np.int8),
        leaves=np.array([[1.0, 2.0, 4.0], [10.0, 0.0, 0.0]], np.float32),
    )
    return Trees(tmp_path / "trees.npz")


@pytest.mark.parametrize(
    ("row", "value"), [((0.5, 0, 3.0), 11.0), ((0.5, 9, 3.1), 12.0), ((0.6, 0, 0.0), 14.0), ((0.6, 0, 9.0), 14.0)]
)
def test_a_row_goes_left_where_its_number_is_at_most_the_threshold(trees: Trees, row: tuple[float, ...], value: float):
    assert trees.values(np.array([row], np.float64)).tolist() == [value]


def test_rows_are_told_apart_and_none_is_no_row(trees: Trees) -> None:
    assert trees.values(np.array([[0.0, 0, 0], [1.0, 0, 0]], np.float64)).tolist() == [11.0, 14.0]
    assert trees.values(np.empty((0, 3))).tolist() == []
