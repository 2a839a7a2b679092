"""Which paths the value of a filter means."""

import pytest

from lsp_codebase.search.query.written_filters import glob_meant


@pytest.mark.parametrize(
    ("value", "glob"),
    [
        ("src/net", "**/*src/net*"),
        ("src/net/", "**/*src/net/"),
        ("/src/net", "/src/net*"),
        ("./src", "/src*"),
        ("src\\net", "**/*src/net*"),
        ("tests", "*tests*"),
        ("main.go", "*main.go*"),
        ("*.go", "*.go"),
        ("*_test.{go,py}", "*_test.{go,py}"),
        ("src/*.go", "**/src/*.go"),
        ("/src/*.go", "/src/*.go"),
        ("**/net/*", "**/net/*"),
        (r"\.go$", "*.go"),
        (r"_test\.go$", "*_test.go"),
        ("^cmd/", "/cmd/"),
        (r"^cmd/main\.go$", "/cmd/main.go"),
        (r"a.*b\.go$", None),
        (r"\w+", None),
        ("a|b", None),
        ("a:b", None),
        ("/", None),
        ("[", None),
        ("x" * 2_000, None),
    ],
)
def test_a_path_is_a_part_of_it_a_glob_or_a_simple_regular_expression(value, glob):
    assert glob_meant(value) == glob
