"""Every name a client is given holds what was typed, in order, wherever a true name does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.names.letters import fold, in_order
from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.symbols import parse_pattern, shown

WORDS = st.sampled_from(["get", "Http", "Response", "tcp", "Client", "größe", "获取", "x"])
NAMES = st.lists(WORDS, min_size=1, max_size=3).map("".join)
SEPARATORS = st.sampled_from([".", "::", "->", "#", "/"])


def holds_in_order(name: str, typed: str) -> bool:
    return in_order(fold(typed).letters, fold(name).letters)


def shown_as(typed: str, name: str, container: str = "") -> Symbol:
    """Return what is given of a function in `src/net/tcp.rs` to who typed this."""
    here = Span(0, 0, 0, 1)
    symbol = Symbol(name, SymbolKind.Function, here, here, container=container)
    return shown(symbol, "src/net/tcp.rs", parse_pattern(typed))


@given(NAMES, st.lists(NAMES, min_size=1, max_size=2), SEPARATORS, st.booleans())
def test_a_name_asked_by_its_container_is_given_with_it(
    name: str, containers: list[str], separator: str, swap: bool
) -> None:
    typed = separator.join([*containers, name])
    given_name = shown_as(typed.swapcase() if swap and typed.isascii() else typed, name, ".".join(containers)).name
    assert holds_in_order(given_name, typed)
    assert given_name.endswith(name)


@given(NAMES, SEPARATORS)
def test_a_name_asked_by_its_path_is_given_with_what_was_typed(name: str, separator: str) -> None:
    typed = f"net{separator}tcp{separator}{name}"
    assert shown_as(typed, name).name == typed


@given(st.lists(WORDS, min_size=2, max_size=4, unique=True), st.randoms(use_true_random=False))
def test_words_in_any_order_are_all_in_the_name_or_its_container(words: list[str], rng) -> None:
    turned = rng.sample(words, len(words))
    symbol = shown_as(" ".join(turned), "".join(words), "Outer")
    assert symbol.name == "".join(words)
    assert holds_in_order(symbol.name, turned[0])
    in_name = holds_in_order(symbol.name, "".join(turned))
    assert in_name or all(holds_in_order(symbol.container, word) for word in turned)


@given(NAMES, NAMES)
def test_a_name_that_was_typed_plainly_keeps_its_own(name: str, container: str) -> None:
    symbol = shown_as(name, name, container)
    assert (symbol.name, symbol.container) == (name, container)


def test_a_qualifier_that_fits_nothing_is_not_claimed() -> None:
    assert shown_as("Client.get", "get", "Server").name == "get"
