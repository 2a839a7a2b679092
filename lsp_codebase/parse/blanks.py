"""Blanks in place of text that the parser should not see: as long, with the same line ends, so that nothing moves."""

from __future__ import annotations

from collections.abc import Iterable

_BLANKS = bytes(10 if code == 10 else 32 for code in range(256))


def blank(text: bytes) -> bytes:
    """Return blanks for a text."""
    return text.translate(_BLANKS)


def blanked(source: bytes, ranges: Iterable[tuple[int, int]]) -> bytes:
    """Return a source with blanks in some places."""
    text = bytearray(source)
    for start, end in ranges:
        text[start:end] = blank(source[start:end])
    return bytes(text)
