"""Turned masks: the bits of names, a row for each bit of a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lsp_codebase.indexes.names.held_bits import turned


@pytest.mark.parametrize("count", [0, 1, 63, 65, 999, 1_000, 32_769, 33_800])
@pytest.mark.parametrize("kind", [np.uint16, np.uint64])
def test_each_name_has_its_bit_in_the_row_of_each_bit_of_its_mask(
    count: int, kind: type[np.unsignedinteger[Any]]
) -> None:
    masks = np.random.default_rng(count).integers(0, np.iinfo(kind).max, count, dtype=kind)
    rows = np.unpackbits(turned(masks).view(np.uint8), axis=1, bitorder="little")
    bits = np.array([(masks >> kind(bit)) & kind(1) for bit in range(masks.itemsize * 8)])
    assert rows.shape == (len(bits), -(-count // 64) * 64)
    assert (rows[:, :count] == bits).all()
    assert not rows[:, count:].any()
