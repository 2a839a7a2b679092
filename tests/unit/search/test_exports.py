"""Which stretches of a text only hand names on."""

import time

import pytest

from lsp_codebase.search.call_graph.exports import exports
from lsp_codebase.search.call_graph.source_file import Source


@pytest.mark.parametrize(
    ("text", "handed_on"),
    [
        ("export { cart, item as other };\nx", "export { cart, item as other "),
        ("export type {\n  Cart,\n}", "export type {\n  Cart,\n"),
        ("export * as cart from './cart';", "export * as cart from './cart'"),
        ("export default cart;", "export default cart;"),
        ("module.exports = {\n  cart,\n  add(item) {", "module.exports = {\n  cart,\n  add(item) "),
        ("exports.cart = cart;", "exports.cart = cart;"),
        ("__all__: list[str] = []", "__all__: list[str"),
        ('__all__ += ("cart",\n  "item")', '__all__ += ("cart",\n  "item"'),
        ("pub(crate) use cart::{Cart, Item};", "pub(crate) use cart::{Cart, Item}"),
        ("module Cart (Cart(..), add) where", "module Cart (Cart(..), add"),
        ("-export([cart/1, item/2]).", "-export([cart/1, item/2]"),
        ("  export cart, item", "  export cart, item"),
        ("our @EXPORT_OK = qw(cart item);", "@EXPORT_OK = qw(cart item"),
        ("(:export #:cart #:item)", "(:export #:cart #:item"),
        ("Export-ModuleMember -Function Get-Cart", "Export-ModuleMember -Function Get-Cart"),
    ],
)
def test_a_list_of_exported_names_is_found_in_many_languages(text, handed_on):
    assert [text[start:end] for start, end in exports(text)] == [handed_on]


@pytest.mark.parametrize(
    "text",
    [
        "export default make(cart);",
        "export const cart = make();",
        "module.exports = make(cart);",
        "exports.cart = make(cart);",
        "export PATH=$(cart)",
        "self.exports = cart;",
        "all_carts = [cart]",
        "use(cart);",
    ],
)
def test_code_that_is_exported_is_code(text):
    assert [*exports(text)] == []


def test_imports_and_exports_of_one_line_are_one_stretch():
    source = Source(["import { a } from 'b'; export { a }", "a()"], "javascript")
    assert source.hands_on(0, 32)
    assert not source.hands_on(1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "export { " * 50_000,
        "export " * 50_000,
        "export a" + "  a" * 100_000 + " =",
        "module.exports = " * 30_000,
        "module A (" * 30_000,
        "module A" + "(" * 200_000,
        "module A (" + "(a)" * 100_000,
        "__all__ = " * 30_000 + "[" * 100_000,
        "pub use " * 30_000,
        "\n" * 200_000,
        " " * 200_000,
        "(export " * 50_000,
    ],
    ids=range(12),
)
def test_a_text_of_any_length_is_gone_through_in_linear_time(text):
    begin = time.thread_time()
    sum(1 for _ in exports(text))
    assert time.thread_time() - begin < 2
