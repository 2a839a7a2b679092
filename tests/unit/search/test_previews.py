import pytest

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.parse import split_identifier, stem, tokenize
from lsp_codebase.search.results.previews import Passage, Wanted


def passage(text: str, lines: list[str], *kinds: SymbolKind) -> Passage:
    parts = frozenset(stem(part) for word in text.split() for part in split_identifier(word))
    return Passage(lines, 0, Wanted(dict.fromkeys(tokenize(text), 1.0), parts, frozenset(kinds)))


def match(name: str, start: int, end: int, kind: SymbolKind = SymbolKind.Function) -> SymbolMatch:
    span = Span(start, 0, end, 0)
    return SymbolMatch("a.py", "python", True, Symbol(name, kind, span, Span(start, 4, start, 4 + len(name))), 1.0)


TWO = [
    "async def acheck(one):",
    "    return one",
    "",
    "",
    "# Compares the hash of a password.",
    "def check(password):",
    '    """Whether a password is the right one."""',
    "    return hash(password) == stored",
]
BOTH = [match("acheck", 0, 1), match("check", 5, 7)]


def name_of(found: SymbolMatch | None) -> str | None:
    return found.symbol.name if found else None


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("check", "check"),
        ("stored hash", "check"),  # in its body
        ("compares", "check"),  # in the comment above
        ("return one", "acheck"),
        ("quite unrelated", "acheck"),  # the first that is named
    ],
)
def test_lines_are_about_the_definition_that_says_most_of_the_query(query, name):
    assert name_of(passage(query, TWO).definition((0, 8), BOTH)) == name


def test_lines_inside_of_a_method_are_about_it_and_not_about_its_class():
    lines = ["class Cart:", "    def add(self, item):", "        self.items.append(item)", "        self.total += 1"]
    both = [match("Cart", 0, 3, SymbolKind.Class), match("add", 1, 3, SymbolKind.Method)]
    assert name_of(passage("append items", lines).definition((2, 4), both)) == "add"
    assert name_of(passage("quite another", lines).definition((2, 4), both)) == "add"
    assert name_of(passage("append items", lines, SymbolKind.Class).definition((2, 4), both)) == "Cart"
    assert passage("append", lines).definition((2, 4), []) is None


def test_of_equals_the_definition_whose_own_line_is_shown_is_meant():
    lines = ["    total += price", "    return total", "", "def refund(price):", "    total -= price"]
    both = [match("sum", -9, 1), match("refund", 3, 4)]
    assert name_of(passage("total price", lines).definition((0, 5), both)) == "refund"


def test_lines_of_a_file_that_shrank_are_about_nothing_that_they_say():
    assert name_of(passage("check", []).definition((5, 8), [match("check", 5, 7)])) == "check"


@pytest.mark.parametrize(
    ("query", "lines", "preview"),
    [
        (
            "extract json",
            ["//!", "}", "//! Extracts a body.", "let json = extract(body);"],
            "let json = extract(body);",
        ),
        ("json", ["// json", "read_json()"], "read_json()"),  # code before a comment at equals
        ("mit license", ["# Licensed under MIT", "key = 1"], "# Licensed under MIT"),  # asked for
        ("keys of mit", ["# Licensed under the MIT license", "keys = 1"], "keys = 1"),
        ("load config", ["from config import load", "read()", "x = load()"], "x = load()"),
        ("imports of config", ["from config import load", "load()"], "from config import load"),
        ("unknown words", ["/*", " * Copyright 2020", "*/", "import os", "", "run_it(now)"], "run_it(now)"),
        ("nothing", ["---", "---", "", '@import "base";'], '@import "base";'),
        ("nothing", ["}", "", "{"], "}"),
        ("nothing", [], ""),
    ],
)
def test_the_preview_is_the_line_that_says_most_of_the_query(query, lines, preview):
    assert passage(query, lines).preview(-1) == preview


def test_the_line_that_names_the_definition_is_shown_where_no_other_says_more():
    assert passage("unrelated", ["@cached", "def total(self):", "    return 1"]).preview(1) == "def total(self):"
    assert passage("total", ["# total", "x = total()", "def total(self):"]).preview(2) == "def total(self):"


def test_what_a_preview_does_not_show_of_a_long_line_does_not_count():
    assert passage("needle", ["x" * 300 + " needle", "a needle"]).preview(-1) == "a needle"
