"""All that a question read is free once it is answered.

Else it keeps a state of the index, and the files that this maps, until the collector looks through old objects.
"""

import gc
from collections.abc import Callable

import pytest
from codebases import Asked, indexed

from lsp_codebase.model import (
    CallQuery,
    CancelToken,
    Effort,
    Mode,
    Relation,
    SearchQuery,
    SimilarQuery,
    Span,
)

SHOP = {
    "cart.py": "class Base:\n    def total(self):\n        return 0\n\n\nclass Cart(Base):\n    def pay(self):\n"
    "        return self.total()\n",
    "till.py": "from cart import Cart\n\n\ndef close_till():\n    raise ValueError('no such till')\n\n\ndef use():\n"
    "    Cart().pay()\n    close_till()\n",
}
Question = Callable[[Asked], object]


def searching(text: str, **fields: object) -> Question:
    return lambda shop: shop.search(SearchQuery(text, **fields), CancelToken())


def asking(relation: Relation, name: str) -> Question:
    return lambda shop: shop.calls(CallQuery(relation, name), CancelToken())


QUESTIONS: dict[str, Question] = {
    "a sentence": searching("how is a cart paid"),
    "a sentence, thoroughly": searching("how is a cart paid", effort=Effort.THOROUGH),
    "a name": searching("close_till"),
    "a message": searching("ValueError: no such till"),
    "uses": searching("who calls Cart.pay"),
    "letters": searching("Cart()", mode=Mode.EXACT),
    "a pattern": searching(r"def \w+\(", mode=Mode.REGEX),
    "callers": asking(Relation.CALLER, "Base.total"),
    "callees": asking(Relation.CALLEE, "Cart.pay"),
    "symbols": lambda shop: shop.symbols("pay", CancelToken()),
    "similar code": lambda shop: shop.similar(SimilarQuery(shop.root / "cart.py", Span(1, 0, 1, 0)), CancelToken()),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("left"), SHOP) as codebase:
        yield codebase


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_question_leaves_nothing_for_the_collector(shop, kind):
    QUESTIONS[kind](shop)  # caches are filled
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        QUESTIONS[kind](shop)
        gc.collect()
        left = {type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith("lsp_codebase")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == set()
