"""The second look compares the first pieces with each other, and gives their scores out anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import Mode
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking import second_look
from lsp_codebase.search.ranking.second_look import compared, in_better_order, measures

QUESTION = understand("how is a parcel weighed at the border")
WEIGHS = "def weigh_parcel(border):\n    return scale.weigh(border, parcel)"
OTHER = "def print_label(address):\n    return printer.run(address)"


def piece(path: str, score: float, /, **signals: float) -> Piece:
    return Piece(path, "python", 0, 2, score, signals or {"lexical": score}, core=(0, 2))


def test_no_score_is_lost_or_made_and_signals_sum_to_the_new_one() -> None:
    pieces = [piece(f"{place}.py", 0.5 - place / 100) for place in range(20)]
    found = in_better_order(QUESTION, pieces, [OTHER] * 10 + [WEIGHS] * 10)
    assert [one.score for one in found] == [one.score for one in pieces]
    assert {one.path for one in found} == {one.path for one in pieces}
    assert [one.path for one in found] != [one.path for one in pieces]
    for one in found:
        assert sum(one.signals.values()) == pytest.approx(one.score)


def test_of_pieces_that_rank_alike_the_one_whose_head_says_it_comes_first() -> None:
    pieces = [piece("print.py", 0.301), piece("run.py", 0.3)]
    assert [one.path for one in in_better_order(QUESTION, pieces, [OTHER, WEIGHS])] == ["run.py", "print.py"]


def test_where_tests_are_asked_for_they_change_places_with_each_other_only() -> None:
    pieces = [piece(f"test_{name}.py", 0.5 - place / 100) for place, name in enumerate(["a", "b"])]
    pieces += [piece("weigh.py", 0.45), piece("test_c.py", 0.2)]
    texts = [OTHER, WEIGHS, WEIGHS, WEIGHS]
    are_tests = [one.path.startswith("test_") for one in pieces]
    assert in_better_order(QUESTION, pieces, texts)[0].path == "weigh.py"
    found = in_better_order(QUESTION, pieces, texts, lambda: None, are_tests)
    assert [one.path for one in found] == ["test_b.py", "test_a.py", "weigh.py", "test_c.py"]
    assert [one.score for one in found] == [one.score for one in pieces]


@pytest.mark.parametrize(
    ("question", "first"),
    [("how do the tests weigh a parcel", "tests/parcel.py"), ("how is a parcel weighed", "src/parcel.py")],
)
def test_that_a_file_is_of_tests_says_nothing_against_it_where_a_question_is_about_tests(
    question: str, first: str
) -> None:
    pieces = [piece("tests/parcel.py", 0.4), piece("src/parcel.py", 0.3), piece("src/label.py", 0.1)]
    found = in_better_order(understand(question), pieces, [WEIGHS, WEIGHS, OTHER])
    assert found[0].path == first


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_have_no_order(count: int) -> None:
    pieces = [piece("a.py", 0.3)][:count]
    assert in_better_order(QUESTION, pieces, [WEIGHS] * count) == pieces


@pytest.mark.parametrize(
    "question", ["!?", "パーセル", "fix: x\n\n" + "the parcel is weighed twice at the border. " * 9]
)
def test_any_question_and_any_text_is_measured(question: str) -> None:
    pieces = [piece("", 0.0), piece("src/tests/a b.py", 1.0, path=1.0), piece("src/tests/a b.py", 0.1)]
    texts = ["", "\n\n\x00\ud800", WEIGHS * 200]
    found = np.hstack([measures(understand(question), pieces, texts), compared([0.1, 0.3, 0.2], 3)])
    assert np.isfinite(found).all()
    with np.load(Path(second_look.__file__).with_suffix(".npz")) as trees:
        assert found.shape == (3, trees["feature"].max() + 1)
    assert len(in_better_order(understand(question), pieces, texts)) == 3


def test_pieces_that_were_not_read_are_as_good_as_the_worst_that_was() -> None:
    read = [0.5, 2.0, -1.0] + [0.0] * (second_look._READ - 3)
    scores, behind, places = compared([*read, 9.0], second_look._READ + 2).T
    assert [*scores[:3], *scores[-2:]] == [0.5, 2.0, -1.0, -1.0, -1.0]
    assert behind.max() == behind[1] == 0
    assert places[1] == len(places) - 1


def test_a_second_look_ends_when_nobody_waits_for_it() -> None:
    def gone() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        in_better_order(QUESTION, [piece("a.py", 0.2), piece("b.py", 0.1)], [WEIGHS, OTHER], gone)


def test_a_piece_is_measured_against_the_best_of_all() -> None:
    pieces = [piece("a.py", 0.4, lexical=0.2, names=0.2), piece("b.py", 0.2, lexical=0.1, names=0.1)]
    first, second = measures(QUESTION, pieces, [WEIGHS, WEIGHS])
    assert first.max() <= 40  # shares, ranks and counts: no number is the size of a text
    assert (first != second).any()


def test_a_question_of_many_words_in_every_order_is_measured_in_bounded_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"{first}{second}nk" for first in "bdfgklmprst" for second in "aeiou"][:40]
    question = understand(" ".join(f"{one} {other}" for one in words for other in words), Mode.HYBRID)
    looks: list[tuple[str, str]] = []
    monkeypatch.setattr(second_look._Held, "has_near", lambda _, *pair: looks.append(pair) or False)
    measures(question, [piece("a.py", 0.2), piece("b.py", 0.1)], [" ".join(words), WEIGHS])
    assert 40 < len(looks) <= 2 * second_look._MOST_PAIRS
