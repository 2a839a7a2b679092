"""The lines about an index that is not complete are part of the budget of an answer."""

from pathlib import Path

import pytest

from lsp_codebase.model import (
    Call,
    CallAnswer,
    CallSite,
    Confidence,
    FileSymbols,
    Hit,
    IndexStatus,
    Mode,
    Phase,
    Place,
    Relation,
    SearchAnswer,
    Span,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    SymbolKind,
)
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import hits_text
from lsp_codebase.tools.render_symbols import calls_text, outline_text, symbols_text

ROOT = Path("/shop")
FILE = ROOT / "cart.py"
PLACES = Places(lambda: [ROOT])
INDEXING = IndexStatus(str(ROOT), Phase.INDEXING, indexed=1, total=5, stale=True)
SYMBOLS = tuple(
    Symbol(f"add_{n}", SymbolKind.Function, Span(3 * n, 0, 3 * n + 1, 9), Span(3 * n, 4, 3 * n, 9)) for n in range(60)
)
NAMES = tuple(SymbolHit(FILE, symbol, "python", 1.0, is_ascii=True) for symbol in SYMBOLS)
CALLS = tuple(
    Call(
        Relation.CALLER,
        Place(FILE, symbol.span, is_ascii=True),
        symbol.name,
        symbol.kind,
        None,
        (CallSite(3 * n + 1, "add()"),),
    )
    for n, symbol in enumerate(SYMBOLS)
)
HITS = tuple(
    Hit(FILE, symbol.span, "python", 0.5, "def add():", is_ascii=True, text="def add():\n    pass")
    for symbol in SYMBOLS
)
SEARCHED = SearchAnswer(HITS, Mode.HYBRID, INDEXING, truncated=True, next_cursor="M" * 70, confidence=Confidence.LOW)


@pytest.mark.parametrize("room", [600, 900, 1_300, 1_301, 1_310, 1_340])
@pytest.mark.parametrize(
    "text",
    [
        lambda room: hits_text(SEARCHED, PLACES, room)[0],
        lambda room: symbols_text(SymbolAnswer(NAMES, INDEXING, is_cut=True), PLACES, room)[0],
        lambda room: outline_text(FILE, FileSymbols(SYMBOLS, INDEXING), PLACES, room)[0],
        lambda room: calls_text(CallAnswer(NAMES[0], CALLS, (), INDEXING), Relation.CALLER, PLACES, room)[0],
    ],
    ids=["hits", "symbols", "outline", "calls"],
)
def test_an_answer_with_notes_keeps_to_its_budget(text, room):
    shown = text(room)
    assert "index not complete: indexing, 1 of 5 files" in shown
    assert room // 2 < len(shown) <= room
