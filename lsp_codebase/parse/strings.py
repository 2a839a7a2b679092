"""The string literals of code, found by their quotes in any language: what messages of a program are searched by."""

from __future__ import annotations

import re

# Text between three quotes is documentation more often than a message, so it is only stepped over.
_LITERAL = re.compile(
    r"\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}"
    r"|\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`"
)


def string_literals(code: str) -> str:
    """Return what stands between quotes, a literal a line."""
    return "\n".join(double or single or back for double, single, back in _LITERAL.findall(code))
