"""The answer of a tool: a text for a model, and the same as values for a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as text, and as values that JSON can hold."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)


def sendable(reply: Reply) -> Reply:
    """Return an answer that every message can hold: half a surrogate pair would end the writer of the MCP server."""
    return Reply(sendable_text(reply.text), {key: _sendable_value(value) for key, value in reply.values.items()})


def sendable_text(text: str) -> str:
    """Return a text with each half of a surrogate pair as its escape: names that are not UTF-8 hold some."""
    return text.encode("utf-8", "backslashreplace").decode()


def _sendable_value(value: Any) -> Any:
    if isinstance(value, str):
        return sendable_text(value)
    if isinstance(value, Mapping):
        return {key: _sendable_value(one) for key, one in value.items()}
    if isinstance(value, Sequence):
        return [_sendable_value(one) for one in value]
    return value
