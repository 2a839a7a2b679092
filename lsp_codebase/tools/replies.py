"""The answer of a tool: a text for a model, and the same as values for a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CHARS_A_TOKEN = 4
"""An estimate for code and prose alike; budgets are kept by it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as text, and as values that JSON can hold."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
