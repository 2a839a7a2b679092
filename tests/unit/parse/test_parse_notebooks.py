"""Notebooks: their cells are read in their own languages."""

import json

import pytest

from lsp_codebase.parse import parse_file


def notebook(*cells: tuple[str, str], output: str = "", indent: int | None = 1, **kernel: str) -> bytes:
    made = [
        {"cell_type": kind, "metadata": {}, "outputs": [output], "source": text.splitlines(keepends=True)}
        for kind, text in cells
    ]
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}}, indent=indent).encode()


def names(data: bytes) -> list[str]:
    return [symbol.name for symbol in parse_file("a.ipynb", data).symbols]


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "def fit(x):\n    return 1 + \\\n        x"),
        ("julia", "function fit(x)\n  x\nend"),
        ("R", "fit <- function(x) x"),
    ],
)
def test_the_kernel_says_the_language_of_cells(language: str, code: str) -> None:
    assert names(notebook(("code", code), language=language)) == ["fit"]


def test_a_picture_in_a_notebook_hides_no_code() -> None:
    parsed = parse_file("a.ipynb", notebook(("code", "def fit(): pass"), output="iVBORw0KGgo" * 10_000))
    assert [symbol.name for symbol in parsed.symbols] == ["fit"]
    assert not parsed.is_generated


def test_a_cell_that_is_damaged_hides_no_other() -> None:
    assert names(notebook(("code", 'text = """\n('), ("code", "def fit(): pass"))) == ["fit"]


def test_a_cell_within_another_and_one_whose_line_goes_on_are_left_out() -> None:
    inner = '{"cell_type": "markdown",\n"source": [\n"# Inner\\n",\n"text"\n]}'
    within = f'{{"cell_type": "markdown",\n"source": [\n"# Outer\\n",\n{inner},\n"text"\n]}}'
    open_line = '{"cell_type": "code",\n"source": [\n"x = (\n"def fit(): pass"\n]}'
    last = '{"cell_type": "code",\n"source": [\n"def last(): pass"\n]}'
    assert names(f'{{"cells": [{within},\n{last}]}}'.encode()) == ["Outer", "last"]
    assert names(f'{{"cells": [{open_line},\n{last}]}}'.encode()) == ["last"]


def test_a_name_given_a_value_in_a_cell_is_no_symbol_but_a_constant_is() -> None:
    assert names(notebook(("code", "SEED = 7\ntable = load()"), ("code", "table = clean(table)"))) == ["SEED"]


def test_text_behind_an_escape_is_read_as_it_is_meant() -> None:
    data = notebook(("code", 'def größe(unit="µm", sep="\\t"):\n\t"""Say \\\\ twice."""\n\treturn unit'))
    (symbol,) = parse_file("a.ipynb", data).symbols
    assert symbol.signature == 'def größe(unit="µm", sep="\\t")'
    (chunk,) = parse_file("a.ipynb", data).chunks
    assert chunk.comments == r'"""Say \\ twice."""'


def test_a_notebook_on_one_line_has_no_symbols() -> None:
    parsed = parse_file("a.ipynb", notebook(("code", "def fit():\n    pass"), indent=None))
    assert parsed.symbols == ()
    assert [chunk.end_line for chunk in parsed.chunks] == [1]
