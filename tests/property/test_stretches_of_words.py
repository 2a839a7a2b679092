"""Few of a segment's words are looked through for a piece, and no word that holds it is passed over."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.words import Edge, Literal, token_hash
from lsp_codebase.indexes.words import spellings as spellings_of_words
from lsp_codebase.indexes.words.spellings import signs_of, tokens_holding


@pytest.fixture(scope="module", autouse=True)
def few_words_are_signed():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spellings_of_words, "_FEW", 0)
        yield


spelled = st.text("abx_1$", min_size=1, max_size=12) | st.text("abx_1$", min_size=500, max_size=3_000)


def words_of(words):
    return np.frombuffer("".join(f"{word}\n" for word in words).encode(), np.uint8)


@given(st.lists(spelled, max_size=300), st.text("abx_1$", min_size=3, max_size=5), st.data())
def test_the_words_that_hold_a_piece_are_those_of_a_look_through_all(words, text, data):
    piece = Literal(text, data.draw(st.sampled_from(Edge)), data.draw(st.sampled_from(Edge)))
    spellings = words_of(words)
    signs = signs_of(spellings)
    for is_cased in (False, True):
        told = tokens_holding(spellings, signs, piece, is_cased=is_cased)
        assert told == tokens_holding(spellings, np.full_like(signs, 255), piece, is_cased=is_cased)


def test_words_are_found_wherever_stretches_begin_and_end():
    words = [f"{'x' * (number % 13)}name{number}" for number in range(2_000)]
    spellings = words_of(words)
    signs = signs_of(spellings)
    for word in words:
        assert token_hash(f"={word}") in tokens_holding(spellings, signs, Literal(word), is_cased=False)


def test_stretches_whose_signs_lack_a_piece_are_not_looked_through():
    spellings = words_of(f"{number}words" for number in range(10_000))
    signs = signs_of(spellings)
    changed = words_of(f"{number}wormy" for number in range(10_000))
    piece = Literal("wormy")
    assert tokens_holding(changed, np.full_like(signs, 255), piece, is_cased=False)
    assert not tokens_holding(changed, signs, piece, is_cased=False)


def test_few_words_are_looked_through_without_signs(monkeypatch):
    spellings = words_of(["one", "other"])
    monkeypatch.setattr(spellings_of_words, "_FEW", len(spellings))
    signs = signs_of(spellings)
    assert not signs.size
    assert token_hash("=other") in tokens_holding(spellings, signs, Literal("the"), is_cased=False)
