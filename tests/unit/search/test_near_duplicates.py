"""Which pieces are the same code, and how copies are told beside the best one."""

from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.near_duplicates import are_copies, group_copies

SAID = [f"total += {number}" for number in range(20)]


def grouped(wanted: int, *texts: list[str]) -> list[tuple[str, list[str]]]:
    """Return the pieces of an answer about these files, best first, each with its copies."""
    files = {f"{number}.py": text for number, text in enumerate(texts)}
    pieces = (Piece(path, "python", 0, len(text), 1.0) for path, text in files.items())
    return [(one.path, [copy.path for copy in one.copies]) for one in group_copies(pieces, files.__getitem__, wanted)]


def test_a_copy_is_told_beside_the_best_piece_of_its_code():
    assert grouped(2, SAID[:9], SAID[9:], SAID[9:], SAID[:9]) == [("0.py", ["3.py"]), ("1.py", ["2.py"])]


def test_copies_are_looked_for_until_a_piece_has_no_place_left():
    assert grouped(1, SAID[:9], SAID[:9], SAID[9:], SAID[:9]) == [("0.py", ["1.py"])]


def test_a_few_lines_are_alike_by_chance():
    assert grouped(2, SAID[:3], SAID[:3]) == [("0.py", []), ("1.py", [])]
    assert grouped(2, SAID[:4], SAID[:4]) == [("0.py", ["1.py"])]


def test_indentation_brackets_and_blank_lines_say_nothing():
    assert grouped(2, SAID[:4], [*(f"  {line}" for line in SAID[:4]), "}", "", ")"]) == [("0.py", ["1.py"])]
    assert grouped(2, [*SAID[:3], "{"], [*SAID[:3], "{"]) == [("0.py", []), ("1.py", [])]


def test_pieces_are_copies_if_they_have_nine_of_ten_lines_in_common():
    whole = frozenset(SAID[:10])
    assert are_copies(whole, whole - {SAID[0]})
    assert are_copies(whole - {SAID[0]}, whole)
    assert not are_copies(whole, whole - {*SAID[:2]})
    assert not are_copies(whole, whole - {*SAID[:2]} | {*SAID[10:12]})
