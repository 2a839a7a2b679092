"""Bodies of functions that hold no definition, and blocks within long ones: blanks for the parser.

They are half of the bytes of a kernel's C files, a third of those of Go, and as much or more of the time to parse and
query these; they make no symbol, and `layout` cuts the long ones. Layout tells such a body from the code around it.
Its comments stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from lsp_codebase.parse.blanks import blank

_HEAD, _FOOT = b")\n{\n", b"\n}"
_LEAST = 40  # bytes of a body: a smaller one is parsed faster than checked
_DEFINES = re.compile(rb"(?:struct|union|enum)\b[^;(){}=]{0,200}\{")
_NAMES = re.compile(rb"#[ \t]*(?:define|include)\b")
_OPENING = b"{\n"
_DEFINES_IN_GO = re.compile(rb"(?:struct|interface)[ \t]*\{[ \t]*[^} \t]|\btype\b")
_RUNS = re.compile(rb"\.Run\([\"`]")
"""A test within a test."""
# A quote that nothing closes is passed with the rest of its line: else each of many would be looked at up to its end.
_COMMENT_OR_STRING = re.compile(
    rb"[\"'/`](?:(?<=/)(?:\*.*?(?:\*/|\Z)|/[^\n]*)|(?<=\")(?:\\.|[^\"\\\n])*\"?|(?<=')(?:\\.|[^'\\\n]){1,12}'|(?<=`)[^`]*`)",
    re.DOTALL,
)
"""Keeps line ends."""

Rows: TypeAlias = "tuple[int, int]"
_Body: TypeAlias = "tuple[int, int, bool]"


def without_bodies(grammar: str, source: bytes, max_chars: int) -> tuple[bytes, list[Rows]]:
    """Return a text of the same lines and columns with blanks for code that need not be parsed.

    Also return the rows of each function that is longer than a chunk of `max_chars` and has nothing left to cut it at:
    from the one below its opening brace to that of its closing one.
    """
    find = _FINDERS.get(grammar)
    if find is None:
        return source, []
    parts: list[bytes] = []
    long: list[Rows] = []
    done = counted = row = 0
    for start, end, is_long in find(source, max_chars):
        text = source[start:end]
        parts += [source[done:start], _only_comments(text)]
        if is_long:
            first = row + source.count(b"\n", counted, start)
            row = first + text.count(b"\n")
            counted = end
            long.append((first, row + 1))
        done = end
    return (b"".join([*parts, source[done:]]) if parts else source), long


def _bodies(source: bytes, max_chars: int) -> Iterator[_Body]:
    """Yield where the insides of plain functions begin and end, and whether these are too long for a chunk."""
    at = source.find(_HEAD)
    while at >= 0:
        start = at + len(_HEAD)
        end = source.find(_FOOT, start - 1)
        if end < 0:
            return
        if end - start >= _LEAST and _is_plain(source, start, end):
            room = max_chars - (end + len(_FOOT) + 1 - at)  # for its head
            yield start, end, room <= 0 or at - _begin(source, at, room) > room
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
        and text.count(b"{") == text.count(b"}")
        and b"typedef" not in text
        and (b"#" not in text or _NAMES.search(text) is None)
        and not (_has_types(text) and _DEFINES.search(text))
    )


def _has_types(text: bytes) -> bool:
    """Whether any type may be defined; faster than the expression."""
    return b"struct" in text or b"union" in text or b"enum" in text


def _go_blocks(source: bytes, max_chars: int) -> Iterator[_Body]:
    """Yield where the insides of the outermost short and plain blocks begin and end.

    A cut goes into a block only if it is too long for a chunk, its first and its last line with it.
    """
    at = source.find(_OPENING)
    while at >= 0:
        start = at + len(_OPENING)
        line = source.rfind(b"\n", 0, at) + 1
        head = source[line:at]
        indent = head[: len(head) - len(head.lstrip())]
        end = source.find(b"\n" + indent + b"}", at, line + max_chars)
        if (
            end - start >= _LEAST
            and b"//" not in head
            and source.find(b"\n", end + 1, line + max_chars) >= 0
            and _is_closed(text := source[at + 1 : end])
            and _is_deeper(text, indent)
            and not _defines_in_go(source[line:end])
            and not (b".Run(" in text and _RUNS.search(text))
        ):
            yield start, end, False
            start = end
        at = source.find(_OPENING, start)


def _is_closed(text: bytes) -> bool:
    """Whether a text closes all brackets that it opens, as far as counting tells."""
    return (
        text.count(b"{") == text.count(b"}")
        and text.count(b"(") == text.count(b")")
        and text.count(b"`") % 2 == 0
        and text.count(b"/*") == text.count(b"*/")
    )


def _is_deeper(text: bytes, indent: bytes) -> bool:
    """Whether all lines of a text but the first are blank, deeper than a block's head, or cases of its `switch`."""
    others = text.count(b"\n") - text.count(b"\n" + indent + b"\t") - text.count(b"\n\n")
    return not others or others == text.count(b"\n" + indent + b"case ") + text.count(b"\n" + indent + b"default:")


def _defines_in_go(text: bytes) -> bool:
    return (b"type" in text or b"struct" in text or b"interface" in text) and _DEFINES_IN_GO.search(text) is not None


_FINDERS = {"c": _bodies, "go": _go_blocks}


def _only_comments(text: bytes) -> bytes:
    """Return a body with blanks for all but its comments."""
    blanks = blank(text)
    if b"/*" not in text and b"//" not in text:
        return blanks
    parts: list[bytes] = []
    done = 0
    for match in _COMMENT_OR_STRING.finditer(text):
        if match[0].startswith(b"/"):
            parts += [blanks[done : match.start()], match[0]]
            done = match.end()
    return b"".join([*parts, blanks[done:]])
