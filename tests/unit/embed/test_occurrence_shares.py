"""What an occurrence counts, against the rule written out token by token."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.embed.static import MARK_TOKEN, occurrence_shares

DECAY = np.array([1.0, 0.5, 0.25], dtype=np.float32)


def share_by_share(text: list[int]) -> list[float]:
    since, shares = 0, []
    for token in text:
        shares.append(0.0 if token == MARK_TOKEN else float(DECAY[min(since, 2)]) if MARK_TOKEN in text else 1.0)
        since = 0 if token == MARK_TOKEN else since + 1
    return shares


@given(st.lists(st.lists(st.sampled_from([MARK_TOKEN, 5, 6]), max_size=9), max_size=5))
@example([[], [5, 6], [5, MARK_TOKEN, 6, 6, 5, 5], []])
def test_a_share_falls_with_the_distance_from_the_start_of_the_block(texts: list[list[int]]) -> None:
    tokens = np.array([token for text in texts for token in text], dtype=np.int64)
    found = occurrence_shares(tokens, np.array([len(text) for text in texts], dtype=np.int64), DECAY)
    assert found.tolist() == [share for text in texts for share in share_by_share(text)]
