"""Plain lines of `#define NAME value` are read as they stand, and the symbols are those of a parser that saw them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.model import Symbol, SymbolKind
from lsp_codebase.parse import file, parse_file
from lsp_codebase.parse.constants import without_constants

BLOCKS = (
    "#define PLAIN\n",
    '#define MASK  (BIT(3) | BIT(4))\n#define\tSHIFT\t3   \n#define NAME "a (b)"\n',
    "#define NOTED 1 /* its note */\n",
    "/* Above. */\n#define BELOW 1 // beside\n",
    "/*\n#define IN_COMMENT 1\n*/\n",
    "// once /* and\n#define BEHIND 1\n",
    "#define LONG \\\n\t1\n#define AFTER 2\n",
    "#define WRAPPED do \\\n#define NOT_ONE 1\n",
    "#define min(a, b) ((a) < (b) ? (a) : (b))\n",
    "#define _ 1\n#define GRÖSSE 1\n  #define INDENTED 1\n# define SPACED 1\n#define VALUE ö\n",
    "#ifdef A\n#define ONE 1\n#else\n#define ONE 2\n#endif\n",
    "struct pair {\n\tint a;\n#define FIRST 1\n#define SECOND 2\n\tint b;\n};\n",
    "int f(void)\n{\n#define LOCAL 1\n\treturn LOCAL;\n}\n",
    "int g(int x);\n\nint h;\n",
    "/* Deprecated: no longer used. */\n#define OLD 1\n#define OTHER 2\n",
)
INSIDE_ENUM = "enum color {\n\tRED,\n#define RED RED\n\tBLUE,\n#define BLUE BLUE\n};\n"


def symbols(text: str, path: str = "a.c") -> tuple[Symbol, ...]:
    return parse_file(path, text.encode()).symbols


def seen(text: str, path: str = "a.c") -> tuple[Symbol, ...]:
    """Return the symbols of a text of which the parser sees all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file, "without_constants", lambda _grammar, _source, readable: (readable, []))
        return symbols(text, path)


@given(st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=6).map("".join))
@example("".join(BLOCKS))
@example("#define AT_THE_END 1")
@example("/*/\n#define IN_COMMENT 1\n*/\n")
def test_the_symbols_are_those_of_a_parser_that_sees_the_lines(text: str) -> None:
    assert symbols(text) == seen(text)


@pytest.mark.parametrize("path", ["a.cpp", "a.h", "a.cu", "a.m"])
@pytest.mark.parametrize("block", [*BLOCKS, "class A {\n#define MINE 1\npublic:\n#define OURS 2\n\tvoid f();\n};\n"])
def test_so_they_are_in_kindred_languages(path: str, block: str) -> None:
    assert symbols(block, path) == seen(block, path)


@pytest.mark.parametrize("line", ["#define A 1", "#define A", "#define\tA\t(B | C)", '#define A "text"'])
def test_a_plain_line_is_left_out(line: str) -> None:
    text = f"int a;\n{line}\nint b;\n".encode()
    readable, found = without_constants("c", text, text)
    assert readable == b"int a;\n" + b" " * len(line) + b"\nint b;\n"
    assert [(one.start, one.end, one.row) for one in found] == [(7, 8 + len(line), 1)]


@pytest.mark.parametrize(
    "text",
    [
        "#define A(x) x\n",
        "#define A 1 /* note */\n",
        "#define A \\\n",
        "#define A 1",
        "/*\n#define A 1\n*/\n",
        "x \\\n#define A 1\n",
        'auto s = R"(\n#define A 1\n)";\n',
    ],
)
def test_others_are_left_to_the_parser(text: str) -> None:
    assert without_constants("cpp", text.encode(), text.encode()) == (text.encode(), [])


def test_values_of_an_enumeration_are_found_around_them() -> None:
    assert [(one.name, one.kind, one.container) for one in symbols(INSIDE_ENUM)] == [
        ("color", SymbolKind.Enum, ""),
        ("RED", SymbolKind.EnumMember, "color"),
        ("RED", SymbolKind.Constant, "color"),
        ("BLUE", SymbolKind.EnumMember, "color"),
        ("BLUE", SymbolKind.Constant, "color"),
    ]


def test_very_many_lines_in_a_row_are_all_found() -> None:
    parsed = parse_file("a.h", b"int a;\n" + b"#define A 1\n" * 2_500)
    assert [symbol.span.start_line for symbol in parsed.symbols] == [*range(2_501)]


def test_comments_without_an_end_do_not_make_it_slow() -> None:
    text = "/* x */\n" + "int a;\n#define A 1\n" * 20_000
    parsed = parse_file("a.h", text.encode())
    assert not parsed.problem
    assert sum(symbol.kind is SymbolKind.Constant for symbol in parsed.symbols) == 20_000
