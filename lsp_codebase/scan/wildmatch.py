"""The pattern language of `.gitignore`: one line in, one `Pattern` out. Used by `scan.ignore` only.

Own code and not `pathspec`, because a top-down walk asks about one entry whose parents are kept, while `pathspec`
asks about a path with all its parents: it leaves `src/` out for the lines `*` and `!src/`, git does not. Follows
git's `wildmatch.c` and `parse_path_pattern` (git 2.39), on characters where git compares bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_ANY = "[^/]*"
_ONE = "[^/]"


class _NeverMatches(Exception):
    """The pattern is malformed; git keeps such a line and never matches it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One rule, split at its last slash into a condition on the directory and one on the name of an entry in it.

    `literal` or `suffix` is set when the name condition is that simple; `name` is always a regex source for the whole
    name. `directory` is a regex source for the directory path with a trailing slash ("" for the directory of the rule
    file), or None when entries of every directory qualify; `literal_directory` is the path when it has no wildcard.
    """

    negated: bool
    directory_only: bool
    name: str
    literal: str | None
    suffix: str | None
    directory: str | None
    literal_directory: str | None


@lru_cache(maxsize=4096)  # every walk reads the same rule files again
def parse(line: str) -> Pattern | None:
    """Read one line; None for a blank line, a comment or a pattern that can match nothing."""
    if line.startswith("#"):
        return None
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
        directory: list[list[str]] | None = None
    elif name == ["**"]:
        name, directory = [_ANY], [*segments, name]
    else:
        directory = segments
    if directory == [["**"]]:
        directory = None
    name = [_ANY if token == "**" else token for token in name]
    return Pattern(
        negated=negated,
        directory_only=directory_only,
        name="".join(name),
        literal=_literal(name),
        suffix=_literal(name[1:]) if name[0] == _ANY and len(name) > 1 else None,
        directory=None if directory is None else _directory_regex(directory),
        literal_directory=None if directory is None else _literal_directory(directory),
    )


def _without_trailing_spaces(line: str) -> str:
    end = len(line)
    while end and line[end - 1] == " ":
        escapes = len(line[: end - 1]) - len(line[: end - 1].rstrip("\\"))
        if escapes % 2:
            break
        end -= 1
    return line[:end]


def _segments(body: str) -> Iterator[list[str]]:
    """Yield the tokens of each path segment: regex sources, where `**` stands for itself as a whole segment."""
    segment: list[str] = []
    at = 0
    while at < len(body):
        char = body[at]
        at += 1
        if char == "/":
            yield segment
            segment = []
        elif char == "*":
            first = at - 1
            while body[at : at + 1] == "*":
                at += 1
            alone = not segment and body[at : at + 1] in ("", "/")
            segment.append("**" if alone and at - first > 1 else _ANY)
        elif char == "?":
            segment.append(_ONE)
        elif char == "[":
            token, at = _bracket(body, at)
            segment.append(token)
        elif char == "\\":
            if at == len(body):
                raise _NeverMatches
            if body[at] == "/":
                continue
            segment.append(re.escape(body[at]))
            at += 1
        else:
            segment.append(re.escape(char))
    yield segment


def _bracket(body: str, at: int) -> tuple[str, int]:
    """Translate the set that begins after a `[`; return its regex and the offset behind its `]`."""
    negated = body[at : at + 1] in ("!", "^")
    at += negated
    items: list[str] = []
    previous = ""
    first = True
    while first or body[at : at + 1] != "]":
        first = False
        escaped = body[at : at + 1] == "\\"
        char, at = _set_character(body, at)
        if escaped:
            items.append(re.escape(char))
            previous = char
        elif char == "-" and previous and body[at : at + 1] not in ("", "]"):
            last, at = _set_character(body, at)
            if previous <= last:
                items.append(f"{re.escape(previous)}-{re.escape(last)}")
            previous = ""
        elif char == "[" and body[at : at + 1] == ":" and (end := body.find("]", at)) > at and body[end - 1] == ":":
            items.append(_posix_class(body[at + 1 : end - 1]))
            at, previous = end + 1, ""
        else:
            items.append(re.escape(char))
            previous = char
    return f"(?!/)[{'^' if negated else ''}{''.join(items)}]", at + 1


def _set_character(body: str, at: int) -> tuple[str, int]:
    if body[at : at + 1] == "\\":
        at += 1
    if at >= len(body):
        raise _NeverMatches
    return body[at], at + 1


def _posix_class(name: str) -> str:
    if name not in _POSIX_CLASSES:
        raise _NeverMatches
    return _POSIX_CLASSES[name]


def _literal(tokens: list[str]) -> str | None:
    """Undo the escaping of tokens that are all plain characters."""
    if any(len(token) > 1 and not (len(token) == 2 and token[0] == "\\") for token in tokens):
        return None
    return "".join(token[-1] for token in tokens)


def _directory_regex(segments: list[list[str]]) -> str:
    return "".join("(?:.*/)?" if segment == ["**"] else "".join(segment) + "/" for segment in segments)


def _literal_directory(segments: list[list[str]]) -> str | None:
    literals = [_literal(segment) for segment in segments]
    return None if None in literals else "/".join(filter(None, literals))
