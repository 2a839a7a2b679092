from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import Pack, Span, Symbol, SymbolKind
from lsp_codebase.search.pack import Piece, Source, page, to_hits, widen
from lsp_codebase.symbols import SymbolMatch


def piece(start: int, end: int, score: float = 1.0, path: str = "a.py") -> Piece:
    return Piece(path, "python", start, end, score)


def widened(*pieces: Piece) -> list[tuple[int, int]]:
    raw = {(each.path, each.start_line): (each, each.score) for each in pieces}
    return [(each.start_line, each.end_line) for each in widen(iter([(each, each.score) for each in pieces]), raw)]


def test_a_good_neighbour_is_joined_and_not_listed_again():
    assert widened(piece(0, 10, 1.0), piece(10, 20, 0.8)) == [(0, 20)]


def test_a_weak_neighbour_stays_alone():
    assert widened(piece(0, 10, 1.0), piece(10, 20, 0.3)) == [(0, 10), (10, 20)]


def test_a_joined_hit_has_at_most_sixty_lines():
    assert widened(piece(0, 40, 1.0), piece(40, 65, 0.9)) == [(0, 40), (40, 65)]


def test_pieces_of_other_files_are_never_joined():
    assert widened(piece(0, 10), piece(10, 20, path="b.py")) == [(0, 10), (10, 20)]


def test_pages_follow_each_other_without_gap_or_repeat():
    pieces = [piece(i, i + 1) for i in range(7)]
    seen, cursor = [], None
    for _ in range(10):
        shown = page(iter(pieces), 3, cursor)
        seen += shown.pieces
        cursor = shown.next_cursor
        if cursor is None:
            break
    assert seen == pieces


@pytest.mark.parametrize("cursor", ["", "x", "MTo=", "MjowMA==", "🙂"])
def test_a_cursor_of_somebody_else_is_refused_by_name(cursor):
    with pytest.raises(InvalidQuery) as caught:
        page(iter([]), 3, cursor)
    assert caught.value.field == "cursor"


LINES = ["", "def one():", "    return 1", "", "def größe():", "    return 2", ""]
TWO = SymbolMatch(
    "a.py", "python", False, Symbol("größe", SymbolKind.Function, Span(4, 0, 5, 12), Span(4, 4, 4, 11)), 1.0
)
SOURCE = Source(Path("/r"), lambda path: LINES, lambda path, lines: [TWO], lambda path: False)


def hits(pieces, *, max_chars=None, pack=Pack.CHUNK):
    return to_hits(pieces, SOURCE, frozenset(), frozenset(), pack, max_chars, explain=False)


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
    (hit,), _ = to_hits([replace(piece(1, 6), core=(4, 6))], source, frozenset(), frozenset(), Pack.NONE, None, False)
    assert (hit.name, hit.span.start_line) == ("größe", 1)


def test_the_budget_cuts_at_line_ends_and_says_so():
    found, truncated = hits([piece(0, 3), piece(4, 6)], max_chars=30)
    assert truncated
    assert [hit.text for hit in found] == ["def one():\n    return 1", ""]


def test_locations_only_carry_no_text():
    (hit,), _ = hits([piece(0, 3)], pack=Pack.NONE)
    assert hit.text is None


def test_a_file_that_shrank_since_it_was_indexed_gives_an_empty_hit_not_an_error():
    (hit,), _ = hits([piece(90, 99)])
    assert hit.text == ""
