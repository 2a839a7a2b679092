from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Pack, Span, Symbol, SymbolKind
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.hits import Source, to_hits
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.surroundings import with_neighbours


def piece(start: int, end: int, score: float = 1.0, path: str = "a.py") -> Piece:
    return Piece(path, "python", start, end, score)


LINES = ["", "def one():", "    return 1", "", "def größe():", "    return 2", ""]
TWO = SymbolMatch(
    "a.py", "python", False, Symbol("größe", SymbolKind.Function, Span(4, 0, 5, 12), Span(4, 4, 4, 11)), 1.0
)
SOURCE = Source(Path("/r"), lambda path: LINES, lambda path, lines: [TWO], lambda path: False)

NOTHING = Wanted({}, frozenset())


def hits(pieces, *, max_chars=None, pack=Pack.CHUNK):
    return to_hits(pieces, SOURCE, NOTHING, pack, max_chars, explain=False)


def test_a_hit_is_trimmed_named_and_ends_at_the_last_byte_of_its_last_line():
    (hit,), truncated = hits([piece(3, 7)])
    assert hit.span == Span(4, 0, 5, len("    return 2"))
    assert (hit.name, hit.kind, hit.name_span) == ("größe", SymbolKind.Function, Span(4, 4, 4, 11))
    assert hit.preview == "def größe():"
    assert hit.text == "def größe():\n    return 2"
    assert not truncated


def test_a_joined_hit_is_named_after_the_part_that_was_ranked():
    one = SymbolMatch(
        "a.py", "python", True, Symbol("one", SymbolKind.Function, Span(1, 0, 2, 12), Span(1, 4, 1, 7)), 1.0
    )

    def touching(path, lines):
        return [each for each in (one, TWO) if lines[0] <= each.symbol.span.start_line < lines[1]]

    source = Source(Path("/r"), lambda path: LINES, touching, lambda path: False)
    (hit,), _ = to_hits([replace(piece(1, 6), core=(4, 6))], source, NOTHING, Pack.NONE, None, False)
    assert (hit.name, hit.span.start_line) == ("größe", 1)


def test_the_budget_cuts_at_line_ends_and_says_so():
    found, truncated = hits([piece(0, 3), piece(4, 6)], max_chars=30)
    assert truncated
    assert [hit.text for hit in found] == ["def one():\n    return 1", ""]


def test_hits_with_context_have_a_budget_of_12_000_tokens_where_none_is_given():
    source = replace(SOURCE, lines=lambda _: ["x" * 99] * 1_000)
    pieces = [piece(start, start + 100) for start in range(0, 1_000, 100)]
    found, truncated = to_hits(pieces, source, NOTHING, Pack.CONTEXT, None, explain=False)
    assert truncated
    assert 47_900 < sum(len(hit.text) for hit in found) <= 4 * 12_000
    assert not to_hits(pieces, source, NOTHING, Pack.CHUNK, None, explain=False)[1]


@pytest.mark.parametrize("most", [None, 200_000])
def test_a_line_of_a_bundled_file_is_cut_and_that_is_told(most):
    source = replace(SOURCE, lines=lambda _: ["// bundled", "x" * 500_000, "// map"])
    (hit,), truncated = to_hits([piece(0, 3)], source, NOTHING, Pack.CHUNK, most, explain=False)
    assert truncated
    assert hit.text == "// bundled\n" + "x" * 20_000 + "\n// map"


def test_locations_only_carry_no_text():
    (hit,), _ = hits([piece(0, 3)], pack=Pack.NONE)
    assert hit.text is None


def test_a_file_that_shrank_since_it_was_indexed_gives_an_empty_hit_not_an_error():
    late = replace(TWO, symbol=Symbol("late", SymbolKind.Function, Span(90, 0, 98, 1), Span(90, 4, 90, 8)))
    (hit,), _ = hits([replace(piece(90, 99), symbol=late, core=(90, 91))])
    assert (hit.text, hit.preview, hit.name, hit.name_span) == ("", "", "late", None)


CHUNKS = [(0, 10), (10, 20), (20, 30), (30, 200), (200, 210)]


def around(*pieces):
    return [(each.start_line, each.end_line) for each in with_neighbours(pieces, lambda path: CHUNKS)]


def test_a_hit_is_shown_with_the_chunks_beside_it():
    assert around(piece(10, 20)) == [(0, 30)]


def test_a_neighbour_that_is_too_long_stays_away():
    assert around(piece(20, 30)) == [(10, 30)]
    assert around(piece(200, 210)) == [(200, 210)]


def test_hits_that_touch_through_their_neighbours_become_the_better_one():
    (whole,) = with_neighbours([piece(20, 30, 0.9), piece(0, 10, 0.5)], lambda path: CHUNKS)
    assert (whole.start_line, whole.end_line, whole.score, whole.core) == (0, 30, 0.9, (20, 30))


def test_a_hit_between_two_joins_both():
    (whole,) = with_neighbours([piece(0, 5), piece(7, 9), piece(5, 7)], lambda path: [])
    assert (whole.start_line, whole.end_line) == (0, 9)


def test_hits_of_other_files_are_never_joined():
    assert len(with_neighbours([piece(0, 5), piece(5, 9, path="b.py")], lambda path: [])) == 2


def test_what_an_earlier_page_showed_as_neighbours_is_not_shown_again():
    chunks = [(0, 10), (10, 20), (20, 30), (30, 40)]
    shown = with_neighbours([piece(20, 30), piece(10, 20)], lambda path: chunks, [piece(0, 10)])
    assert [(each.start_line, each.end_line) for each in shown] == [(20, 40)]


def test_a_text_that_is_cut_is_named_after_what_is_left_of_it():
    lines = ["KEYS = 1", "", "def find_keys():", "    return KEYS"]
    keys = Symbol("KEYS", SymbolKind.Constant, Span(0, 0, 0, 8), Span(0, 0, 0, 4))
    find = Symbol("find_keys", SymbolKind.Function, Span(2, 0, 3, 15), Span(2, 4, 2, 13))

    def touching(path, wanted):
        both = (SymbolMatch("a.py", "python", True, symbol, 1.0) for symbol in (keys, find))
        return [each for each in both if each.symbol.span.start_line < wanted[1]]

    source = Source(Path("/r"), lambda path: lines, touching, lambda path: True)
    wanted = Wanted({"find": 1.0, "kei": 1.0}, frozenset({"find", "kei"}))
    names = [
        to_hits([piece(0, 4)], source, wanted, Pack.CHUNK, budget, explain=False)[0][0].name for budget in (None, 10)
    ]
    assert names == ["find_keys", "KEYS"]
