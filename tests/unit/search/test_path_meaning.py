"""How near the path of a file is to a question in meaning."""

from __future__ import annotations

import numpy as np
import pytest

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.search.ranking import path_meaning
from lsp_codebase.search.ranking.path_meaning import path_similarities

PATHS = ("net/retry/backoff.py", "ui/colors.py", "", "docs/__init__.py")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = load_embedder(Settings())
    assert found is not None
    return found


def test_the_path_whose_words_mean_what_is_asked_is_the_nearest(embedder: Embedder) -> None:
    found = path_similarities(embedder, embedder.embed_query("wait longer after each failed attempt"), PATHS)
    assert found is not None
    assert found.argmax() == 0
    assert found[2] == 0  # nothing is said


def test_paths_without_words_are_near_to_nothing(embedder: Embedder) -> None:
    found = path_similarities(embedder, embedder.embed_query("retry"), ["", "-/+"])
    assert found is not None
    assert found.tolist() == [0.0, 0.0]


def test_what_is_remembered_of_words_changes_no_answer_and_stays_bounded(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = path_similarities(embedder, embedder.embed_query("retry"), PATHS)
    path_meaning._remembered.cache_clear()
    monkeypatch.setattr(path_meaning, "_MOST_WORDS", 3)
    for path, expected in zip(PATHS, alone if alone is not None else (), strict=True):
        found = path_similarities(embedder, embedder.embed_query("retry"), [path])
        assert found is not None
        assert found[0] == pytest.approx(expected)
        assert len(path_meaning._remembered(embedder.model, embedder.dimension)) <= 3


def test_a_heavy_model_is_not_asked_for_hundreds_of_paths() -> None:
    class Heavy:
        is_heavy = True

    assert path_similarities(Heavy(), np.zeros(2, np.float32), PATHS) is None  # type: ignore[arg-type]
