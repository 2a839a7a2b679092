"""Agents in VS Code: the language-model tools and the MCP server, asked by a small extension that plays the agent."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

HERE = Path(__file__).parent
EXTENSION = HERE.parents[2] / "editors" / "vscode"
MANIFEST = EXTENSION / "package.json"
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("search", {"query": "measureWidth"}),
    ("search", {"query": "decode a json document", "max_tokens": 800}),
    ("find_symbols", {"pattern": "measurewidth"}),
    ("read_symbol", {"name": "measureWidth"}),
    ("outline", {"path": "json/decoder.py"}),
    ("calls", {"name": "JSONDecoder"}),
    ("similar", {"path": "json/decoder.py", "start_line": 340}),
    ("tree", {"depth": 1}),
    ("list_files", {"path": "json"}),
    ("read_file", {"path": "measure.js", "end_line": 1}),
]

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the agent finds its steps and leaves its answers."""
    return tmp_path_factory.mktemp("probe")


@pytest.fixture(scope="module")
def extra_extensions(tools: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """The extension that plays the agent."""
    package = tmp_path_factory.mktemp("probe") / "agent-probe.vsix"
    vsce = EXTENSION / "node_modules" / ".bin" / "vsce"
    command = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "--out", package]
    subprocess.run(command, cwd=HERE / "agent_probe", env=tools, check=True, capture_output=True, timeout=900)
    return (package,)


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the editor sent to the language server."""
    return tmp_path_factory.mktemp("wire") / "sent"


@pytest.fixture(scope="module")
def no_extra(probe: Path) -> Path:
    """While this file is there, the server is as if it was installed without the extra."""
    return probe / "no-extra"


PROGRAM = """#!/bin/sh
if [ "$1" = mcp ] && [ -e "{no_extra}" ]; then
    exec "{python}" -c 'import sys; sys.modules["mcp"] = None; from lsp_codebase.cli import main; sys.exit(main())' "$@"
fi
[ "$1" = --stdio ] || exec "{inner}" "$@"
tee -a "{wire}" | "{inner}" "$@"
"""


@pytest.fixture(scope="module")
def machine_settings(machine_settings: Mapping[str, Any], probe: Path, wire: Path, no_extra: Path) -> dict[str, Any]:
    """Has the server started by a program that writes down what it is sent."""
    program = probe / "lsp-codebase"
    inner = machine_settings["lspCodebase.server.path"]
    program.write_text(PROGRAM.format(python=sys.executable, inner=inner, wire=wire, no_extra=no_extra), "utf-8")
    program.chmod(0o755)
    return {**machine_settings, "lspCodebase.server.path": str(program), "agentProbe.folder": str(probe)}


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any], probe: Path, no_extra: Path) -> Any:
    """What one session saw, step by step."""
    return play("agents", PROBE=str(probe), NO_EXTRA=str(no_extra), QUESTIONS=json.dumps(QUESTIONS))


@pytest.fixture(scope="module")
def declared() -> Any:
    return json.loads(MANIFEST.read_text("utf-8"))["contributes"]["languageModelTools"]


def test_an_agent_is_shown_every_tool_that_is_declared(seen: Any, declared: Any) -> None:
    shown = {tool["name"]: tool for tool in seen["tools"] if tool["name"].startswith("codebase_")}
    assert shown.keys() == {tool["name"] for tool in declared}
    for tool in declared:
        assert shown[tool["name"]]["description"] == tool["modelDescription"]
        assert shown[tool["name"]]["inputSchema"] == tool["inputSchema"]


def is_complete(status: str) -> bool:
    return ": ready;" in status and "not complete" not in status


def test_an_agent_reads_the_very_text_that_it_gets_over_mcp(
    seen: Any, workspace: Path, server_environment: dict[str, str]
) -> None:
    async def over_mcp() -> list[str]:
        command = ["mcp", "--root", str(workspace)]
        program = StdioServerParameters(
            command=str(Path(server_environment["HOME"]) / "bin" / "lsp-codebase"), args=command, env=server_environment
        )
        async with Client(program) as client:
            while not is_complete((await client.call_tool("status", {})).content[0].text):
                await asyncio.sleep(0.1)
            results = [await client.call_tool(name, arguments) for name, arguments in QUESTIONS]
        return ["".join(block.text for block in result.content) for result in results]

    texts = [answer.get("text") for answer in seen["answers"]]
    for question, text, expected in zip(QUESTIONS, texts, asyncio.run(over_mcp()), strict=True):
        assert text == expected, question


def test_a_wrong_argument_is_an_error_that_names_it_and_the_fix(seen: Any) -> None:
    assert "limit: must be between 1 and 100" in seen["refused"]["error"]
    assert re.search(r"name: nothing is called mesureWidth; nearest:\n.*measureWidth", seen["unknown"]["error"])


def test_a_call_that_is_cancelled_is_cancelled_in_the_server(seen: Any, wire: Path) -> None:
    assert seen["cancelled"].get("name") == "Canceled"
    sent = wire.read_text("utf-8")
    call = re.search(r'"id":(\d+),"method":"codebase/callTool"[^\n]*"never mind"', sent)
    assert call is not None
    assert f'"method":"$/cancelRequest","params":{{"id":{call[1]}}}' in sent


def test_an_answer_keeps_to_the_room_that_the_model_has(seen: Any) -> None:
    for step, tokens in (("shortList", 50), ("shortSearch", 200)):
        text = seen[step]["text"]
        assert 0 < len(text) <= 2 * tokens  # as the probe counts
    assert seen["shortList"]["text"].endswith("(cut: there is room for 50 tokens; ask for less, or for a part)")


def test_a_setting_takes_the_tools_away(seen: Any) -> None:
    assert "codebase_status" in seen["whenOff"]["error"]


def test_the_mcp_server_is_offered_only_when_a_setting_says_so_and_runs(seen: Any, declared: Any) -> None:
    assert not any("lsp-codebase" in text for text in seen["serversBefore"])
    names = {tool["name"] for tool in seen["mcpTools"]} - {tool["name"] for tool in declared}
    for tool in declared:
        assert any(name.endswith(tool["name"].removeprefix("codebase_")) for name in names)
    assert any("lsp-codebase" in text and "Running" in text for text in seen["running"])


def test_a_server_without_the_extra_is_told_with_the_fix_and_tried_again(seen: Any) -> None:
    assert "was installed without the extra" in seen["missing"]
    assert "uv tool install --force" in seen["missing"]
