"""Words related in meaning, and words that are English, are told by their stems."""

from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.embed import builtin_embedder
from lsp_codebase.parse import stem
from lsp_codebase.search.query.related_words import is_english, related_stems
from lsp_codebase.search.query.tables import table

THESAURUS = Path(__file__).parents[3] / "training" / "thesaurus.tsv"


@pytest.mark.parametrize(("word", "other"), [("deadline", "timeout"), ("picture", "image"), ("auth", "credential")])
def test_words_are_related_to_those_of_like_meaning(word, other):
    assert stem(other) in related_stems(stem(word))


def test_a_word_of_no_dictionary_is_related_to_nothing():
    assert related_stems("frobnicat") == []


def test_no_word_is_related_to_itself():
    rows = (line.partition("\t") for line in table("related.tsv"))
    assert not [word for word, _, others in rows if word in others.split()]


def test_words_written_by_hand_come_first():
    rows = [line.split("\t") for line in THESAURUS.read_text("utf-8").splitlines() if not line.startswith("#")]
    by_stem: dict[str, list[str]] = {}  # several words may have one
    for word, others in rows:
        by_stem.setdefault(stem(word), []).extend(map(stem, others.split()))
    for word, others in by_stem.items():
        written = [other for other in dict.fromkeys(others) if other != word]
        assert related_stems(word)[: len(written)] == written, word


def test_the_nearest_words_by_the_built_in_model_follow():
    embedder = builtin_embedder()
    written = {stem(line.partition("\t")[0]) for line in THESAURUS.read_text("utf-8").splitlines()}
    rows = (line.split("\t") for line in table("related.tsv"))
    pairs = [(word, others.split()[0]) for word, others in rows if word not in written]
    known = [(one, other) for one, other in pairs if embedder.knows(one) and embedder.knows(other)]
    one, other = (embedder.embed_documents([*side]) for side in zip(*known, strict=True))
    assert np.median((one * other).sum(axis=1)) > 0.35


@pytest.mark.parametrize("word", ["forged", "compete", "starving", "quieter"])
def test_english_words_that_code_seldom_holds_are_known_as_such(word):
    assert is_english(stem(word))


@pytest.mark.parametrize("word", ["conection", "frobnicate", "kubectl"])
def test_misspelled_words_and_names_are_no_english(word):
    assert not is_english(stem(word))
