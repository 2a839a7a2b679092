import time

import pytest

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.leading.said_kinds import said_kind


@pytest.mark.parametrize(
    ("query", "name", "kind"),
    [
        ("Backend interface", "Backend", SymbolKind.Interface),
        ("interface Backend", "Backend", SymbolKind.Interface),
        ("the Completer trait", "Completer", SymbolKind.Interface),
        ("painter struct", "painter", SymbolKind.Struct),
        ("where is the Painter class defined?", "Painter", SymbolKind.Class),
        ("what is the undo behavior enum", "undo behavior", SymbolKind.Enum),
        ("snapshot filter struct", "snapshot filter", SymbolKind.Struct),
        ("session store interface", "session store", SymbolKind.Interface),
        ("MochaOptions type", "MochaOptions", SymbolKind.Interface),
        ("Monoid type class", "Monoid", SymbolKind.Interface),
        ("type PullRequest struct", "PullRequest", SymbolKind.Struct),
        ("pub async fn run_all", "run_all", SymbolKind.Function),
        ("export abstract class Shape", "Shape", SymbolKind.Class),
        ("hydrate function", "hydrate", SymbolKind.Function),
        ("EVENT_TEST_PASS constant", "EVENT_TEST_PASS", SymbolKind.Constant),
        ("gcTime property", "gcTime", SymbolKind.Property),
        ("strip_ansi function", "strip_ansi", SymbolKind.Function),
        ("static_commands macro", "static_commands", SymbolKind.Function),
        ("show me the useQuery hook", "useQuery", SymbolKind.Function),
    ],
)
def test_a_kind_beside_a_name_is_read(query, name, kind):
    asked = said_kind(query)
    assert asked.name == name
    assert kind in asked.kinds[0]


@pytest.mark.parametrize(
    "query",
    [
        "Backend",
        "user interface",
        "content type",
        "wire protocol",
        "timeout field",
        "class",
        "interface of the backend",
        "how is the class loaded",
        "class Painter with a method",
        "src/painter.rs struct",
    ],
)
def test_a_kind_amid_prose_is_a_word(query):
    assert said_kind(query) is None


@pytest.mark.parametrize("text", ["class " * 10_000, "where is the " * 4_000, "a" + " " * 40_000, "x " * 20_000])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    said_kind(text)
    assert time.process_time() - started < 0.5
