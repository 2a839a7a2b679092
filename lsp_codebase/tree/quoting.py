"""How names are ordered and shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_DIGITS = re.compile(r"([0-9]+)")
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_MEANT = {escaped: char for char, escaped in _ESCAPES.items()}
_ESCAPED = re.compile(r'\\(?:x([89a-f][0-9a-f])|u([0-9a-f]{4})|U(00(?:0[0-9a-f]|10)[0-9a-f]{4})|[nrt"\\])')
# a name that could be taken for our own marks: notes, symbols, counts, globs and the quotes themselves
_AMBIGUOUS = re.compile(r'^[\s…·(]|\s$|["\\*]| \(')
_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")

SortKey = tuple[list[int | str], str]


def natural(name: str) -> SortKey:
    """Sort key of a name as people expect: without case, numbers by value; equal ones by code point."""
    parts: list[int | str] = _DIGITS.split(name.casefold())
    if len(parts) > 1:
        for at in range(1, len(parts), 2):
            parts[at] = int(parts[at])
    return parts, name


def is_printable(name: str) -> bool:
    """Whether a name has only characters that can be shown as they are: no controls, no direction marks."""
    return (name.isascii() and name.isprintable()) or not any(unicodedata.category(c) in _UNSAFE for c in name)


def shown(name: str) -> str:
    """Return the name as it stands, or C-quoted where it could break a line or mislead the reader."""
    if name.isascii() and name.isprintable():  # nearly every name, so without a further call
        return name
    return name if is_printable(name) else quoted(name)


@lru_cache(maxsize=4096)  # a line is measured before it is written
def shown_strictly(name: str) -> str:
    """Like `shown`, and quoted also where the name could be taken for one of our own marks."""
    if _PLAIN.fullmatch(name) or (is_printable(name) and not _AMBIGUOUS.search(name)):
        return name
    return quoted(name)


def are_plain(names: Iterable[str]) -> bool:
    """Whether `shown_strictly` returns each name as it stands; a quick answer, False for a few that it does."""
    return _PLAIN.fullmatch("".join(names)) is not None


def quoted(name: str) -> str:
    """Return the name C-quoted."""
    return '"' + "".join(map(_escaped, name)) + '"'


def ticks_around(code: str, fewest: int) -> str:
    """Return more back ticks than stand in a row in some code, to mark it as code."""
    return "`" * max(fewest, 1 + max((len(run) for run in re.findall("`+", code)), default=0))


def unquoted(text: str) -> str:
    """Return the name that is shown so."""
    name = _ESCAPED.sub(_meant, text[1:-1])
    return name if text[:1] == '"' and text in (shown(name), shown_strictly(name)) else text


def _meant(escaped: re.Match[str]) -> str:
    code = next(filter(None, escaped.groups()), None)
    if code is None:
        return _MEANT[escaped[0]]
    return chr(int(code, 16) + (0xDC00 if len(code) == 2 else 0))


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if unicodedata.category(char) not in _UNSAFE:
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, kept by the surrogateescape handler
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
