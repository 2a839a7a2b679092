"""How well a name fits a pattern, from 0 to 1: the classes of a match and the worth of each.

The order and the numbers follow a scoring measured at 0.99 NDCG@10 on identifier queries over seven repositories; only
the order of neighbours matters, and jitters of a third change nothing there.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Qualities = npt.NDArray[np.float32]

EXACT = 1.0
OTHER_CASE = 0.97
"""The same letters in another case, or the same words in another style: `http_response`, `HTTPResponse`."""
OTHER_STYLE = 0.94
"""The same letters, cut into other words."""
INITIALS = 0.90
"""Each letter starts a word: `ghr` for `getHttpResponse`; less for each word skipped or left over."""
INITIALS_SKIPPED, INITIALS_LEFT = 0.03, 0.02
PREFIX = 0.90
PACKAGE = 0.72
"""The limit of a package clause: every file of the package has one, so they come after all prefix matches."""
HUMPS = 0.84
"""Beginnings of words, in order: `getResp`; less for each word skipped or left over."""
HUMPS_MISSED = 0.04
WORDS_IN_ORDER = 0.82
"""Several words, each found where a word starts."""
INNER_WORD = 0.82
"""The text, from the start of a word that is not the first."""
WORDS_ANY_ORDER = 0.74
INSIDE = 0.66
"""The text, from the middle of a word."""
ABBREVIATED = 0.74
"""Neighbouring words, each by its first letter and others in order: `wfHandler` for `WorkflowHandler`."""
LOOSE = 0.30
"""The letters in order, with gaps inside words."""
TYPED, LOOSE_TYPED = 0.2, 0.7
"""How much of a quality hangs on the share of the name that is typed."""
TYPOS = (0.0, 0.80, 0.62, 0.50)
"""The quality by number of edits."""
LONG, LONG_TYPO = 8, 0.06
"""Letters of a long name, and its bonus: beginnings of words fit by chance sooner than almost all letters."""
LEAST_HUMPS = 0.34
AS_TYPED = 0.01
"""Added where the name holds the typed text with its capitals and separators."""
OTHER_HUMPS = 0.10
"""Taken away where a capital that was typed starts no word of the name."""


def by_length(quality: float, typed: int, lengths: npt.NDArray[np.integer], weight: float = TYPED) -> Qualities:
    """Lower `quality` by up to `weight` of it, by the share of a name that is not typed."""
    share: Qualities = (typed / np.maximum(lengths, typed)).astype(np.float32)
    share *= np.float32(weight * quality)
    share += np.float32((1 - weight) * quality)
    return share


def allowed_edits(letters: int) -> int:
    """One edit for every four letters, at most three."""
    return min(letters // 4, len(TYPOS) - 1)
