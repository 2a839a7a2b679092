"""How names are ordered, shown and folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

_DIGITS = re.compile(r"([0-9]+)")
_HEAD = re.compile(r"(?=[0-9])|[^\W_]+[_\-.]|[A-Z]?[a-z]+(?=[A-Z0-9])")
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
# a name that could be taken for our own marks: notes, symbols, counts, globs and the quotes themselves
_AMBIGUOUS = re.compile(r'^[\s…·(]|\s$|["\\*]| \(')
_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")
# fewer similar names are listed one by one: a folded line hides more than it saves
_LEAST_FOLDED = 5

SortKey = tuple[list[int | str], str]
Line = tuple[str, list[str]]


def natural(name: str) -> SortKey:
    """Sort key of a name as people expect: without case, numbers by value; equal ones by code point."""
    parts: list[int | str] = _DIGITS.split(name.casefold())
    parts[1::2] = map(int, parts[1::2])
    return parts, name


def is_printable(name: str) -> bool:
    """Whether a name has only characters that can be shown as they are: no controls, no direction marks."""
    return (name.isascii() and name.isprintable()) or not any(unicodedata.category(c) in _UNSAFE for c in name)


def shown(name: str) -> str:
    """Return the name as it stands, or C-quoted where it could break a line or mislead the reader."""
    return name if is_printable(name) else _quoted(name)


def shown_strictly(name: str) -> str:
    """Like `shown`, and quoted also where the name could be taken for one of our own marks."""
    if _PLAIN.fullmatch(name) or (is_printable(name) and not _AMBIGUOUS.search(name)):
        return name
    return _quoted(name)


def _quoted(name: str) -> str:
    return '"' + "".join(map(_escaped, name)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if unicodedata.category(char) not in _UNSAFE:
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, kept by the surrogateescape handler
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def fold(names: Iterable[str]) -> list[Line]:
    """Return, unsorted, names one by one, and five or more similar ones as one glob with all its names.

    Similar: the same first word and the same extension (`test_*.py`), or a number first (`[0-9]*.py`).
    """
    return _folded(names, _shape)


def fold_by_extension(names: Iterable[str]) -> list[Line]:
    """Return what `fold` does, with five or more of one extension as one glob (`*.py`)."""
    return _folded(names, lambda name: ("", _extension(name)))


def _folded(names: Iterable[str], shape: Callable[[str], tuple[str, str]]) -> list[Line]:
    groups: dict[tuple[str, str], list[str]] = {}
    for name in names:
        groups.setdefault(shape(name), []).append(name)
    lines: list[Line] = []
    for (head, tail), members in groups.items():
        fixed = head.removeprefix("[0-9]") + tail
        if len(members) >= _LEAST_FOLDED and (head or tail) and _is_foldable(fixed):
            lines.append((f"{head}*{tail}", members))
        else:
            lines += [(name, [name]) for name in members]
    return lines


def _is_foldable(fixed: str) -> bool:
    """Whether the fixed part of a glob can be shown without quotes."""
    return is_printable(fixed) and not _AMBIGUOUS.search("x" + fixed + "x") and not set("[?") & set(fixed)


def _extension(name: str) -> str:
    dot = name.rfind(".")
    return name[dot:] if dot > 0 else ""


def _shape(name: str) -> tuple[str, str]:
    tail = _extension(name)
    stem = name[: len(name) - len(tail)]
    head = _HEAD.match(stem)
    return (head.group() or "[0-9]", tail) if head else (stem, tail)
