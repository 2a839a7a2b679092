"""The tools that VS Code declares to its agents are those of MCP, and are written from them."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mcp import Client

from lsp_codebase.config import Settings
from lsp_codebase.mcp import build_server
from lsp_codebase.tools import toolbox
from lsp_codebase.workspace import Workspace

EDITORS = Path(__file__).parents[2] / "editors"


@pytest.fixture(scope="module")
def declared() -> Any:
    return json.loads((EDITORS / "vscode" / "package.json").read_text("utf-8"))["contributes"]["languageModelTools"]


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EDITORS.parent))
    return importlib.import_module("editors.generate.language_model_tools")


async def test_the_declared_tools_are_those_of_mcp_that_only_read(declared: Any) -> None:
    workspace = Workspace(Settings())
    try:
        async with Client(build_server(workspace)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            instructions = client.instructions
    finally:
        workspace.close()
    reading = {f"codebase_{name}": tool for name, tool in tools.items() if tool.annotations.read_only_hint}
    assert [tool["name"] for tool in declared] == [*reading]
    for tool in declared:
        over_mcp = reading[tool["name"]]
        description, _, conventions = tool["modelDescription"].rpartition("\n\n")
        assert description == over_mcp.description
        assert conventions in instructions
        assert tool["inputSchema"] == over_mcp.input_schema
        assert tool["displayName"] == over_mcp.title


def test_a_changed_text_makes_the_declarations_stale(
    declared: Any, generator: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert generator.language_model_tools() == declared
    monkeypatch.setattr(toolbox.Tool, "description", property(lambda tool: f"New: {tool.name}."))
    assert [tool["userDescription"] for tool in generator.language_model_tools()][:2] == ["New.", "New."]
    assert generator.language_model_tools() != declared


def test_a_tool_can_be_called_by_an_agent_and_named_by_a_person(declared: Any) -> None:
    for tool in declared:
        assert re.fullmatch(r"codebase_\w+", tool["name"])
        assert re.fullmatch(r"codebase[A-Z]\w+", tool["toolReferenceName"])
        assert tool["canBeReferencedInPrompt"]
        assert re.fullmatch(r"\$\([a-z-]+\)", tool["icon"])
        assert re.fullmatch(r"[A-Z][^:]{10,150}\.", tool["userDescription"]), tool["userDescription"]
    assert len({tool["toolReferenceName"] for tool in declared}) == len(declared)
    assert "codebase" not in {tool["toolReferenceName"] for tool in declared}  # VS Code's own has that name
