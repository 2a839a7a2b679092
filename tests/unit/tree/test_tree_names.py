"""How names are ordered, shown and folded."""

import pytest

from lsp_codebase.tree.folding import by_extension, fold, fold_by_extension
from lsp_codebase.tree.quoting import natural, shown, shown_strictly


def test_numbers_are_ordered_by_value_and_letters_without_case() -> None:
    expected = ["1", "2", "10", "a", "a1b2", "a1b10", "B", "b2", "É", "é"]
    assert sorted(["10", "B", "é", "a1b10", "2", "a", "b2", "1", "É", "a1b2"], key=natural) == expected


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("plain name.py", "plain name.py"),
        ("日本語 naïve", "日本語 naïve"),
        ("line\nbreak", '"line\\nbreak"'),
        ("bell\x07", '"bell\\u0007"'),
        ("gnp.\u202egpj", '"gnp.\\u202egpj"'),
        ("byte\udcff", '"byte\\xff"'),
    ],
)
def test_a_name_cannot_break_a_line_or_mislead(name: str, safe: str) -> None:
    assert shown(name) == safe
    assert shown(name).encode()


@pytest.mark.parametrize(
    "name", ["x (3 files)", "… 2 more files", "(a)", "· b", "*.py", ' "', " lead", "trail ", "a\\b"]
)
def test_a_name_cannot_be_taken_for_a_mark_of_ours(name: str) -> None:
    assert shown_strictly(name).startswith('"')


def test_five_similar_names_are_one_glob() -> None:
    names = [f"test_{word}.py" for word in "abcde"] + ["test.py", "conftest.py"]
    single, globs = fold(by_extension(names))
    assert sorted(single) == ["conftest.py", "test.py"]
    assert globs == [("test_*.py", names[:5])]
    assert fold(by_extension(names[:4])) == (names[:4], [])


def test_numbered_and_camel_case_names_are_folded() -> None:
    assert [glob for glob, _ in fold(by_extension([f"{number:04}_initial.py" for number in range(9)]))[1]] == [
        "[0-9]*.py"
    ]
    assert [glob for glob, _ in fold(by_extension([f"Test{word}.java" for word in "ABCDE"]))[1]] == ["Test*.java"]


def test_names_of_one_extension_are_one_glob() -> None:
    names = ["alpha.html", "beta.html", "gamma.html", "delta.html", "epsilon.html", "Makefile", "x", "y", "z", "w", "v"]
    assert fold_by_extension(by_extension(names)) == (names[5:], [("*.html", names[:5])])


def test_a_glob_never_needs_quotes() -> None:
    for start in ("st*r_", "[x]_", "qu?_", "b\n_"):
        names = [f"{start}{number}.py" for number in range(9)]
        assert fold(by_extension(names)) == (names, [])
