"""The escapes of colours, and texts without any others: contents of files steer no terminal."""

from __future__ import annotations

import re
import unicodedata

_CODES = {
    "path": "35",
    "number": "32",
    "match": "1;31",
    "name": "1",
    "folder": "1;36",
    "dim": "2",
    "good": "32",
    "warning": "33",
    "bad": "1;31",
}
_OWN = re.compile(f"(\x1b\\[(?:0|{'|'.join(sorted(set(_CODES.values())))})m)")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def styled(style: str, text: str) -> str:
    """Return a text in a style."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def harmless(text: str) -> str:
    """Return lines for a terminal with each control but our colours as one sign."""
    if text.isprintable():
        return text
    return "".join(part if _OWN.fullmatch(part) else "".join(map(_visible, part)) for part in _OWN.split(text))


def visible(char: str) -> str:
    """Return a character of a line as it can be seen; a tab stays."""
    if char == "\t" or unicodedata.category(char) not in _HIDDEN:
        return char
    return chr(0x2400 + ord(char)) if ord(char) < 0x20 else "\ufffd"


def _visible(char: str) -> str:
    return char if char == "\n" else visible(char)
