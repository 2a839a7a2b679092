"""The string literals of code, found by their quotes in any language: messages of a program are searched by them."""

from __future__ import annotations

import re

# Text between three quotes is documentation more often than a message, so it is only stepped over. Each alternative
# begins with a letter, which `re` looks for first; plain text between two escapes is read at once.
_SOURCE = r"\"\"\"[\s\S]*?\"{{3}}|'''[\s\S]*?'{{3}}|\"({double})\"|'({single})'|`([^`]*)`"
_LITERAL = re.compile(_SOURCE.format(double=r"[^\"\\\n]*(?:\\.[^\"\\\n]*)*", single=r"[^'\\\n]*(?:\\.[^'\\\n]*)*"))
_SHORT_LITERAL = re.compile(_SOURCE.format(double=r"(?:[^\"\\\n]|\\.){0,200}", single=r"(?:[^'\\\n]|\\.){0,200}"))
# A literal without an end is read to the end of the line for every escaped quote in it: beyond so many steps, which is
# a hundred such quotes in a line of 20,000 characters, only short literals are looked for.
_MOST_STEPS = 2_000_000


def string_literals(code: str) -> str:
    """Return the texts between quotes, a literal a line."""
    pattern = _LITERAL if code.count("\\") * len(code) <= _MOST_STEPS else _SHORT_LITERAL
    return "\n".join(double or single or back for double, single, back in pattern.findall(code))
