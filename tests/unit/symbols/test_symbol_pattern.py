from __future__ import annotations

import pytest

from lsp_codebase.model import SymbolKind
from lsp_codebase.symbols import SymbolPattern, parse_pattern


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getHttp", SymbolPattern("getHttp")),
        ("response  http", SymbolPattern("response http")),
        ("Client.get", SymbolPattern("get", ("Client",))),
        ("net::tcp::Stream", SymbolPattern("Stream", ("net", "tcp"))),
        ("Foo#bar", SymbolPattern("bar", ("Foo",))),
        ("foo in:src/net/", SymbolPattern("foo", folders=("src/net",))),
        ("foo In:/Src", SymbolPattern("foo", folders=("src",))),
        ("Cart.empty?", SymbolPattern("empty?", ("Cart",))),
        ("src/a?.go foo", SymbolPattern("foo", globs=("src/a?.go",))),
        ("*.go foo", SymbolPattern("foo", globs=("*.go",))),
        (":struct Foo", SymbolPattern("Foo", kinds=frozenset({SymbolKind.Struct}))),
        ("#method get", SymbolPattern("get", kinds=frozenset({SymbolKind.Method, SymbolKind.Constructor}))),
        ('"foo_bar"', SymbolPattern("foo_bar", is_literal=True)),
        (" foo_bar", SymbolPattern("foo_bar", is_literal=True)),
        ("~Foo", SymbolPattern("~Foo")),
        ("Money.==", SymbolPattern("==", ("Money",))),
        ("shop::Money::operator==", SymbolPattern("operator==", ("shop", "Money"))),
        ("Cart.[]=", SymbolPattern("[]=", ("Cart",))),
        ("operator->", SymbolPattern("operator->")),
        (".get", SymbolPattern(".get")),
        ("in:", SymbolPattern("in:")),
        ("", SymbolPattern("")),
        ("   ", SymbolPattern("")),
    ],
)
def test_a_pattern_is_taken_apart(text: str, expected: SymbolPattern) -> None:
    assert parse_pattern(text) == expected


def test_capitals_of_a_mixed_pattern_ask_for_word_starts() -> None:
    assert parse_pattern("getHtRe").humps == {3, 5}
    assert parse_pattern("HTTP").humps == frozenset()


def test_of_a_pasted_page_only_the_beginning_is_looked_at() -> None:
    assert len(parse_pattern("x" * 100_000).name) == 1_000
    assert len(parse_pattern("in:src *.py " * 10_000).folders) < 100


def test_of_a_long_path_the_inner_parts_qualify() -> None:
    pattern = parse_pattern("/".join(f"p{number}" for number in range(100)) + "/name")
    assert pattern.name == "name"
    assert pattern.qualifier == tuple(f"p{number}" for number in range(84, 100))
