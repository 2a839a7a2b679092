"""The outline of a file, as a model sees it."""

from pathlib import Path

from lsp_codebase.model import FileSymbols, IndexStatus, Phase, Span, Symbol, SymbolHit, SymbolKind
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import index_notes, symbol_line
from lsp_codebase.tools.render_symbols import outline_text
from lsp_codebase.tools.values import outline


def test_a_name_that_steers_a_terminal_is_quoted():
    root = Path("/shop")
    symbol = Symbol("a\x1b[2J\u202eb", SymbolKind.Method, Span(0, 0, 0, 9), Span(0, 6, 0, 10), container="Cart")
    answer = FileSymbols((symbol,), IndexStatus(str(root), Phase.READY))
    places = Places(lambda: [root])
    text, _ = outline_text(root / "cart.js", answer, places, 1_000)
    line = symbol_line(SymbolHit(root / "cart.js", symbol, "javascript", 1.0, is_ascii=False), places)
    assert '"a\\u001b[2J\\u202eb"' in text
    assert '"Cart.a\\u001b[2J\\u202eb"' in line
    assert text.replace("\n", "").isprintable()


def test_an_outline_from_an_index_that_lacks_files_says_so():
    root = Path("/shop")
    places = Places(lambda: [root])
    symbol = Symbol("Cart", SymbolKind.Class, Span(0, 0, 3, 0), Span(0, 6, 0, 10))
    answer = FileSymbols((symbol,), IndexStatus(str(root), Phase.INDEXING, indexed=1, total=5, stale=True))
    text, shown = outline_text(root / "cart.py", answer, places, 1_000)
    assert "1-3 Class Cart" in text
    assert "index not complete: indexing, 1 of 5 files" in text
    assert outline(root / "cart.py", shown, places)["index"]["stale"]


def test_an_answer_from_an_index_without_files_says_so():
    assert index_notes(IndexStatus("/shop", Phase.READY)) == [
        "(There are no files in shop, or git and the settings leave all of them out.)"
    ]
    assert index_notes(IndexStatus("/shop", Phase.READY, indexed=1, total=1)) == []


def test_of_a_file_with_one_module_as_much_is_shown_as_fits():
    root = Path("/shop")
    places = Places(lambda: [root])
    module = Symbol("Cart", SymbolKind.Module, Span(0, 0, 900, 0), Span(0, 6, 0, 10))
    inner = [
        Symbol(f"add_{n}", SymbolKind.Function, Span(n, 0, n + 1, 0), Span(n, 4, n, 9), container="Cart")
        for n in range(1, 101)
    ]
    local = Symbol("sum", SymbolKind.Variable, Span(3, 0, 3, 9), Span(3, 0, 3, 3), container="Cart.add_3")
    answer = FileSymbols((module, *inner, local), IndexStatus(str(root), Phase.READY))
    text, shown = outline_text(root / "cart.ex", answer, places, 1_000)
    assert 700 < len(text) <= 1_000
    assert text.startswith("cart.ex:\n1-900 Module Cart\n  2 Function add_1\n  3 Function add_2\n")
    assert "(variables inside of functions are not shown: 1)" in text
    assert f"({101 - len(shown.symbols)} more definitions did not fit: raise max_tokens)" in text


def test_members_go_first_where_the_types_around_them_fill_the_budget():
    root = Path("/shop")
    places = Places(lambda: [root])
    types = [Symbol(f"T{n}", SymbolKind.Class, Span(n, 0, n + 1, 0), Span(n, 4, n, 6)) for n in range(30)]
    members = [
        Symbol("add", SymbolKind.Method, Span(n, 6, n, 9), Span(n, 6, n, 9), container=f"T{n}") for n in range(30)
    ]
    both = [one for pair in zip(types, members, strict=True) for one in pair]
    status = IndexStatus("", Phase.READY, indexed=1, total=1)
    text, shown = outline_text(root / "c.py", FileSymbols((*both,), status), places, 500)
    assert shown.symbols == (*types,)
    assert "(30 more inner definitions did not fit: raise max_tokens)" in text
