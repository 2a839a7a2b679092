"""`codebase/callTool`: what a model in an editor reads is what it reads over MCP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_session import make_files
from raw_client import RawClient

from lsp_codebase.config import Sources
from lsp_codebase.mcp import build_server
from lsp_codebase.opening import open_answers

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("search", {"query": "wait longer after each failure"}),
    ("search", {"query": "backoff", "path": "net", "max_tokens": 300}),
    ("search", {"query": "x", "limit": 0, "mode": "regexp", "max_token": 3}),
    ("read_symbol", {"name": "Retry.backoff"}),
    ("read_symbol", {"name": "Retri"}),
    ("calls", {"name": "backoff"}),
    ("outline", {"path": "net/retry.py"}),
    ("find_symbols", {"pattern": "socket", "limit": "5"}),
    ("similar", {"path": "net/retry.py", "start_line": 4}),
    ("history", {"query": "backoff"}),
    ("history", {"end_line": 3, "path": "net/retry.py"}),
    ("history", {"start_line": 1, "path": "net/retry.py", "since": "yesterday"}),
    ("tree", {"symbols": True}),
    ("list_files", {"languages": ["python"]}),
    ("read_file", {"path": "/etc/passwd"}),
    ("read_file", {"path": ".env"}),
    ("status", {}),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_files(tmp_path_factory.mktemp("tools"))


@pytest.fixture(scope="module")
def editor(shared: RawClient, root: Path) -> Iterator[RawClient]:
    with shared.visit(root):
        yield shared


async def test_a_tool_call_is_answered_with_the_text_of_mcp(editor: RawClient, root: Path) -> None:
    answers = open_answers(root, Sources(), name="a model")  # which attaches: both ask one index
    with closing(answers):
        async with Client(build_server(answers)) as client:
            for name, arguments in CALLS:
                over_mcp = await client.call_tool(name, arguments)
                expected = {"text": over_mcp.content[0].text, "isError": over_mcp.is_error}
                params = {"name": name, "arguments": arguments}
                assert editor.result("codebase/callTool", params) == expected, name


def test_a_tool_call_is_a_command_too(editor: RawClient) -> None:
    call = {"name": "list_files", "arguments": {"include": ["*.go"]}}
    params = {"command": "codebase.callTool", "arguments": [call]}
    assert editor.result("workspace/executeCommand", params) == {"text": "net/socket.go", "isError": False}


def test_a_tool_that_is_none_is_an_error_that_names_those_there_are(editor: RawClient) -> None:
    error = editor.error("codebase/callTool", {"name": "serch"})
    assert error["code"] == -32602
    assert error["data"]["field"] == "name"
    assert "search, read_symbol" in error["message"]
    assert error["message"].endswith("did you mean search?")
