"""Bodies of short functions that hold no definition: the parser leaves them out.

They are 29 % of the bytes of a kernel's C files and 36 % of the time to parse and query these; they make no symbol and
no cut of a chunk. Layout tells such a body from what is around it. Of its text the parser sees the comments only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Range

_GRAMMARS = frozenset({"c"})
_HEAD, _FOOT = b")\n{\n", b"\n}"
_LEAST = 40  # bytes of a body that cost more to parse than to leave out
_MOST = 256  # places of a file: the lexer goes through them again and again
_BEFORE_HEAD = (b"\n\n", b";\n", b"}\n", b"*/\n")
_ANNOUNCES = (b"struct", b"union", b"enum", b"typedef")
_DEFINES = re.compile(rb"\b(?:struct|union|enum)\b[^;(){}=]*\{|\btypedef\b")
# A comment up to the end of its line holds this end: else it would go on in the next range.
_NO_CODE = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|(/\*.*?\*/|//[^\n]*\n)', re.DOTALL)


def without_bodies(grammar: str, source: bytes, max_chars: int) -> list[Range] | None:
    """Return the ranges of a source that have to be parsed, None for all of it.

    `max_chars` is the size of a chunk: a function that is longer is cut at its statements.
    """
    if grammar not in _GRAMMARS:
        return None
    left_out: list[tuple[int, int]] = []
    for start, end in _bodies(source, max_chars):
        left_out += _code(source, start, end)
        if len(left_out) >= _MOST:
            break
    return _others(source, left_out) if left_out else None


def _bodies(source: bytes, max_chars: int) -> Iterator[tuple[int, int]]:
    """Yield where the insides of short and plain functions begin and end."""
    at = source.find(_HEAD)
    while at >= 0:
        start = at + len(_HEAD) - 1
        end = source.find(_FOOT, start)
        if end < 0:
            return
        first = max(at - max_chars, 0)
        before = max(first, *(source.rfind(mark, first, at) for mark in _BEFORE_HEAD))
        if end - before <= max_chars and end - start >= _LEAST and _is_plain(source, start, end):
            yield start, end + 1
        at = source.find(_HEAD, end)


def _is_plain(source: bytes, start: int, end: int) -> bool:
    text = source[start:end]
    return (
        source[end + len(_FOOT) : end + len(_FOOT) + 1] == b"\n"
        and b"#" not in text
        and text.count(b"{") == text.count(b"}")
        and not (any(word in text for word in _ANNOUNCES) and _DEFINES.search(text))
    )


def _code(source: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Return what of a body is no comment."""
    text = source[start:end]
    if b"/*" not in text and b"//" not in text:
        return [(start, end)]
    comments = [match.span(1) for match in _NO_CODE.finditer(text) if match[1] is not None]
    starts = [start, *(start + behind for _, behind in comments)]
    ends = [*(start + before for before, _ in comments), end]
    return [(first, last) for first, last in zip(starts, ends, strict=True) if first < last]


def _others(source: bytes, left_out: list[tuple[int, int]]) -> list[Range]:
    """Return the ranges between others."""
    from tree_sitter import Range

    ranges: list[Range] = []
    row = place = 0
    point, begin = (0, 0), 0
    for start, end in left_out:
        row += source.count(b"\n", place, start)
        ranges.append(Range(point, (row, _column(source, start)), begin, start))
        row += source.count(b"\n", start, end)
        point, begin, place = (row, _column(source, end)), end, end
    row += source.count(b"\n", place)
    ranges.append(Range(point, (row, _column(source, len(source))), begin, len(source)))
    return ranges


def _column(source: bytes, place: int) -> int:
    return place - source.rfind(b"\n", 0, place) - 1
