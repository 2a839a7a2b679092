"""A hyphenated name leads to the file called so, and to what gives a thing this name."""

import pytest

FILES = {
    "k8s/orders-api.yaml": "kind: Deployment\nmetadata:\n  name: orders\nspec:\n  replicas: 2\n",
    "k8s/ingress.yaml": "kind: Ingress\nrules:\n  - backend:\n      service:\n        name: orders-api\n",
    "web/package.json": '{\n  "name": "shop-web",\n  "private": true\n}\n',
    "compose.yaml": "services:\n  mail-relay:\n    image: mail:1\n",
    "shop/orders.py": '"""Orders: case-insensitive names."""\n\n\ndef api(orders):\n    return orders\n',
    "shop/web.py": "def web(shop):\n    # where the shop web is defined or configured\n    return shop.mail.relay\n",
    "shop/saving.py": '"""Saves carts, as auto-save."""\n\n\ndef auto_save(cart):\n    return cart\n',
    "settings.toml": 'mode = "auto-save"\nname = "auto-save"\n',
}


def test_the_file_that_is_called_so_comes_first_then_what_names_something_so(ask):
    assert ask("orders-api")[:2] == ["k8s/orders-api.yaml", "k8s/ingress.yaml"]


@pytest.mark.parametrize(("name", "path"), [("shop-web", "web/package.json"), ("mail-relay", "compose.yaml")])
def test_the_line_that_names_something_so_leads(ask, name, path):
    assert ask(name)[0] == path


def test_a_definition_of_the_name_in_any_spelling_comes_before_a_setting_of_that_value(ask):
    assert ask("auto-save")[0] == "shop/saving.py"


def test_a_word_that_is_only_mentioned_is_a_word(ask):
    assert ask("case-insensitive")[0] == "shop/orders.py"


@pytest.mark.parametrize("question", ["where is shop-web defined", "where is `shop-web` configured?"])
def test_a_question_for_the_definition_of_a_name_leads_there_too(ask, question):
    assert ask(question)[0] == "web/package.json"
