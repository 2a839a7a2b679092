import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.search.pack import Chunks, Piece, page, widen


def piece(start: int, end: int, score: float = 1.0, path: str = "a.py") -> Piece:
    return Piece(path, "python", start, end, score)


def widened(*chunks: tuple[str, int, int, float]) -> list[tuple[int, int]]:
    """Return the lines of what is shown of chunks given by file, start, end and score, the first the best."""
    files, starts, ends, scores = zip(*chunks, strict=True)
    ordered = ((row, score) for row, score in enumerate(scores))
    return [(start, end) for _, _, start, end in widen(ordered, Chunks(files, starts, ends, scores))]


def test_a_good_neighbour_is_joined_and_not_listed_again():
    assert widened(("a", 0, 10, 1.0), ("a", 10, 20, 0.8)) == [(0, 20)]


def test_good_neighbours_on_both_sides_are_joined_the_better_first():
    files, starts, ends = ("a", "a", "a"), (0, 10, 20), (10, 20, 65)
    shown = widen([(1, 1.0), (2, 0.9), (0, 0.8)], Chunks(files, starts, ends, (0.8, 1.0, 0.9)))
    assert list(shown) == [(1, 1.0, 10, 65), (0, 0.8, 0, 10)]  # all three would be more than sixty lines


def test_a_weak_neighbour_stays_alone():
    assert widened(("a", 0, 10, 1.0), ("a", 10, 20, 0.3)) == [(0, 10), (10, 20)]


def test_chunks_with_lines_between_them_stay_apart():
    assert widened(("a", 0, 10, 1.0), ("a", 11, 20, 0.9)) == [(0, 10), (11, 20)]


def test_a_joined_hit_has_at_most_sixty_lines():
    assert widened(("a", 0, 40, 1.0), ("a", 40, 65, 0.9)) == [(0, 40), (40, 65)]


def test_pieces_of_other_files_are_never_joined():
    assert widened(("a", 0, 10, 1.0), ("b", 10, 20, 1.0)) == [(0, 10), (10, 20)]


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
