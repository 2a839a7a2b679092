"""From what was measured of an answer to how sure it is, and which words of a query are measured."""

from dataclasses import replace

import pytest

from lsp_codebase.model import Confidence, IndexStatus, Mode, Phase
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.confidence import NO_EVIDENCE, Evidence, confidence_of, nearest_known

READY = IndexStatus("/root", Phase.READY)
WORDS = ("erase", "display")


@pytest.mark.parametrize(
    ("evidence", "confidence"),
    [
        (Evidence(as_written=True), Confidence.HIGH),
        (Evidence(named=0.92, letters=3), Confidence.HIGH),
        (Evidence(named=0.82, letters=9), Confidence.HIGH),
        (Evidence(known=1.0, covered=2 / 3), Confidence.HIGH),
        (Evidence(named=0.82, letters=3), Confidence.LOW),  # the humps of some name or other
        (Evidence(known=1.0, covered=0.6), Confidence.LOW),
        (Evidence(known=0.6, covered=0.2), Confidence.LOW),
        (Evidence(known=0.2, has_identifier=True), Confidence.LOW),
        (Evidence(nearest=0.45), Confidence.LOW),
        (Evidence(known=0.5, covered=0.5, nearest=0.3), Confidence.NONE),
        (NO_EVIDENCE, Confidence.NONE),
    ],
)
def test_an_answer_is_as_sure_as_its_best_witness(evidence, confidence):
    assert confidence_of(evidence, READY) is confidence


@pytest.mark.parametrize("stale", [False, True])
@pytest.mark.parametrize("phase", Phase)
def test_there_is_nothing_only_if_no_file_is_missing_from_the_index(phase, stale):
    is_complete = phase in (Phase.EMBEDDING, Phase.READY) and not stale
    wanted = Confidence.NONE if is_complete else Confidence.LOW
    assert confidence_of(NO_EVIDENCE, replace(READY, phase=phase, stale=stale, indexed=3)) is wanted


def test_similarity_means_something_only_if_the_model_knows_most_of_the_words():
    assert nearest_known({1: 0.3, 2: 0.7}, WORDS, lambda word: True) == 0.7
    assert nearest_known({1: 0.3, 2: 0.7}, WORDS, lambda word: word == "erase") == 0.0
    assert nearest_known(None, WORDS, lambda word: True) == 0.0
    assert nearest_known({1: 0.7}, (), lambda word: True) == 0.0


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("where is the session cookie set", {"session", "cookie", "set"}),
        ("getHttpClient", {"get", "http", "client"}),
        ("python3 utf8", {"python", "utf"}),
        ("9f8a7c6b5d4e3f21", {"f8a7c6b5d4e3f21"}),  # whose letters and figures stand anywhere
        ("what is this", {"what", "is", "this"}),
        ("用户密码是如何哈希的", {"user", "password", "hash"}),
        ("ユーザーの複数のスレッド", {"user", "several", "thread"}),
        ("红烧肉怎么做才好吃", {"红烧肉怎么做才好吃"}),  # one word of it is known
    ],
)
def test_the_words_that_tell_what_a_query_is_about_are_those_that_are_nowhere_by_chance(text, telling):
    assert set(understand(text, Mode.HYBRID).telling) == telling


def test_each_telling_word_is_looked_for_by_tokens_that_tell():
    found = understand("9f8a7c6b5d4e3f21 reads configFile", Mode.HYBRID)
    assert {term.token for term in found.terms if term.is_telling} == {"=f8a7c6b5d4e3f21", "read", "config", "fil"}
