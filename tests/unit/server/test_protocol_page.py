"""PROTOCOL.md leaves out nothing that a client can send, be sent, or be refused with."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from lsprotocol.types import LSPErrorCodes
from pygls import exceptions

import lsp_codebase.server
from lsp_codebase import errors, model
from lsp_codebase.server import features, messages
from lsp_codebase.server.failures import as_rpc_error

SERVER = Path(lsp_codebase.server.__file__).parent
REPOSITORY = SERVER.parents[1]
SCRIPT = REPOSITORY / "scripts" / "generate_protocol.py"
PAGE = (REPOSITORY / "PROTOCOL.md").read_text("utf-8")
TYPES = [declared for name in messages.__all__ if attrs.has(declared := getattr(messages, name))]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_protocol", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_those_of_today() -> None:
    check = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert (check.returncode, check.stdout) == (0, ""), "run: python scripts/generate_protocol.py"


def test_the_contents_name_every_section_in_its_order() -> None:
    contents = re.findall(r"\]\(#([\w-]+)\)", PAGE.partition("\n## ")[0])
    assert contents == [
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in re.findall("^## (.+)$", PAGE, re.MULTILINE)
    ]


def test_a_table_that_says_something_else_is_put_right(generator: ModuleType) -> None:
    for table in ("| `limit` | integer | `10` | Most hits in this answer. From 1 to 100. |\n", "| `failed` |"):
        assert table in PAGE
        assert generator.page(PAGE.replace(table, "")) == PAGE


@pytest.mark.parametrize("declared", TYPES, ids=lambda declared: declared.__name__)
def test_every_field_of_every_message_is_described_on_the_page(generator: ModuleType, declared: type) -> None:
    told = generator.descriptions(declared)
    assert told.keys() == {field.name for field in attrs.fields(declared)}
    assert all(text.endswith(".") for text in told.values())
    assert f"<!-- fields {declared.__name__} -->" in PAGE


def test_every_enumeration_of_a_message_is_described_on_the_page(generator: ModuleType) -> None:
    named = {field.metadata["one_of"] for one in TYPES for field in attrs.fields(one) if "one_of" in field.metadata}
    for enumeration in named | {model.Pack}:
        assert generator.descriptions(enumeration).keys() == {member.name for member in enumeration}
        assert f"<!-- values {enumeration.__name__} -->" in PAGE


def test_every_link_of_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert len(anchors) == len(headings)
    assert {*re.findall(r"\]\(#([^)]+)\)", PAGE)} <= anchors


def handled() -> Iterator[str]:
    """Yield every method that the server, its protocol or its outline handles."""
    yield from features.HANDLERS
    yield "textDocument/documentSymbol"
    from lsp_codebase.server.dispatch import CodebaseProtocol

    for name in dir(CodebaseProtocol):
        method = getattr(getattr(CodebaseProtocol, name), "method_name", None)
        if isinstance(method, str):
            yield method


def test_every_method_of_the_server_is_on_the_page() -> None:
    methods = {*handled()}
    assert "initialize" in methods
    assert "$/cancelRequest" in PAGE
    for method in methods - messages.PARAMS.keys():
        assert f"`{method}`" in PAGE, method
    for method in (*messages.PARAMS, messages.INDEX_STATUS):
        assert f"\n## {method}\n" in PAGE, method


def codes() -> Iterator[int]:
    """Yield the code of every error that the server's modules name, or make of what the core raises."""
    for module in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "pygls.exceptions":
                found = (getattr(exceptions, name.name) for name in node.names)
                yield from (error.CODE for error in found if getattr(error, "CODE", None) is not None)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "LSPErrorCodes":
                yield int(LSPErrorCodes[node.attr])
    raised = [
        errors.InvalidQuery("query", "wrong"),
        errors.UnknownRoot("/"),
        errors.IndexUnavailable("cause", "hint"),
        errors.ModelUnavailable("no model"),
        errors.Cancelled(),
        errors.RequestDropped("codebase/symbols", 1_000),
        RuntimeError("a defect"),
    ]
    yield from (as_rpc_error(error).code for error in raised)


def test_every_error_code_of_the_server_is_on_the_page_and_no_other() -> None:
    table = PAGE[PAGE.index("\n## Errors\n") : PAGE.index("\n## Settings\n")]
    shown = {int(code) for code in re.findall(r"^\| `(-\d+)` \|", table, re.MULTILINE)}
    assert shown == {*codes()}
