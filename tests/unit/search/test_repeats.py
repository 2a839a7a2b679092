from dataclasses import replace

import pytest

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.repeats import apart, unshown_part, without_repeats


def piece(start: int, end: int, path: str = "a.py", core: tuple[int, int] | None = None) -> Piece:
    return Piece(path, "python", start, end, 1.0, core=core)


def definition(start: int, end: int) -> SymbolMatch:
    symbol = Symbol(f"at_{start}", SymbolKind.Function, Span(start, 0, end - 1, 1), Span(start, 4, start, 8))
    return SymbolMatch("a.py", "python", True, symbol, 1.0)


def shown(pieces, *definitions: tuple[int, int]) -> list[tuple[str, int, int]]:
    """Return what is shown where each piece is about the innermost of these definitions that holds its first line."""

    def about(piece):
        around = [one for one in definitions if one[0] <= piece.start_line < one[1]]
        return definition(*max(around)) if around else None

    return [(one.path, one.start_line, one.end_line) for one in without_repeats(pieces, about)]


def test_lines_that_were_shown_are_left_off_the_next_hit():
    assert shown([piece(0, 10), piece(8, 20)]) == [("a.py", 0, 10), ("a.py", 10, 20)]


def test_a_hit_whose_lines_were_mostly_shown_is_none():
    assert shown([piece(0, 10), piece(4, 12)]) == [("a.py", 0, 10)]


def test_a_hit_around_a_better_one_keeps_its_larger_part():
    assert shown([piece(10, 12), piece(0, 30)]) == [("a.py", 10, 12), ("a.py", 12, 30)]


def test_lines_inside_of_a_very_long_hit_were_shown():
    assert shown([piece(0, 500), piece(300, 340)]) == [("a.py", 0, 500)]


def test_the_same_lines_of_another_file_are_no_repeat():
    assert len(shown([piece(0, 10), piece(0, 10, "b.py")])) == 2


def test_a_second_part_of_a_definition_is_no_hit_of_its_own():
    assert shown([piece(0, 30), piece(40, 60)], (0, 60)) == [("a.py", 0, 30)]


def test_parts_of_a_very_long_definition_that_are_far_apart_are_two_places():
    assert len(shown([piece(0, 30), piece(100, 130)], (0, 400))) == 2


def test_two_definitions_side_by_side_are_two_hits():
    assert len(shown([piece(0, 20), piece(20, 40)], (0, 20), (20, 40))) == 2


def test_a_definition_inside_of_another_is_an_answer_of_its_own():
    assert len(shown([piece(0, 20), piece(30, 40)], (0, 60), (30, 40))) == 2


def test_what_names_a_definition_stays_although_most_of_it_was_shown():
    assert shown([piece(3, 30), piece(0, 30)], (0, 30), (3, 30)) == [("a.py", 3, 30), ("a.py", 0, 3)]


@pytest.mark.parametrize(("shown_lines", "part"), [((0, 5), (5, 20)), ((15, 30), (0, 15)), ((0, 11), None)])
def test_most_of_the_part_that_was_ranked_must_be_new(shown_lines, part):
    assert unshown_part(piece(0, 20, core=(2, 18)), [shown_lines]) == part


def test_the_run_with_most_of_the_part_that_was_ranked_is_shown_and_not_the_longest():
    assert unshown_part(piece(0, 30, core=(0, 8)), [(10, 12)]) == (0, 10)


def test_the_line_of_the_name_leads_to_no_run_that_it_is_not_in():
    assert unshown_part(piece(0, 20), [(5, 20)], name_line=5) is None


def test_a_piece_that_is_about_no_definition_has_its_new_lines_shown():
    assert shown([piece(0, 10), piece(8, 20)], (0, 8)) == [("a.py", 0, 10), ("a.py", 10, 20)]


def test_a_part_far_above_a_better_one_of_the_same_definition_is_another_place():
    assert len(shown([piece(100, 130), piece(0, 30)], (0, 400))) == 2


def test_a_definition_ends_where_another_one_that_was_found_begins():
    outer, inner, other = piece(0, 40), piece(10, 12), piece(5, 9, "b.py")
    assert apart([outer, inner, other]) == [replace(outer, end_line=10), inner, other]
