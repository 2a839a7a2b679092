"""Reading a query of a kind and a name, and nothing else."""

import time

import pytest

from lsp_codebase.search.intents.names.named_kinds import kind_and_name


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("struct cart", "struct", "cart"),
        ("class Cart", "class", "Cart"),
        ("function total_price", "function", "total_price"),
        ("macro `RB_FOREACH`", "macro", "RB_FOREACH"),
        ("Cart interface", "interface", "Cart"),
        ("class acme::Cart<T>", "class", "acme::Cart"),
        (r"Acme\Shop\Cart class", "class", r"Acme\Shop\Cart"),
        ("def empty?", "def", "empty?"),
        ("public static final class Cart", "class", "Cart"),
        ("pub async fn run_all", "fn", "run_all"),
        ("export abstract class Shape", "class", "Shape"),
        ("enum class Colour", "class", "Colour"),
        ("@interface Paid", "interface", "Paid"),
        ("type PullRequest struct", "struct", "PullRequest"),
        ("price list class", "class", "price list"),
        ("what is the undo behavior enum", "enum", "undo behavior"),
        ("the retry policy base class", "class", "retry policy"),
        ("where is the Cart abstract base class defined?", "class", "Cart"),
        ("the `Cart` case class", "class", "Cart"),
        ("Shelf companion object", "object", "Shelf"),
        ("cart module", "module", "cart"),
        ("where is the Shop.Cart module defined?", "module", "Shop.Cart"),
        ("painter struct", "struct", "painter"),
        ("Cart type", "type", "Cart"),
        ("Monoid type class", "type class", "Monoid"),
        ("type class Ranged", "type class", "Ranged"),
        ("Ranged typeclass", "typeclass", "Ranged"),
        ("totalPrice method", "method", "totalPrice"),
        ("hydrate function", "function", "hydrate"),
        ("show me the useQuery hook", "hook", "useQuery"),
        ("unless macro", "macro", "unless"),
        ("print-length multimethod", "multimethod", "print-length"),
        (">=> operator", "operator", ">=>"),
        ("EVENT_TEST_PASS constant", "constant", "EVENT_TEST_PASS"),
        ("gcTime property", "property", "gcTime"),
    ],
)
def test_a_query_may_be_a_kind_and_a_name(text, kind, name):
    asked = kind_and_name(text)
    assert asked is not None
    assert (asked.kind, asked.name) == (kind, name)


@pytest.mark.parametrize(
    "text",
    [
        "Cart",
        "type checking",
        "class loader",
        "return type",
        "content type",
        "user interface",
        "wire protocol",
        "timeout field",
        "class",
        "",
        "Cart, the class",
        "Cart class and its tests",
        "interface of the backend",
        "how is the Cart class loaded",
        "class Cart with a method",
        "which class",
        "sub process",
        "abstract class",
        "a data class",
    ],
)
def test_words_of_prose_are_no_name_of_a_kind(text):
    assert kind_and_name(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "class a " * 20_000,
        "a" + " " * 50_000 + "b",
        "Cart " * 20_000 + "class",
        "where is the " * 4_000,
        ("a" + " " * 280 + "b class")[:300],
        "class " + "a" * 1_000_000,
        "public " * 42 + "x",
    ],
)
def test_a_long_text_is_passed_at_once(text):
    began = time.process_time()
    kind_and_name(text)
    assert time.process_time() - began < 0.5  # seconds
