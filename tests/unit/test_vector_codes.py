"""Vectors are kept in bytes: nearly what they were, and no less the second time."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.store import VectorCodes


@given(st.integers(0, 40), st.integers(1, 70), st.floats(1e-6, 1e6))
def test_a_coordinate_is_off_by_half_a_step_at_most_and_what_is_kept_again_is_the_same(rows, dimension, size):
    vectors = np.random.default_rng(rows).normal(scale=size, size=(rows, dimension)).astype(np.float32)
    kept = VectorCodes.of(vectors)
    step = np.abs(vectors).max(axis=1, initial=0)[:, None] / 127
    assert (np.abs(kept.vectors - vectors) <= 0.501 * step).all()
    again = VectorCodes.of(kept.vectors)
    assert again.codes.tolist() == kept.codes.tolist()
    assert again.largest.tolist() == kept.largest.tolist()


def test_a_vector_of_zeros_stays_one():
    assert VectorCodes.of(np.zeros((1, 3), np.float16)).vectors.tolist() == [[0, 0, 0]]
