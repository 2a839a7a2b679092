"""What `--json` prints is what a client of the protocol is sent: the terminal does not load the protocol's library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lsp_codebase import model
from lsp_codebase.cli import wire_json
from lsp_codebase.model import Span
from lsp_codebase.server import wire
from lsp_codebase.server.encodings import UTF_8
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.structure import strict_converter
from lsp_codebase.server.uris import PathMap

ROOT = Path("/shop").absolute()
PATHS = PathMap()
POSITIONS = PositionConverter(UTF_8, PATHS, lambda _: ())
PLACE = model.Place(ROOT / "a b.py", Span(1, 0, 2, 3), is_ascii=True)
SYMBOL = model.Symbol(
    "load",
    model.SymbolKind.Function,
    Span(1, 0, 2, 3),
    Span(1, 4, 1, 8),
    container="Cart",
    visibility=model.Visibility.PUBLIC,
    is_test=True,
    is_declaration=True,
    is_deprecated=True,
)
SYMBOL_HIT = model.SymbolHit(PLACE.path, SYMBOL, "python", 0.5, is_ascii=True)
STATUS = model.IndexStatus(
    str(ROOT),
    model.Phase.STARTING,
    indexed=1,
    total=4,
    skipped=1,
    failed=1,
    chunks=5,
    symbols=6,
    vectors=model.VectorStatus(1, 5, "builtin"),
    generation=7,
    role=model.Role.READER,
    stale=True,
    message="another process keeps it up to date",
    problems=(model.FileProblem("b.py", "permission denied"),),
    languages=(("python", 1),),
    problems_total=2,
    symbols_cut=model.SymbolsCut("lo", 128),
    has_index=True,
    host=model.Host(1, (model.HostClient("editor", 1),)),
    commit="c" * 40,
    seeking=True,
)
HIT = model.Hit(
    PLACE.path,
    PLACE.span,
    "python",
    0.25,
    "def load():",
    is_ascii=True,
    name="load",
    kind=model.SymbolKind.Function,
    container="Cart",
    name_span=SYMBOL.name_span,
    matches=(SYMBOL.name_span,),
    text="def load():\n    pass",
    signals={"words": 0.25},
    context=(model.ContextPiece(model.ContextKind.IMPORT, Span(0, 0, 0, 9), "import os"),),
    copies=(PLACE,),
    related=(model.Related(model.Relation.CALLER, PLACE, "main", model.SymbolKind.Function, "App", "def main():"),),
    history=model.TellingCommit("d" * 40, 1_700_000_000, "Load the cart"),
)
CALL = model.Call(
    model.Relation.CALLER,
    PLACE,
    "main",
    model.SymbolKind.Function,
    "App",
    (model.CallSite(3, "load()"), model.CallSite(4, "load()", PLACE.path)),
    definitions=2,
)
COMMIT = model.PastCommit("e" * 40, 1_700_000_000, "Load", "It was slow.", (PLACE.path,), 2, score=0.5)
NODE = model.TreeNode(
    "shop",
    ROOT,
    model.EntryKind.DIRECTORY,
    children=(
        model.TreeNode(
            "a b.py",
            PLACE.path,
            model.EntryKind.FILE,
            size=9,
            symbols=(model.TreeSymbol("load", model.SymbolKind.Function, 1),),
        ),
    ),
    omitted=1,
    excluded=True,
    error="permission denied",
)
TREE = model.TreeAnswer(
    "etag",
    model.TreeStats(1, 1, 0, 0, 1, 1.5, "2026-01-31T09:00:00+00:00", 1, 2, 3, "permission denied"),
    roots=(NODE,),
    truncated=True,
    cut_by=("maxDepth",),
    core_files=(model.CoreFile(ROOT / "README.md", "# Shop", truncated=True),),
)
SEARCH = model.SearchAnswer(
    (), model.Mode.HYBRID, STATUS, True, "cursor", 1.5, model.Confidence.LOW, ("read as words",)
)
CALLS = model.CallAnswer(SYMBOL_HIT, (), (SYMBOL_HIT,), STATUS, is_cut=True)


def sent(message: object) -> Any:
    """Return a message as the client reads it."""
    return json.loads(json.dumps(strict_converter().unstructure(message)))


def without(found: Any, field: str) -> Any:
    assert found[field] == []
    return {name: value for name, value in found.items() if name != field}


def status_told() -> Any:
    told = sent(wire.to_status(STATUS, PATHS, is_full=True))
    return {**told, "host": sent(wire.to_host(STATUS.host))}


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (wire_json.hit(HIT), sent(wire.to_hit(HIT, POSITIONS))),
        (wire_json.search_end(SEARCH), without(sent(wire.to_search_result(SEARCH, [], PATHS)), "hits")),
        (wire_json.status(STATUS), sent(wire.to_status(STATUS, PATHS))),
        (wire_json.status(STATUS, is_full=True), status_told()),
        (
            wire_json.symbol(SYMBOL_HIT),
            sent(wire.to_symbols_result(model.SymbolAnswer((SYMBOL_HIT,), STATUS), POSITIONS, PATHS))["hits"][0],
        ),
        (
            wire_json.list_end(model.SymbolAnswer((), STATUS, True, ("a note",))),
            without(
                sent(wire.to_symbols_result(model.SymbolAnswer((), STATUS, True, ("a note",)), POSITIONS, PATHS)),
                "hits",
            ),
        ),
        (
            wire_json.call(CALL),
            sent(wire.to_calls(model.CallAnswer(None, (CALL,), (), STATUS), POSITIONS, PATHS))["calls"][0],
        ),
        (wire_json.calls_end(CALLS), without(sent(wire.to_calls(CALLS, POSITIONS, PATHS)), "calls")),
        (
            wire_json.past_commit(COMMIT),
            sent(wire.to_history(model.HistoryAnswer((COMMIT,), STATUS), PATHS))["commits"][0],
        ),
        (
            wire_json.list_end(model.HistoryAnswer((), STATUS, True, ("a note",))),
            without(sent(wire.to_history(model.HistoryAnswer((), STATUS, True, ("a note",)), PATHS)), "commits"),
        ),
        (
            wire_json.check(model.Check(ROOT, "disk", model.CheckState.OK, "fits")),
            sent(wire.to_checks([model.Check(ROOT, "disk", model.CheckState.OK, "fits")], PATHS))["checks"][0],
        ),
        (wire_json.tree(TREE), sent(wire.to_tree(TREE, PATHS))),
    ],
    ids="hit search status full-status symbol symbols call calls commit history check tree".split(),
)
def test_the_terminal_prints_what_a_client_is_sent(printed: Any, told: Any):
    assert json.loads(json.dumps(printed)) == told
