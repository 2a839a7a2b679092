"""How the say of a model is mixed into a ranking."""

from __future__ import annotations

import pytest

from lsp_codebase.search.pack import Piece
from lsp_codebase.search.ranking.rerank import WEIGHT, mixed


def pieces(*scores: float, **signals: float) -> list[Piece]:
    return [Piece(f"{place}.py", "python", 0, 5, score, signals) for place, score in enumerate(scores)]


def order(found: list[Piece]) -> list[str]:
    return [piece.path for piece in found]


def test_the_model_decides_between_pieces_that_rank_alike() -> None:
    assert order(mixed(pieces(0.5, 0.48, 0.46), [0.1, 0.2, 0.9])) == ["2.py", "0.py", "1.py"]


def test_the_model_does_not_turn_a_clear_ranking_round() -> None:
    assert order(mixed(pieces(0.5, 0.38), [-4.0, 9.0])) == ["0.py", "1.py"]


def test_only_the_distances_between_the_scores_of_a_model_count() -> None:
    likeness, logits = [0.61, 0.64, 0.62], [-2.0, 1.0, -1.0]
    assert mixed(pieces(0.5, 0.5, 0.5), likeness)[0].score == mixed(pieces(0.5, 0.5, 0.5), logits)[0].score
    assert order(mixed(pieces(0.5, 0.5, 0.5), logits)) == ["1.py", "2.py", "0.py"]


@pytest.mark.parametrize("scores", [[], [0.4], [0.4, 0.4, 0.4]])
def test_a_model_that_prefers_none_changes_no_order(scores: list[float]) -> None:
    assert order(mixed(pieces(0.5, 0.5, 0.3), scores)) == ["0.py", "1.py", "2.py"]


def test_what_the_model_had_no_time_for_keeps_the_place_of_its_rank() -> None:
    assert order(mixed(pieces(0.5, 0.45, 0.44, 0.2), [0.0, 1.0])) == ["1.py", "0.py", "2.py", "3.py"]


def test_scores_stay_within_their_bounds_and_signals_sum_to_them() -> None:
    best, worst = mixed(pieces(1.0, 0.9, lexical=0.7, path=0.2), [0.2, 0.1])
    assert best.score == pytest.approx(1.0)
    assert best.signals["rerank"] == pytest.approx(WEIGHT / (1 + WEIGHT))
    assert sum(worst.signals.values()) == pytest.approx(worst.score)


def test_no_signal_is_given_that_nobody_asked_for() -> None:
    assert mixed(pieces(1.0), [0.2])[0].signals == {}
