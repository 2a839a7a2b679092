"""A pattern lies in each of many names as it would in that name alone, looked at letter by letter."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.indexes.names.letters import Folded, encode, fold
from lsp_codebase.indexes.names.name_array import Names
from lsp_codebase.symbols.align import NEVER, Places

NAMES = st.lists(st.text("abAB_", min_size=1, max_size=10).filter(str.isidentifier), min_size=1, unique=True).map(
    lambda texts: [text for text in texts if fold(text).letters] or ["a"]
)


def fewest_missed(name: Folded, typed: str, humps: frozenset[int]) -> int:
    """Return how many words are skipped or left over, at the least, where `typed` is beginnings of words."""
    word = [sum(start <= at for start in name.starts) - 1 for at in range(len(name.letters))]

    @cache
    def cost(at: int, begin: int, last: int) -> int:
        """The cost of the letters from `at` on, the one before at the place `last`, none of them before `begin`."""
        if at == len(typed):
            return word[-1] - word[last]
        costs = [NEVER]
        for place in range(begin, len(name.letters)):
            is_start = place in name.starts
            follows = is_start or (at > 0 and place == last + 1 and at not in humps)
            if name.letters[place] == typed[at] and follows:
                skipped = word[place] - word[last] - 1 if is_start else 0
                costs.append((word[place] if at == 0 else skipped) + cost(at + 1, place + 1, place))
        return min(costs)

    return min(cost(0, 0, 0), NEVER)


@given(NAMES, st.text("ab", min_size=1, max_size=5), st.sets(st.integers(1, 4)))
@example(["ba_b_ab"], "ab", set())
def test_beginnings_of_words_miss_as_few_of_them_as_can_be(known, typed, humps):
    names, numbers = Names.build(pa.array(known))
    folded = [fold(known[at]) for at in np.argsort(numbers)]
    places = Places(names, np.arange(len(known), dtype=np.int32), encode(typed))
    expected = [fewest_missed(name, typed, frozenset(humps)) for name in folded]
    reached = np.flatnonzero(places.reach(encode(typed), frozenset(humps)))
    assert reached.tolist() == [at for at, cost in enumerate(expected) if cost < NEVER]
    if len(reached):
        cost = places.hump_cost(reached, encode(typed), frozenset(humps))
        assert cost.tolist() == [expected[at] for at in reached]


@given(NAMES, st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=3))
def test_several_words_are_found_where_words_start_each_behind_the_one_before(known, words):
    names, numbers = Names.build(pa.array(known))
    found, in_order = Places(names, np.arange(len(known), dtype=np.int32), encode("ab")).words_found(
        [encode(word) for word in words]
    )
    for name, is_found, is_in_order in zip(
        (fold(known[at]) for at in np.argsort(numbers)), found, in_order, strict=True
    ):
        assert is_found == all(any(name.letters.startswith(word, at) for at in name.starts) for word in words)
        behind: int | None = 0
        for word in words:
            at = next(
                (at for at in name.starts if behind is not None and at >= behind and name.letters.startswith(word, at)),
                None,
            )
            behind = None if at is None else at + len(word)
        assert is_in_order == (behind is not None)
