"""The document that is made of the answer to a question."""

from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.context import of_search, path_namer, search_for
from lsp_codebase.model import (
    Confidence,
    ContextKind,
    ContextPiece,
    Hit,
    IndexStatus,
    Mode,
    Phase,
    Place,
    Related,
    Relation,
    SearchAnswer,
    SearchQuery,
    Span,
    SymbolKind,
)

LONG = "\n".join(f"    step_{number}()  # one of the many steps" for number in range(60))


def hit(name: str, text: str, start: int = 0, at: int = 0, **fields) -> Hit:
    end = start + text.count("\n")
    return Hit(
        Path(f"/shop/{name}.py"), Span(start, 0, end, 9), "python", 0.5, "", True, name, SymbolKind.Function, None,
        Span(at, 4, at, 9), text=text, **fields,
    )  # fmt: skip


def place(name: str, line: int) -> Place:
    return Place(Path(f"/shop/{name}.py"), Span(line, 0, line + 5, 0), True)


def made(*hits: Hit, budget: int = 4_000, query: str = "how is\nit done") -> str:
    found = SearchAnswer(hits, Mode.HYBRID, IndexStatus("/shop", Phase.READY), confidence=Confidence.HIGH)
    return of_search(found, query, budget // 4, lambda path: path.name).text


def test_a_hit_stands_among_the_lines_it_needs_and_names_its_neighbours():
    related = (
        Related(Relation.CALLEE, place("tax", 4), "tax", SymbolKind.Function, None, ""),
        Related(Relation.CALLER, place("out", 0), "pay", SymbolKind.Method, "Out", ""),
    )
    pieces = (
        ContextPiece(ContextKind.IMPORT, Span(0, 0, 0, 9), "import tax"),
        ContextPiece(ContextKind.ENCLOSING, Span(6, 0, 6, 9), "class Cart:"),
    )
    assert made(hit("cart", "    def total(self):\n        return tax()", 7, 7, context=pieces, related=related)) == (
        "# Code for: how is it done\n\n## cart.py:8-9 `cart` function\n\n"
        "```python\nimport tax\n⋯\nclass Cart:\n    def total(self):\n        return tax()\n```\n"
        "\nCalls `tax` tax.py:5.\n\nCalled by `Out.pay` out.py:1.\n"
    )


def test_of_a_text_that_is_cut_the_definition_comes_first_and_one_hit_is_not_all():
    text = made(hit("one", f"{LONG}\ndef one():\n{LONG}", 100, 160), hit("two", LONG), hit("three", "x = 1\n" * 9))
    assert len(text.encode()) <= 4_000
    assert "## one.py:161-" in text
    assert "```python\n⋯\ndef one():\n    step_0()" in text
    assert "## two.py:1-" in text
    assert "## three.py:1-9 " in text


def test_texts_are_asked_for_whole_however_small_the_document_is():
    for max_tokens in (100, 400, 6_000):
        most = search_for(SearchQuery("how is it done"), max_tokens).max_chars
        assert most is not None
        assert most >= max(9 * len(LONG), 3 * 4 * max_tokens)


def test_what_is_above_a_definition_is_shown_where_there_is_room():
    text = made(hit("one", f"{LONG}\ndef one():\n    return 1", 100, 160), hit("two", LONG))
    assert "    step_59()  # one of the many steps\ndef one():\n    return 1\n```" in text
    assert "## one.py:161-" not in text


def test_what_there_is_no_room_for_is_named():
    hits = [hit(f"part{number}", LONG, 7) for number in range(40)]
    text = made(*hits, budget=2_000)
    assert len(text.encode()) <= 2_000
    assert "Left out for want of room: part" in text
    assert text.endswith(" more.\n")


def test_a_scrap_that_a_search_had_room_for_is_named_not_shown():
    scrap = replace(hit("scrap", "["), span=Span(0, 0, 40, 0))
    text = made(hit("cart", "def cart():\n    return 1"), scrap, hit("tax", "RATE = 1"))
    assert "## scrap.py" not in text
    assert "## tax.py:1-1 " in text
    assert text.endswith("\nLeft out for want of room: scrap.py:1-40.\n")


def test_code_with_a_fence_of_its_own_is_fenced_by_a_longer_one():
    assert "````python\n```sh\nls\n```\n````\n" in made(hit("readme", "```sh\nls\n```"))


def test_a_name_that_holds_back_ticks_or_escapes_stays_code_in_its_line():
    text = made(hit("run `now`", "def run(): pass"), hit("beep\x1b[2J", "def beep(): pass"))
    assert " `` run `now` `` function\n" in text
    assert ' `"beep\\u001b[2J"` function\n' in text


@pytest.mark.parametrize("query", ["at shop.Cart.total(cart.py:7)\n" * 300, "é" * 10_000])
@pytest.mark.parametrize("budget", [400, 4_000, 40_000])
def test_a_long_question_takes_little_of_the_room_for_its_answer(query, budget):
    text = made(hit("cart", "def cart():\n    return 1"), budget=budget, query=query)
    assert len(text.encode()) <= budget
    assert len(text.split("\n")[0]) <= 403
    assert "cart.py" in text


def test_files_of_folders_of_one_name_are_told_apart():
    named = path_namer([Path("/old/shop"), Path("/new/shop")])
    assert [named(Path("/old/shop/cart.py")), named(Path("/new/shop"))] == ["old/shop/cart.py", "new/shop"]
    assert path_namer([Path("/new/shop")])(Path("/new/shop/cart.py")) == "cart.py"
