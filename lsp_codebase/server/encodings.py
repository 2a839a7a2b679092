"""Columns in the encoding that a client chose, and ours in UTF-8 bytes.

Nothing else in the package knows about encodings. Only the standard library is imported here.
"""

from __future__ import annotations

UTF_8, UTF_32 = "utf-8", "utf-32"
"""As LSP names them; any other is UTF-16."""


def to_character(line: bytes, column: int, encoding: str) -> int:
    """Return the client's offset of a UTF-8 column; a column inside a character gives the character's start."""
    if encoding == UTF_8:
        return column
    text = line[:column].decode("utf-8", "ignore")
    return len(text) if encoding == UTF_32 else len(text.encode("utf-16-le")) // 2


def to_column(line: bytes, character: int, encoding: str) -> int:
    """Return the UTF-8 column of a client's offset, at most the line's length."""
    if encoding == UTF_8:
        return min(character, len(line))
    if line.isascii():
        return min(character, len(line))
    text = line[: 4 * character].decode("utf-8", "replace")[:character]  # no character has more bytes, or fewer units
    if encoding == UTF_32:
        return len(text.encode("utf-8"))
    units = text.encode("utf-16-le")[: 2 * character]
    return len(units.decode("utf-16-le", "ignore").encode("utf-8"))
