"""Models that re-rank: what they keep, when they stop, how they are loaded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
import pytest
from numpy.typing import NDArray

from lsp_codebase.embed import Reranker, Rerankers, rerankers
from lsp_codebase.embed.hashed import HashEmbedder
from lsp_codebase.embed.rerankers import BiEncoder, CrossEncoder
from lsp_codebase.errors import Cancelled, ModelUnavailable

TEXTS = [f"def text_{number}(): return {number}" for number in range(10)]


class Counting(HashEmbedder):
    """Notes the texts it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.embedded: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded += [text for text in texts if text in TEXTS]  # a query is another one
        return super().embed_documents(texts)


def always() -> bool:
    return True


def times(most: int) -> Callable[[], bool]:
    """Return what goes on so many times."""
    counted = count()
    return lambda: next(counted) < most


def test_the_score_of_a_sentence_transformer_is_the_likeness() -> None:
    scores = BiEncoder(HashEmbedder()).scores("text_3 return", TEXTS, always)
    assert np.argmax(scores) == 3
    assert len(scores) == 10


def test_a_text_is_embedded_once_for_all_questions() -> None:
    embedder = Counting()
    encoder = BiEncoder(embedder)
    first = encoder.scores("text_3", TEXTS, always)
    assert encoder.scores("text_3", [*TEXTS, TEXTS[0]], always)[:10] == first
    encoder.scores("text_4", TEXTS[::-1], always)
    assert embedder.embedded == TEXTS


def test_vectors_are_kept_up_to_a_bound_the_latest_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerankers, "_MOST_KEPT", 4)
    embedder = Counting()
    encoder = BiEncoder(embedder)
    encoder.scores("text", TEXTS[:4], always)
    encoder.scores("text", [TEXTS[0], TEXTS[5]], always)
    encoder.scores("text", [TEXTS[0], TEXTS[1]], always)
    assert embedder.embedded == [*TEXTS[:4], TEXTS[5], TEXTS[1]]


def test_a_text_of_several_parts_is_as_like_as_the_nearest_of_them() -> None:
    embedder = HashEmbedder()
    reads = [lambda text: [embedder.embed_documents(text.split("."))], lambda text: [embedder.embed_documents([text])]]
    in_parts, whole = (
        BiEncoder(embedder, read).scores("close file", ["close file.parse tree.retry socket"], always)[0]
        for read in reads
    )
    assert in_parts == pytest.approx(1.0, abs=1e-3)
    assert whole < 0.9


def test_of_several_ways_to_divide_a_text_the_mean_counts() -> None:
    embedder = HashEmbedder()

    def reads(text: str) -> list[NDArray[np.float32]]:
        return [embedder.embed_documents(text.split(".")), embedder.embed_documents([text])]

    text = "close file.parse tree"
    whole = BiEncoder(embedder).scores("close file", [text], always)[0]
    (both,) = BiEncoder(embedder, reads).scores("close file", [text], always)
    assert both == pytest.approx((1 + whole) / 2, abs=1e-3)


@pytest.mark.parametrize("kind", ["bi", "cross"])
def test_what_was_scored_counts_when_time_is_up(kind: str) -> None:
    model: Reranker = BiEncoder(HashEmbedder()) if kind == "bi" else CrossEncoder(lambda _, text: float(text[9]))
    whole = model.scores("text", TEXTS, always)
    assert len(whole) == len(TEXTS)
    assert model.scores("text", TEXTS, times(0)) == []
    assert model.scores("text", TEXTS, times(2)) == whole[:2]


@pytest.mark.parametrize("kind", ["bi", "cross"])
def test_a_question_can_be_cancelled_between_texts(kind: str) -> None:
    left = times(2)

    def goes_on() -> bool:
        if not left():
            raise Cancelled
        return True

    model: Reranker = BiEncoder(HashEmbedder()) if kind == "bi" else CrossEncoder(lambda *_: 0.0)
    with pytest.raises(Cancelled):
        model.scores("text", TEXTS, goes_on)


def test_a_model_is_loaded_once_and_another_one_takes_its_place() -> None:
    loaded: list[tuple[str, int]] = []

    def load(name: str, threads: int) -> Reranker:
        loaded.append((name, threads))
        return BiEncoder(HashEmbedder())

    models = Rerankers(load)
    assert models.get("one", 1, always) is models.get("one", 1, always)
    models.get("two", 1, always)
    assert loaded == [("one", 1), ("two", 1)]


def test_a_question_does_not_wait_for_a_slow_model_which_is_there_for_a_later_one() -> None:
    there = threading.Event()

    def load(*_: object) -> Reranker:
        there.wait(60)
        return BiEncoder(HashEmbedder())

    models = Rerankers(load)
    with pytest.raises(ModelUnavailable, match="one is still being loaded"):
        models.get("one", 1, times(2))
    there.set()
    assert models.get("one", 1, always)


def test_a_model_that_failed_is_tried_again_after_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def load(name: str, _: int) -> Reranker:
        tries.append(name)
        raise ModelUnavailable(f"no {name}")

    models = Rerankers(load)
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match="no one"):
            models.get("one", 1, always)
    assert tries == ["one"]
    monkeypatch.setattr(rerankers, "_RETRY_S", 0.0)
    with pytest.raises(ModelUnavailable):
        models.get("one", 1, always)
    assert tries == ["one", "one"]
