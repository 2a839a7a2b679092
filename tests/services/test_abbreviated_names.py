"""A search for a name with letters left out leads to the name that holds them in order."""

import pytest

FILES = {
    "shop/cart.py": "class CartSerializer:\n    pass\n\n\nclass BarcodeReader:\n    pass\n",
    "shop/readers.py": "class Reader:\n    reader = 1\n\n\ndef cart_reader(cart):\n    return cart.reader\n",
    "shop/carts.py": "cart = []\n\n\ndef cart_of(cart):\n    return cart\n",
    "shop/sockets.ts": "export class WebSocketProvider {}\n\nexport function openWebSocketProvider() {}\n",
    "shop/ws.ts": "export const ws = 1;\n\nexport class Provider {}\n\nexport class WindowProvider {}\n",
    "shop/domains.py": "def track_old_domains(domains):\n    return [one for one in domains if one.old]\n\n\n"
    "def to_domains(mastodon):\n    return mastodon\n",
    "shop/till.py": "def close(till):\n    # TODO: count the coins\n    return till.coins  # keeps tracks\n",
    "shop/other.py": "def other_cart(cart, reader):\n    return cart, reader\n",
}


@pytest.mark.parametrize("name", ["cartSrlz", "cart_srlzr", "brcdReader"])
def test_a_name_without_some_letters_leads_to_the_whole_name(ask, name):
    assert ask(name)[0] == "shop/cart.py"


def test_a_name_whose_parts_stand_in_the_code_is_found_by_these(ask):
    assert ask("otherReader")[0] == "shop/other.py"


def test_a_word_of_a_comment_is_found_before_names_that_hold_its_letters(ask):
    assert ask("TODO")[0] == "shop/till.py"
    assert ask("todo")[0] == "shop/till.py"


def test_a_word_in_another_form_is_no_mere_row_of_letters(ask):
    assert ask("tracks")[0] == "shop/domains.py"


def test_capitals_side_by_side_are_the_first_letters_of_words(ask):
    assert ask("WSProvider")[0] == "shop/sockets.ts"
