"""Names in whatever parts settle in fewer ones, as far as these fit together, and none is lost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.indexes.names import snapshot
from lsp_codebase.indexes.names.snapshot import Snapshot


class Sized:
    """A part, as far as its size goes."""

    def __init__(self, size: int) -> None:
        self.living = size

    def __len__(self) -> int:
        return self.living


def merged(parts: Sequence[Sized]) -> Sized:
    return Sized(sum(map(len, parts)))


@given(st.lists(st.integers(1, snapshot._MOST_ROWS), max_size=60))
@example([600_000] * 8)
@example([5_000_000] * 8)  # no two of them fit together
@example([5_000_000] * 8 + [1])
def test_parts_settle_in_the_fewest_that_fit(sizes: list[int]) -> None:
    names = Snapshot(tuple(map(Sized, sizes)))  # type: ignore[arg-type]
    enough = sum(sizes) // snapshot._MOST_ROWS + 1 + snapshot._SPARE_PARTS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshot, "_merge", merged)
        while (fewer := names.settled_further()) is not names:
            assert len(fewer.parts) < len(names.parts)
            names = fewer
    left = sorted(map(len, names.parts), reverse=True)
    assert sum(left) == sum(sizes)
    assert len(left) <= enough or all(a + b > snapshot._MOST_ROWS for a, b in combinations(left, 2))
    for at, larger in enumerate(left):
        smaller = sum(left[at + 1 :])
        assert not smaller or larger > snapshot._MUCH_LARGER * smaller or larger + smaller > snapshot._MOST_ROWS
