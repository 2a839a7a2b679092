"""Facts in the text of a regular expression, before any engine reads it: its case, its line ends, its captures."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Anything else is a character by itself. Give valid patterns only: an open class would be looked for
# from each of its brackets to the end.
_PARTS = re.compile(
    r"(?P<quoted>\\Q.*?(?:\\E|\Z))"
    r"|(?P<escape>\\(?:[pP](?:\{\^?\w+\}|.)|x\{[0-9A-Fa-f]+\}|.))"
    r"|(?P<set>\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\])"
    r"|(?P<capture>\((?!\?)|\(\?P?<\w+>)"
    r"|(?P<flags>\(\?[A-Za-z-]+[:)])"
    r"|(?P<char>.)",
    re.DOTALL,
)
_ESCAPE_IN_SET = re.compile(r"\\(?:[pP](?:\{\^?\w+\}|.)|.)", re.DOTALL)
_EVERYTHING = (r"\s\S", r"\S\s", r"\w\W", r"\W\w", r"\d\D", r"\D\d")  # a set that holds both
_OF_TEXTS = frozenset({r"\n", r"\A", r"\z", r"\x{a}", r"\x{0a}"})
_ALL_CHARACTERS = re.compile(r"\(\?[A-Za-z]*s")


def has_capital(pattern: str) -> bool:
    """Whether a valid pattern has a capital letter among its characters; `\\S` and names of groups are none."""
    return any(text != text.lower() for text in _characters(pattern))


def spans_lines(pattern: str) -> bool:
    """Whether a valid pattern says something of line ends, or of the ends of a file.

    Others match within a line, though `\\s` and `[^x]` would go on: this is how people read them.
    """
    return any(_spans_lines(part) for part in _PARTS.finditer(pattern))


def plain(pattern: str) -> str:
    """Return a valid pattern without captures, which Arrow wants named, and without `\\Q`, which RE2 alone knows."""
    return _PARTS.sub(_plain, pattern)


def _plain(part: re.Match[str]) -> str:
    if part["quoted"]:
        return re.escape(_quoted(part))
    return "(?:" if part["capture"] else part[0]


def _quoted(part: re.Match[str]) -> str:
    return part[0][2:].removesuffix(r"\E")


def _characters(pattern: str) -> Iterator[str]:
    for part in _PARTS.finditer(pattern):
        if part["set"]:
            yield _ESCAPE_IN_SET.sub("", part[0])
        elif part["quoted"]:
            yield _quoted(part)
        elif part["char"]:
            yield part[0]


def _spans_lines(part: re.Match[str]) -> bool:
    text = part[0]
    if part["escape"]:
        return text.lower() in _OF_TEXTS if text.startswith(r"\x") else text in _OF_TEXTS
    if part["flags"]:
        return _ALL_CHARACTERS.match(text) is not None
    if part["set"]:
        if text.startswith("[^"):
            return False
        return "\n" in text or r"\n" in text.replace(r"\\", "") or any(both in text for both in _EVERYTHING)
    return "\n" in text
