import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.search.pack import Piece, page, widen


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
        shown = page(pieces, 3, cursor)
        seen += shown.pieces
        cursor = shown.next_cursor
        if cursor is None:
            break
    assert seen == pieces


@pytest.mark.parametrize("cursor", ["", "x", "MTo=", "MjowMA==", "🙂"])
def test_a_cursor_of_somebody_else_is_refused_by_name(cursor):
    with pytest.raises(InvalidQuery) as caught:
        page([], 3, cursor)
    assert caught.value.field == "cursor"
