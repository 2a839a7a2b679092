"""What PROTOCOL.md shows a client author is what the server does.

RECORD_PROTOCOL=1 python -m pytest tests/protocol/test_page_examples.py      record the examples anew
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import pytest
from raw_client import RawClient
from recorded_page import Recorder, commit_all, examples, make_workspace

from lsp_codebase.server import messages
from lsp_codebase.server.structure import camel_case

PAGE = Path(__file__).parents[2] / "PROTOCOL.md"
RESULTS: Mapping[str, Any] = {
    "codebase/hybridSearch": messages.HybridSearchResult,
    "codebase/similar": messages.HybridSearchResult,
    "codebase/symbols": messages.SymbolsResult,
    "codebase/fileSymbols": messages.FileSymbolsResult,
    "codebase/definitions": messages.SymbolsResult,
    "codebase/calls": messages.CallsResult,
    "codebase/history": messages.HistoryResult,
    "codebase/context": messages.ContextResult,
    "codebase/directoryTree": messages.DirectoryTreeResult,
    "codebase/listDirectory": messages.ListDirectoryResult,
    "codebase/listFiles": messages.ListFilesResult,
    "codebase/readFile": messages.ReadFileResult,
    "codebase/status": Sequence[messages.IndexStatus],
    "codebase/reindex": NoneType,
    "codebase/clear": NoneType,
    "codebase/doctor": messages.DoctorResult,
    "codebase/callTool": messages.CallToolResult,
}
LEAST: Mapping[type, Any] = {
    messages.HybridSearchParams: {"query": "cart"},
    messages.SymbolsParams: {"query": "cart"},
    messages.DefinitionsParams: {"name": "Cart"},
    messages.CallsParams: {"name": "Cart", "relation": "caller"},
    messages.ContextParams: {"search": {"query": "cart"}},
    messages.SimilarParams: {"position": {"line": 5, "character": 0}},
    messages.ListFilesParams: {"maxResults": 10},
}
"""The params that a request cannot do without, but for its URI."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("protocol").resolve() / "shop"
    make_workspace(root)
    commit_all(root)
    return root


def test_a_server_answers_as_the_page_says(start: Callable[..., RawClient], folder: Path) -> None:
    written = PAGE.read_text("utf-8")
    recorded = Recorder(start(), folder).recorded(written)
    if os.environ.get("RECORD_PROTOCOL"):
        PAGE.write_text(recorded, "utf-8", newline="\n")
        return
    assert recorded.splitlines() == written.splitlines(), f"to record: {__doc__}"


def answered() -> Iterator[tuple[str, Any]]:
    """Yield the method of each request of the page with its answer."""
    for sent, received in examples(PAGE.read_text("utf-8")):
        answers = {message.get("id"): message for message in received if "method" not in message}
        for request in sent:
            if isinstance(request, dict) and request.get("id") in answers:
                yield request["method"], answers[request["id"]]


def test_every_request_has_an_example_that_succeeds() -> None:
    shown = {method for method, answer in answered() if "result" in answer}
    standard = {"initialize", "shutdown", "workspace/symbol", "textDocument/documentSymbol", "workspace/executeCommand"}
    assert {*messages.PARAMS, *standard} <= shown
    assert RESULTS.keys() == messages.PARAMS.keys()


def test_every_error_that_a_few_messages_can_provoke_has_an_example() -> None:
    page = PAGE.read_text("utf-8")
    listed = {int(code) for code in re.findall(r"^\| `(-\d+)` \|", page, re.MULTILINE)}
    shown = {message["error"]["code"] for _, received in examples(page) for message in received if "error" in message}
    assert listed - shown == {-32603, -32802}  # a defect, and a thousand requests that wait


@pytest.mark.parametrize(
    ("method", "result"),
    [(method, answer["result"]) for method, answer in answered() if method in RESULTS and "result" in answer],
)
def test_an_answer_holds_the_fields_of_its_table(method: str, result: Any) -> None:
    assert problems(result, RESULTS[method]) == []


def problems(value: Any, kind: Any, where: str = "result") -> list[str]:
    """Return where a value is not what its declaration says."""
    if attrs.has(kind) and kind.__module__.startswith("lsp_codebase"):
        hints = {camel_case(name): hint for name, hint in get_type_hints(kind).items()}
        required = {camel_case(field.name) for field in attrs.fields(kind) if field.default is attrs.NOTHING}
        found = [f"{where}: {name} is not declared" for name in value.keys() - hints.keys()]
        found += [f"{where}: {name} is missing" for name in required - value.keys()]
        declared = value.keys() & hints.keys()
        return found + [p for name in declared for p in problems(value[name], hints[name], f"{where}.{name}")]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        tried = [problems(value, one, where) for one in inner]
        return [] if [] in tried else min(tried, key=len)
    if origin is Literal:
        return [] if value in inner else [f"{where}: {value!r}"]
    if inner and isinstance(value, list):
        return [p for at, item in enumerate(value) for p in problems(item, inner[0], f"{where}[{at}]")]
    if inner and isinstance(value, dict):
        return [p for key, item in value.items() for p in problems(item, inner[1], f"{where}.{key}")]
    expected = {float: int | float}.get(kind, kind if kind in (int, str, bool, NoneType) else dict)
    return [] if isinstance(value, expected) else [f"{where}: {value!r}"]


BOUNDED = [
    (method, camel_case(field.name), field.metadata)
    for method, params in messages.PARAMS.items()
    for field in attrs.fields(params)
    if {"within", "length"} & field.metadata.keys()
]


@pytest.fixture(scope="module")
def client(shared: RawClient, folder: Path) -> Iterator[RawClient]:
    """The server, with one folder for all bounds."""
    with shared.visit(folder):
        yield shared


@pytest.mark.parametrize(("method", "field", "metadata"), BOUNDED, ids=[f"{row[0]}:{row[1]}" for row in BOUNDED])
def test_the_server_takes_what_is_within_the_range_of_the_page_and_refuses_what_is_not(
    client: RawClient, folder: Path, method: str, field: str, metadata: Mapping[str, Any]
) -> None:
    params = messages.PARAMS[method]
    uri = (folder / "shop/cart.py").as_uri() if "File" in params.__name__ else folder.as_uri()
    base = {**LEAST.get(params, {}), "textDocument": {"uri": (folder / "shop/cart.py").as_uri()}}
    if method not in ("codebase/listFiles", "codebase/hybridSearch"):
        base["uri"] = uri
    least, most = metadata.get("within") or metadata["length"]

    def made(number: int) -> Any:
        return "x" * number if "length" in metadata else number

    for number in (least, most):
        assert "result" in client.request(method, {**base, field: made(number)}), number
    for number in (least - 1, most + 1):
        error = client.error(method, {**base, field: made(number)})
        assert (error["code"], error["data"]["field"]) == (-32602, field)
