"""Where the query stands in the lines of hits."""

from pathlib import Path

from lsp_codebase.model import Hit, Span
from lsp_codebase.search.exact.expression import Expression
from lsp_codebase.search.results.highlights import mark_written

ROOT = Path("/shop")


def hit(first: int, last: int) -> Hit:
    return Hit(ROOT / "a.py", Span(first, 0, last, 1_000), "python", 1.0, "", is_ascii=True)


def test_a_hit_with_more_matches_than_are_marked_moves_those_of_no_other_hit():
    lines = ["e" * 60] * 5 + ["the other", "line"]
    literal = Expression.literal("e", ignore_case=False, whole_word=False)
    first, second = mark_written([hit(0, 4), hit(5, 6)], ROOT, lambda _: lines, literal)
    assert len(first.matches) == 100
    assert second.matches == (Span(5, 2, 5, 3), Span(5, 7, 5, 8), Span(6, 3, 6, 4))


def test_matches_over_line_ends_are_marked_in_each_hit_of_a_file_that_is_gone_through_once():
    asked = []

    def lines(path: str) -> list[str]:
        asked.append(path)
        return ["a", "b", "", "a", "b", "a"]

    over_lines = Expression.pattern(r"a\nb", ignore_case=False, whole_word=False)
    marked = mark_written([hit(3, 4), hit(0, 1), hit(5, 5)], ROOT, lines, over_lines)
    assert [one.matches for one in marked] == [(Span(3, 0, 4, 1),), (Span(0, 0, 1, 1),), ()]
    assert asked == ["a.py"]
