"""What a tool answers: a text for a model, and the same as values for a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_types import CallToolResult, TextContent

CHARS_A_TOKEN = 4
"""An estimate for code and prose alike; budgets are kept by it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as text, and as values that JSON can hold."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def to_result(self, *, is_structured: bool) -> CallToolResult:
        """Return the result of a call.

        Most clients that are given values show a model these alone, as JSON. So there are none unless the server was
        asked for them.
        """
        content: list[Any] = [TextContent(type="text", text=self.text)]
        return CallToolResult(content=content, structured_content={**self.values} if is_structured else None)
