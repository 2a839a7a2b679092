from lsp_codebase.search.pack import Chunks, widen


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
