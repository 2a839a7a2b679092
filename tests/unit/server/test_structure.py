"""What the strict converter takes, refuses and sends."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path

import pytest
import pytest_lsp
from cattrs.errors import ClassValidationError
from lsprotocol import types

from lsp_codebase.model import Mode
from lsp_codebase.server import messages
from lsp_codebase.server.quirks import drop_capability
from lsp_codebase.server.structure import camel_case, problems, strict_converter

converter = strict_converter()
CLIENTS = sorted((Path(pytest_lsp.__file__).parent / "clients").glob("*.json"))


def test_every_field_of_a_search_is_taken() -> None:
    received = {
        "query": "x",
        "limit": 5.0,
        "mode": "vector",
        "weights": {"lexical": 1, "vector": 0.5},
        "excludeLanguages": ["python"],
        "sourceCodeOnly": True,
        "textDocument": {"uri": "file:///a"},
        "position": {"line": 1, "character": 2},
        "maxChars": None,
        "fromTheFuture": {},
    }
    params = converter.structure(received, messages.HybridSearchParams)
    assert params == messages.HybridSearchParams(
        query="x",
        limit=5,
        mode=Mode.VECTOR,
        weights=messages.Weights(1.0, 0.5),
        exclude_languages=["python"],
        source_code_only=True,
        text_document=types.TextDocumentIdentifier("file:///a"),
        position=types.Position(1, 2),
    )


def test_null_means_not_given() -> None:
    received = {"query": "x", "limit": None, "mode": None, "languages": None, "explain": None}
    assert converter.structure(received, messages.HybridSearchParams) == messages.HybridSearchParams("x")


def test_a_change_whose_range_is_null_is_one_of_the_whole_document() -> None:
    document, change = {"uri": "file:///a", "version": 2}, {"range": None, "rangeLength": None, "text": "x = 1\n"}
    received = {"textDocument": document, "contentChanges": [change]}
    params = converter.structure(received, types.DidChangeTextDocumentParams)
    assert params.content_changes == [types.TextDocumentContentChangeWholeDocument("x = 1\n")]


@pytest.mark.parametrize(
    ("value", "kind", "problem"),
    [
        ({"query": 5}, messages.HybridSearchParams, ("query", "must be a string")),
        ({"query": "x", "limit": "5"}, messages.HybridSearchParams, ("limit", "must be a whole number")),
        ({"query": "x", "limit": 1e400}, messages.HybridSearchParams, ("limit", "must be a whole number")),
        ({"query": "x", "weights": 1}, messages.HybridSearchParams, ("weights", "must be an object")),
        ({"lexical": 10**400, "vector": 1}, messages.Weights, ("lexical", "must be a smaller number")),
        ({"lexical": 1e400, "vector": 1}, messages.Weights, ("lexical", "must be a smaller number")),
        ({"query": "x", "languages": "python"}, messages.HybridSearchParams, ("languages", "must be a list")),
        ({"query": "x", "languages": [1]}, messages.HybridSearchParams, ("languages[0]", "must be a string")),
        ({"textDocument": {}}, types.DidSaveTextDocumentParams, ("textDocument.uri", "is required")),
        ({"line": -1, "character": 0}, types.Position, ("line", "must be between 0 and 2147483647, is -1")),
        ({"line": 0, "character": 2**31}, types.Position,
         ("character", "must be between 0 and 2147483647, is 2147483648")),
        ({"value": "loud"}, types.SetTraceParams, ("value", "must be one of off, messages, verbose")),
        ({"value": "Verbose"}, types.SetTraceParams,
         ("value", "must be one of off, messages, verbose; did you mean verbose?")),
        ({"query": "x", "mode": "lexcal"}, messages.HybridSearchParams,
         ("mode", "must be one of auto, hybrid, lexical, vector, symbol, exact, regex; did you mean lexical?")),
        ({"coreFiles": 1}, messages.DirectoryTreeParams, ("coreFiles", "must be true, false or an object")),
        ({"coreFiles": {"maxChars": "5"}}, messages.DirectoryTreeParams,
         ("coreFiles.maxChars", "must be a whole number")),
        ({"name": "tree", "arguments": 5}, messages.CallToolParams, ("arguments", "must be an object")),
        ({"name": "tree", "arguments": [5]}, messages.CallToolParams, ("arguments", "must be an object")),
        ({"preset": ["void"]}, messages.DirectoryTreeParams, ("preset", "must be one of default, void, aigne")),
        ({"changes": [{"uri": "a"}]}, types.DidChangeWatchedFilesParams, ("changes[0].type", "is required")),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_its_field(value: object, kind: type, problem: tuple[str, str]) -> None:
    with pytest.raises(Exception) as caught:  # cattrs raises several kinds
        converter.structure(value, kind)
    assert problems(caught.value) == [problem]


def test_all_wrong_values_of_a_request_are_told_at_once() -> None:
    with pytest.raises(Exception) as caught:
        converter.structure({"query": 5, "limit": "x", "include": [1, "a", 2]}, messages.HybridSearchParams)
    assert problems(caught.value) == [
        ("query", "must be a string"),
        ("limit", "must be a whole number"),
        ("include[0]", "must be a string"),
        ("include[2]", "must be a string"),
    ]


def test_half_an_emoji_in_a_question_is_replaced_and_in_a_document_kept_for_the_other_half() -> None:
    emoji, half = "\N{ROCKET}", "\ud83d"
    params = converter.structure(
        {"query": f"{half}a{half}", "include": [f"ä{emoji}{half}"]}, messages.HybridSearchParams
    )
    assert (params.query, params.include) == ("\ufffda\ufffd", [f"ä{emoji}\ufffd"])
    change = converter.structure({"text": half}, types.TextDocumentContentChangeWholeDocument)
    assert change.text == half


@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: path.stem)
def test_what_real_editors_send_at_first_is_taken(path: Path) -> None:
    recorded = json.loads(path.read_text(encoding="utf-8"))
    if path.stem == "neovim_v0.9.1":  # the one that needs help
        assert drop_capability(recorded, "capabilities.textDocument.callHierarchy")
    capabilities = converter.structure(recorded["capabilities"], types.ClientCapabilities)
    assert capabilities.workspace is not None


def test_core_files_are_wanted_or_not_or_wanted_with_options() -> None:
    def wanted(value: object) -> object:
        return converter.structure({"coreFiles": value}, messages.DirectoryTreeParams).core_files

    assert (wanted(True), wanted(False), wanted(None)) == (True, False, False)
    assert wanted({}) == wanted([]) == messages.CoreFiles()
    assert wanted({"maxChars": 5}) == messages.CoreFiles(5)


def test_no_arguments_of_a_tool_may_be_an_empty_list_as_lua_writes_it() -> None:
    assert converter.structure({"name": "status", "arguments": []}, messages.CallToolParams).arguments == {}


@pytest.mark.parametrize(
    ("name", "wire"),
    [("uri", "uri"), ("text_document", "textDocument"), ("max_items_per_dir", "maxItemsPerDir"), ("from_", "from")],
)
def test_attributes_are_camel_case_on_the_wire(name: str, wire: str) -> None:
    assert camel_case(name) == wire


def test_required_fields_are_always_sent_and_optional_ones_only_when_set() -> None:
    status = messages.IndexStatus(
        folder="file:///a",
        phase="ready",
        files=messages.FileCounts(1, 2, 0, 0),
        chunks=0,
        symbols=0,
        vectors=messages.VectorCounts(0, 0),
        generation=0,
        role="writer",
        stale=False,
    )
    assert converter.unstructure(status) == {
        "folder": "file:///a",
        "phase": "ready",
        "files": {"indexed": 1, "total": 2, "skipped": 0, "failed": 0},
        "chunks": 0,
        "symbols": 0,
        "vectors": {"done": 0, "total": 0},
        "generation": 0,
        "role": "writer",
        "stale": False,
    }
    page = messages.ListDirectoryResult(None, has_next_page=False, has_prev_page=False, items_remaining=0)
    assert converter.unstructure(page) == {
        "children": None,
        "hasNextPage": False,
        "hasPrevPage": False,
        "itemsRemaining": 0,
    }


def test_of_a_list_with_thousands_of_wrong_values_the_first_are_named() -> None:
    with pytest.raises(ClassValidationError) as failure:
        converter.structure({"query": "x", "include": ["*.py", *range(10_000)]}, messages.HybridSearchParams)
    found = problems(failure.value)
    assert found[0] == ("include[1]", "must be a string")
    assert len(found) == 20


def test_nothing_stays_of_a_message_that_was_refused() -> None:
    class Received(list[object]):
        pass

    def refuse(value: list[object]) -> None:
        try:
            converter.structure({"query": "x", "include": value}, messages.HybridSearchParams)
        except ClassValidationError as error:
            problems(error)

    received = Received([1, 2])
    kept = weakref.ref(received)
    gc.disable()
    try:
        refuse(received)
        del received
        assert kept() is None
    finally:
        gc.enable()
