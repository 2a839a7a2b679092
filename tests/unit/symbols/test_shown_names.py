"""An editor that filters answers by the typed letters is given names that hold them."""

import pytest

from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.symbols import parse_pattern, shown

SPAN = Span(0, 0, 0, 3)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("Client.get", "Client.get"),
        ("redis get", "redis get"),
        ("redis Client.get", "redis Client.get"),
        ("client get", "Client.get"),
        ("get", "get"),
    ],
)
def test_a_name_found_by_what_stands_before_it_is_given_with_it(pattern, name):
    symbol = Symbol("get", SymbolKind.Method, SPAN, SPAN, container="Client")
    assert shown(symbol, "net/redis.py", parse_pattern(pattern)).name == name
