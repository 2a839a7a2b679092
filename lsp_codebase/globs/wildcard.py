"""The pattern language of `.gitignore`: one line in, one `Pattern` out.

Own code and not `pathspec`, because a top-down walk asks about one entry whose parents are kept, while `pathspec`
asks about a path with all its parents: it leaves `src/` out for the lines `*` and `!src/`, git does not. Follows
git's `wildmatch.c` and `parse_path_pattern` (git 2.39), on characters where git compares bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 4_096
"""Characters of a line; a longer one could only match a path that no system can open."""

_POSIX_CLASSES = {
    "alnum": ("09", "AZ", "az"),
    "alpha": ("AZ", "az"),
    "blank": ("  ", "\t\t"),
    "cntrl": ("\x00\x1f", "\x7f\x7f"),
    "digit": ("09",),
    "graph": ("!~",),
    "lower": ("az",),
    "print": (" ~",),
    "punct": ("!/", ":@", "[`", "{~"),
    "space": ("\t\r", "  "),
    "upper": ("AZ",),
    "xdigit": ("09", "AF", "af"),
}
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_IS_SPECIAL = re.compile(r"[*?\[\\/! #]").search


@dataclass(frozen=True, slots=True)
class Chars:
    """A set of characters: those in the ranges (inclusive), or all others. Never has a "/"."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def __contains__(self, char: str) -> bool:
        return any(first <= char <= last for first, last in self.ranges) != self.negated


Token = str | Chars
"""A character, a set of characters, or `STAR`."""

Segment = tuple[Token, ...]
"""The part between two slashes of a pattern."""

STAR = ""
ONE = Chars((("/", "/"),), negated=True)
DEEP: Segment = ("**",)
"""The segment that stands for any number of directories."""


class _NeverMatches(Exception):
    """The pattern is malformed; git keeps such a line and never matches it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One rule, split at its last slash into a condition on the directory and one on the name of an entry in it.

    `directory` is relative to that of the rule file; it is None when entries of every directory qualify.
    """

    negated: bool
    directory_only: bool
    name: Segment
    directory: tuple[Segment, ...] | None

    def folded(self) -> Pattern:
        """Return the pattern for names that went through `fold`."""
        directory = None if self.directory is None else tuple(map(_folded, self.directory))
        return Pattern(self.negated, self.directory_only, _folded(self.name), directory)


def fold(text: str) -> str:
    """Return a text with small letters in place of capitals, of ASCII only as git does."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def literal(tokens: Sequence[Token]) -> str | None:
    """Return the text of tokens that are all plain characters."""
    if STAR in tokens:
        return None
    try:
        return "".join(tokens)  # type: ignore[arg-type]  # much faster than to look at each
    except TypeError:
        return None


@lru_cache(maxsize=4096)  # every walk reads the same rule files again
def parse(line: str) -> Pattern | None:
    """Read one line; None for a blank line, a comment or a pattern that can match nothing."""
    if len(line) > LONGEST or line.startswith("#"):
        return None
    if line and _IS_SPECIAL(line) is None:
        return Pattern(False, False, tuple(line), None)
    line = _without_trailing_spaces(line)
    negated = line.startswith("!")
    body = line[negated:]
    directory_only = body.endswith("/")
    body = body[: len(body) - directory_only]
    if not body:
        return None
    try:
        segments = list(_segments(body.removeprefix("/")))
    except _NeverMatches:
        return None
    if not all(segments):
        return None
    name = segments.pop()
    if "/" not in body:
        directory: list[Segment] | None = None
    elif name == DEEP:
        name, directory = (STAR,), [*segments, DEEP]
    else:
        directory = segments
    if directory == [DEEP]:
        directory = None
    if name == DEEP:
        name = (STAR,)
    return Pattern(negated, directory_only, name, None if directory is None else tuple(directory))


def behind_set(body: str, at: int) -> int:
    """Return the offset behind the set that begins after a `[`; the end of the text if its pattern never matches."""
    try:
        return _bracket(body, at)[1]
    except _NeverMatches:
        return len(body)


def _without_trailing_spaces(line: str) -> str:
    end = len(line)
    while end and line[end - 1] == " ":
        escapes = len(line[: end - 1]) - len(line[: end - 1].rstrip("\\"))
        if escapes % 2:
            break
        end -= 1
    return line[:end]


def _segments(body: str) -> Iterator[Segment]:
    segment: list[Token] = []
    at = 0
    while at < len(body):
        char = body[at]
        at += 1
        if char == "/":
            yield tuple(segment)
            segment = []
        elif char == "*":
            first = at - 1
            while body[at : at + 1] == "*":
                at += 1
            alone = not segment and body[at : at + 1] in ("", "/")
            segment.append(DEEP[0] if alone and at - first > 1 else STAR)
        elif char == "?":
            segment.append(ONE)
        elif char == "[":
            token, at = _bracket(body, at)
            segment.append(token)
        elif char == "\\":
            if at == len(body):
                raise _NeverMatches
            if body[at] == "/":
                continue
            segment.append(body[at])
            at += 1
        else:
            segment.append(char)
    yield tuple(segment)


def _bracket(body: str, at: int) -> tuple[Chars, int]:
    """Read the set that begins after a `[`; return it and the offset behind its `]`."""
    negated = body[at : at + 1] in ("!", "^")
    at += negated
    ranges: list[tuple[str, str]] = []
    previous = ""
    first = True
    while first or body[at : at + 1] != "]":
        first = False
        escaped = body[at : at + 1] == "\\"
        char, at = _set_character(body, at)
        if not escaped and char == "-" and previous and body[at : at + 1] not in ("", "]"):
            last, at = _set_character(body, at)
            if previous <= last:
                ranges.append((previous, last))
            previous = ""
        elif (
            not escaped
            and char == "["
            and body[at : at + 1] == ":"
            and (end := body.find("]", at)) > at
            and body[end - 1] == ":"
        ):
            ranges += _posix_class(body[at + 1 : end - 1])
            at, previous = end + 1, ""
        else:
            ranges.append((char, char))
            previous = char
    return _without_slash(ranges, negated), at + 1


def _set_character(body: str, at: int) -> tuple[str, int]:
    if body[at : at + 1] == "\\":
        at += 1
    if at >= len(body):
        raise _NeverMatches
    return body[at], at + 1


def _posix_class(name: str) -> Iterator[tuple[str, str]]:
    if name not in _POSIX_CLASSES:
        raise _NeverMatches
    return ((ends[0], ends[1]) for ends in _POSIX_CLASSES[name])


def _without_slash(ranges: list[tuple[str, str]], negated: bool) -> Chars:
    if negated:
        return Chars((*ranges, ("/", "/")), negated)
    kept: list[tuple[str, str]] = []
    for first, last in ranges:
        if first <= "/" <= last:
            kept += [(low, high) for low, high in ((first, "."), ("0", last)) if low <= high]
        else:
            kept.append((first, last))
    if not kept:
        raise _NeverMatches
    return Chars(tuple(kept))


def _folded(segment: Segment) -> Segment:
    return tuple(fold(token) if isinstance(token, str) else _folded_set(token) for token in segment)


def _folded_set(chars: Chars) -> Chars:
    """Add the small letters of the capitals in a set: a folded name has no others."""
    capitals = ((max(first, "A"), min(last, "Z")) for first, last in chars.ranges)
    small = ((fold(first), fold(last)) for first, last in capitals if first <= last)
    return Chars((*chars.ranges, *small), chars.negated)
