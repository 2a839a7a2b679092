"""The outline of a file, as a model sees it."""

from pathlib import Path

from lsp_codebase.model import FileSymbols, IndexStatus, Phase, Span, Symbol, SymbolHit, SymbolKind
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import symbol_line
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
