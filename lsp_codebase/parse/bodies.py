"""Bodies of short functions that hold no definition: blanks for the parser.

They are a quarter of the bytes of a kernel's C files and about as much of the time to parse and query these; they make
no symbol and no cut of a chunk. Layout tells such a body from what is around it. Its comments stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_GRAMMARS = frozenset({"c"})
_HEAD, _FOOT = b")\n{\n", b"\n}"
_LEAST = 40  # bytes of a body that cost more to look at than to parse
_DEFINES = re.compile(rb"(?:struct|union|enum)\b[^;(){}=]{0,200}\{")
_COMMENT_OR_STRING = re.compile(
    rb"[\"'/](?:(?<=/)(?:\*.*?(?:\*/|\Z)|/[^\n]*)|(?<=\")(?:\\.|[^\"\\\n])*\"|(?<=')(?:\\.|[^'\\\n])+')", re.DOTALL
)
_BLANKS = bytes(10 if code == 10 else 32 for code in range(256))
"""Keeps line ends."""


def without_bodies(grammar: str, source: bytes, max_chars: int) -> bytes:
    """Return a text of the same lines and columns with blanks for code that need not be parsed.

    `max_chars` is the size of a chunk: a function that is longer is cut at its statements.
    """
    if grammar not in _GRAMMARS:
        return source
    parts: list[bytes] = []
    done = 0
    for start, end in _bodies(source, max_chars):
        parts += [source[done:start], _blanked(source[start:end])]
        done = end
    return b"".join([*parts, source[done:]]) if parts else source


def _bodies(source: bytes, max_chars: int) -> Iterator[tuple[int, int]]:
    """Yield where the insides of short and plain functions begin and end."""
    at = source.find(_HEAD)
    while at >= 0:
        start = at + len(_HEAD)
        end = source.find(_FOOT, start - 1)
        if end < 0:
            return
        room = max_chars - (end + len(_FOOT) - at)  # for its head
        if (
            end - start >= _LEAST
            and room > 0
            and at - _begin(source, at, room) <= room
            and _is_plain(source, start, end)
        ):
            yield start, end
        at = source.find(_HEAD, end)


def _begin(source: bytes, head: int, most: int) -> int:
    """Return a place above the first line of a function; it is looked for in little more than so many bytes."""
    least = max(head - most - 1, 0)
    begin = max(least, source.rfind(b"\n\n", least, head))
    return max(begin, source.rfind(b"*/\n", begin, head))


def _is_plain(source: bytes, start: int, end: int) -> bool:
    text = source[start:end]
    return (
        source[end : end + 3] == b"\n}\n"
        and b"#" not in text
        and text.count(b"{") == text.count(b"}")
        and b"typedef" not in text
        and _DEFINES.search(text) is None
    )


def _blanked(text: bytes) -> bytes:
    """Return a body with blanks for all but its comments."""
    blanks = text.translate(_BLANKS)
    if b"/*" not in text and b"//" not in text:
        return blanks
    parts: list[bytes] = []
    done = 0
    for match in _COMMENT_OR_STRING.finditer(text):
        if match[0].startswith(b"/"):
            parts += [blanks[done : match.start()], match[0]]
            done = match.end()
    return b"".join([*parts, blanks[done:]])
