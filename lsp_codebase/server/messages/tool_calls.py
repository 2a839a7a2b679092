"""The wire types of `codebase/callTool`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from lsprotocol.types import ProgressToken


@frozen
class CallToolParams:
    """`codebase/callTool`."""

    name: str
    """Name of a tool, as `lsp-codebase mcp` offers it."""
    arguments: Mapping[str, Any] | None = None
    """Its arguments by name."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class CallToolResult:
    """The answer of `codebase/callTool`."""

    text: str
    """The answer for a model; paths are relative to the folder, of several they begin with its name, lines start
    at 1."""
    is_error: bool
    """Whether the text says why there is no answer, and how to mend the call."""
