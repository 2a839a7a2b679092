"""A pasted import statement leads to what it brings in, then to the code that holds it."""

import pytest

from lsp_codebase.search.intents.texts import imported

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n\n\ndef empty_cart():\n    return Cart()\n",
    "shop/models/__init__.py": "class Row:\n    id = 1\n",
    "shop/api.py": "from shop.cart import Cart\nfrom shop.models import Row\n\nROWS = Cart(), Row()\n",
    "shop/admin.py": "from shop.cart import Cart, empty_cart\n\n\nclass Admin:\n    Cart = None\n",
    "web/src/api.ts": "export function fetchCart(id: string) {\n  return fetch(id);\n}\n",
    "web/src/index.ts": "import { fetchCart } from './api';\n\nfetchCart('1');\n",
    "web/src/row.ts": "export default function (row: Row) {\n  return row.id;\n}\n",
    "web/styles/cart.css": ".cart {\n  color: red;\n}\n",
    "src/items.rs": "pub struct Item {\n    name: String,\n}\n",
    "src/stock.rs": "use crate::items::Item;\n\npub fn count(items: Vec<Item>) -> usize {\n    items.len()\n}\n",
    "include/shop/till.h": "int till_open(void);\n",
    "src/till.c": '#include "shop/till.h"\n\nint till_open(void)\n{\n\treturn 0;\n}\n',
    "java/com/acme/Ledger.java": "package com.acme;\n\npublic class Ledger {\n  int total;\n}\n",
    "java/com/acme/Books.java": "package com.acme;\n\nimport com.acme.Ledger;\n\nclass Books {\n  Ledger ledger;\n}\n",
    "docs/import.md": "# Import a cart from a file\n\nImport a cart, use the cart, then open Settings.\n",
}


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        ("from shop.cart import Cart", "shop/cart.py"),
        ("from shop.cart import Cart as Basket, empty_cart", "shop/cart.py"),
        ("from .cart import empty_cart", "shop/cart.py"),
        ("from shop.models import Row", "shop/models/__init__.py"),
        ("import shop.cart", "shop/cart.py"),
        ("import shop.models as m", "shop/models/__init__.py"),
        ("from shop.cart import *", "shop/cart.py"),
        ("import { fetchCart } from './api';", "web/src/api.ts"),
        ('const { fetchCart } = require("../src/api")', "web/src/api.ts"),
        ('import row from "./row"', "web/src/row.ts"),
        ('import "../styles/cart.css";', "web/styles/cart.css"),
        ("use crate::items::Item;", "src/items.rs"),
        ('#include "shop/till.h"', "include/shop/till.h"),
        ("#include <shop/till.h>", "include/shop/till.h"),
        ("import com.acme.Ledger;", "java/com/acme/Ledger.java"),
    ],
)
def test_an_import_statement_leads_to_what_it_brings_in(ask, statement, path):
    assert ask(statement)[0] == path


def test_the_code_that_holds_the_statement_comes_behind(ask):
    assert ask("from shop.cart import Cart")[:3] == ["shop/cart.py", "shop/admin.py", "shop/api.py"]


@pytest.mark.parametrize(
    "text", ["import a cart from a file", "use the cart", "open Settings", "using shop.cart for rows"]
)
def test_a_sentence_that_begins_like_one_is_none(ask, monkeypatch, text):
    monkeypatch.setattr(imported, "words_of", None)
    ask(text)
