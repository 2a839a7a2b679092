"""Words related in meaning, and words that are English, are told by their stems."""

import numpy as np
import pytest

from lsp_codebase.embed import builtin_embedder
from lsp_codebase.parse import stem
from lsp_codebase.search.query.related_words import is_english, related_stems
from lsp_codebase.search.query.vocabulary import table


@pytest.mark.parametrize(("word", "other"), [("deadline", "timeout"), ("colour", "rgb"), ("auth", "credential")])
def test_words_are_related_to_those_of_like_meaning(word, other):
    assert stem(other) in related_stems(stem(word))


def test_a_word_of_no_dictionary_is_related_to_nothing():
    assert related_stems("frobnicat") == []


def test_no_word_is_related_to_itself():
    rows = (line.partition("\t") for line in table("related.tsv"))
    assert not [word for word, _, others in rows if word in others.split()]


def test_the_built_in_model_finds_related_words_alike():
    embedder = builtin_embedder()
    pairs = [(word, others.split()[0]) for word, _, others in (line.partition("\t") for line in table("related.tsv"))]
    known = [(one, other) for one, other in pairs if embedder.knows(one) and embedder.knows(other)]
    one, other = (embedder.embed_documents([*side]) for side in zip(*known, strict=True))
    assert np.median((one * other).sum(axis=1)) > 0.35


@pytest.mark.parametrize("word", ["forged", "compete", "starving", "quieter"])
def test_english_words_that_code_seldom_holds_are_known_as_such(word):
    assert is_english(stem(word))


@pytest.mark.parametrize("word", ["conection", "frobnicate", "kubectl"])
def test_misspelled_words_and_names_are_no_english(word):
    assert not is_english(stem(word))
