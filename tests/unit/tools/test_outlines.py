"""The outline of a file, as a model sees it."""

from pathlib import Path

from lsp_codebase.model import FileSymbols, IndexStatus, Phase, Span, Symbol, SymbolKind
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render_symbols import outline_text
from lsp_codebase.tools.values import outline


def test_an_outline_from_an_index_that_lacks_files_says_so():
    root = Path("/shop")
    places = Places(lambda: [root])
    symbol = Symbol("Cart", SymbolKind.Class, Span(0, 0, 3, 0), Span(0, 6, 0, 10))
    answer = FileSymbols((symbol,), IndexStatus(str(root), Phase.INDEXING, indexed=1, total=5, stale=True))
    text, shown = outline_text(root / "cart.py", answer, places, 1_000)
    assert "1-3 Class Cart" in text
    assert "index not complete: indexing, 1 of 5 files" in text
    assert outline(root / "cart.py", shown, places)["index"]["stale"]
