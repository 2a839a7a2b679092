"""Which texts are read as copied from a running system, and which are prose."""

import pytest

from lsp_codebase.search.intents.copied.commands import asked_command
from lsp_codebase.search.intents.copied.keyed_texts import dotted_key
from lsp_codebase.search.intents.copied.markup import attributes_of
from lsp_codebase.search.intents.copied.missing_modules import missing_module
from lsp_codebase.search.intents.copied.payloads import keys_of
from lsp_codebase.search.intents.copied.sql import tables_named


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT a, b FROM orders o JOIN carts c ON c.id = o.cart", ["orders", "carts"]),
        ("insert into `shop`.`orders` (id) values (1)", ["orders"]),
        ("with paid as (select * from orders) select * from paid", ["orders", "paid"]),
        ("select items from cart", []),
        ("update the cart and set its total", []),
        ("delete from the cart when it is empty", []),
        ("kind of relation carts have", []),
    ],
)
def test_tables_are_named_by_sql_and_not_by_prose(text, tables):
    assert tables_named(text) == tables


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('{"order": [{"buyer": 1}, {"paid": {"at": 2}}]}', ["order", "buyer", "paid"]),
        ('{"buyer": 1}', []),
        ("items[0]", []),
        ('say "buyer": and "paid": to them', []),
    ],
)
def test_keys_are_those_of_data_with_several(text, keys):
    assert keys_of(text) == keys


@pytest.mark.parametrize(
    "text", ["form label", "table header", "cart.total", "#cart", ".eslintrc", "a < b", "<Cart items>"]
)
def test_words_and_names_are_no_elements(text):
    assert attributes_of(text) == []


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("Error: Cannot find module './cart'", "cart"),
        ("Module not found: Error: Can't resolve '../cart' in '/app/web/pages'", "app/web/cart"),
        ("error[E0432]: unresolved import `crate::shop::cart`", "shop/cart"),
        ("fatal error: 'shop/cart.h' file not found", "shop/cart.h"),
        ("error: cannot find 'total' in scope", None),
        ("cannot find the cart", None),
    ],
)
def test_a_module_is_missing_only_where_a_message_says_so(text, module):
    assert missing_module(text) == module


@pytest.mark.parametrize(
    "text", ["make sure that carts build", "task add carts", "npm is slow here", "rake the leaves"]
)
def test_a_command_has_no_words_of_prose(text):
    assert asked_command(text) is None


def test_a_key_has_dots_within_and_no_blanks():
    assert dotted_key(" cart.empty-row.title ") == "cart.empty-row.title"
    assert dotted_key("cart. empty") is dotted_key("cart") is dotted_key("7.5") is None
