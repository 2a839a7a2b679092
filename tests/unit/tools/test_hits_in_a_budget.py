"""Code of the first hits leaves room for a line of each of the others."""

from pathlib import Path

import pytest

from lsp_codebase.model import Confidence, Hit, IndexStatus, Mode, Phase, SearchAnswer, Span
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import hits_text

ROOT = Path("/shop")
READY = IndexStatus(str(ROOT), Phase.READY, indexed=5, total=5)
CODE = "\n".join(f"    total += prices[{n}]" for n in range(60))


def shown(count: int, room: int, code: str = CODE) -> str:
    span = Span(0, 0, code.count("\n"), 9)
    hits = tuple(
        Hit(ROOT / f"cart_{n}.py", span, "python", 0.5, "def add():", is_ascii=True, text=code) for n in range(count)
    )
    answer = SearchAnswer(hits, Mode.HYBRID, READY, truncated=False, next_cursor=None, confidence=Confidence.HIGH)
    text = hits_text(answer, Places(lambda: [ROOT]), room)[0]
    assert len(text) <= room
    return text


@pytest.mark.parametrize("room", [800, 1_700, 3_000, 5_000])
def test_each_hit_has_a_line_at_least_behind_the_code_of_the_first(room):
    text = shown(5, room)
    assert [f"cart_{n}.py:" in text for n in range(5)] == [True] * 5
    assert text.count("total +=") * len("    total += prices[0]") > room / 3
    assert "did not fit" not in text


def test_lines_of_many_hits_leave_two_thirds_to_the_code():
    text = shown(100, 3_000)
    assert "more hits did not fit" in text
    assert text.count("total +=") >= 60


def test_hits_that_fit_are_shown_whole():
    text = shown(3, 3 * 70 + 120, "def add():\n    pass")
    assert text.count("    pass") == 3


def test_code_that_was_cut_to_a_line_or_two_is_shown_as_the_line_that_says_most():
    hits = tuple(
        Hit(ROOT / f"cart_{n}.py", Span(0, 0, 59, 9), "python", 0.5, "def add():", is_ascii=True, text=text)
        for n, text in enumerate([CODE, "<?php\n", "a = 1\nb = 2\nc = 3"])
    )
    answer = SearchAnswer(hits, Mode.HYBRID, READY, truncated=True, next_cursor=None, confidence=Confidence.HIGH)
    text = hits_text(answer, Places(lambda: [ROOT]), 5_000)[0]
    assert "cart_1.py:1-60  0.50  def add():" in text
    assert "<?php" not in text
    assert "c = 3\n(cut; it goes on to line 60)" in text
