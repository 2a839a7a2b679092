"""The tools for models as VS Code wants them declared in `package.json`: those of the server that only read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from lsp_codebase.config import SECTION, Settings
from lsp_codebase.tools import CONVENTIONS, Tool, Toolbox
from lsp_codebase.workspace import Workspace

PREFIX = "codebase_"
"""Names of language-model tools are global in an editor."""

_ICONS = {
    "search": "search",
    "read_symbol": "symbol-method",
    "calls": "references",
    "outline": "symbol-class",
    "find_symbols": "symbol-namespace",
    "similar": "copy",
    "history": "history",
    "tree": "list-tree",
    "list_files": "files",
    "read_file": "file-code",
    "status": "info",
}


def language_model_tools() -> Sequence[dict[str, Any]]:
    """Return the entries of `contributes.languageModelTools`, the most useful tool first."""
    with closing(Workspace(Settings())) as workspace:
        return [_declared(tool) for tool in Toolbox(workspace).tools.values() if not tool.changes]


def with_tools(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return `package.json` with its tools renewed."""
    return {**manifest, "contributes": {**manifest["contributes"], "languageModelTools": language_model_tools()}}


def _declared(tool: Tool) -> dict[str, Any]:
    description = " ".join(tool.description.split())
    return {
        "name": PREFIX + tool.name,
        "displayName": tool.title,
        "toolReferenceName": "codebase" + tool.name.title().replace("_", ""),
        "canBeReferencedInPrompt": True,
        "icon": f"$({_ICONS[tool.name]})",
        "tags": ["codebase"],
        "userDescription": re.split(r"(?<=\.) |:", description)[0].rstrip(".") + ".",
        "modelDescription": f"{tool.description}\n\n{CONVENTIONS}",
        "inputSchema": tool.parameters,
        "when": f"config.{SECTION}.agents.tools",
    }
