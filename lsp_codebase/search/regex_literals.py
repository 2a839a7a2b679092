"""What a text must hold so that a regular expression can match it: literals, all or any of them.

Only what is certain is taken: whatever is not understood (classes, escapes, optional parts) asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from lsp_codebase.arrays import Bools

_REPEAT = re.compile(r"\{\d+(?:,\d*)?\}")
_GROUP = re.compile(r"\(\?(?:P?<\w+>|[a-zA-Z-]*:)|\((?!\?)")
_FLAGS = re.compile(r"\(\?[a-zA-Z-]+\)")
_CLASS = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]", re.DOTALL)
_MEANS_NO_LETTER = frozenset("AbBdDsSwWzafnrtv")  # after a backslash; other letters and digits may take an argument


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these must be there; nothing at all if there are none."""

    parts: tuple[Needle, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these must be there."""

    parts: tuple[Needle, ...]


Needle = str | AllOf | AnyOf

ANYTHING = AllOf(())


def may_hold(needle: Needle, has: Callable[[str], Bools], count: int) -> Bools:
    """Return which of `count` texts may hold what is needed; `has` says it of one string."""
    if isinstance(needle, str):
        return has(needle)
    parts = [may_hold(part, has, count) for part in needle.parts]
    if isinstance(needle, AnyOf):
        return reduce(np.logical_or, parts)
    return reduce(np.logical_and, parts, np.ones(count, bool))


def of_pattern(pattern: str) -> Needle:
    """Return what every match of a valid RE2 pattern holds, in some letter case."""
    try:
        needle, end = _alternatives(pattern, 0)
    except _NotUnderstoodError:
        return ANYTHING
    return needle if end == len(pattern) else ANYTHING


class _NotUnderstoodError(Exception):
    """The pattern has a form that asks for nothing that is certain."""


def _alternatives(pattern: str, at: int) -> tuple[Needle, int]:
    """Read alternatives up to the closing bracket or the end."""
    choices = []
    while True:
        needle, at = _sequence(pattern, at)
        choices.append(needle)
        if not pattern.startswith("|", at):
            return choices[0] if len(choices) == 1 else AnyOf(tuple(choices)), at
        at += 1


def _sequence(pattern: str, at: int) -> tuple[Needle, int]:
    parts: list[Needle] = []
    run = ""  # literal characters side by side
    while at < len(pattern) and pattern[at] not in "|)":
        item, at = _item(pattern, at)
        optional, repeated, at = _quantifier(pattern, at)
        if isinstance(item, str) and not optional:
            run += item
        if not isinstance(item, str) or optional or repeated:
            if run:
                parts.append(run)
            run = ""
        if not isinstance(item, str) and not optional:
            parts.append(item)
    if run:
        parts.append(run)
    return (parts[0] if len(parts) == 1 else AllOf(tuple(parts))), at


def _item(pattern: str, at: int) -> tuple[Needle, int]:
    """Read one character, class, escape or group."""
    char = pattern[at]
    if char in ".^$\n":  # a line end may be that of a chunk, too
        return ANYTHING, at + 1
    if char == "[":
        found = _CLASS.match(pattern, at)
        if found is None:
            raise _NotUnderstoodError
        return ANYTHING, found.end()
    if char == "(":
        if flags := _FLAGS.match(pattern, at):
            return ANYTHING, flags.end()
        opening = _GROUP.match(pattern, at)
        if opening is None:
            raise _NotUnderstoodError
        needle, at = _alternatives(pattern, opening.end())
        return AllOf((needle,)), at + 1
    if char == "\\":
        escaped = pattern[at + 1 : at + 2]
        if escaped in _MEANS_NO_LETTER:
            return ANYTHING, at + 2
        if not escaped or escaped.isalnum():
            raise _NotUnderstoodError
        return escaped, at + 2
    return char, at + 1


def _quantifier(pattern: str, at: int) -> tuple[bool, bool, int]:
    """Read what follows an item: whether it may be missing, whether it may repeat, and where it ends."""
    optional = repeated = False
    while at < len(pattern):
        repeat = _REPEAT.match(pattern, at)
        if repeat is None and pattern[at] not in "*+?":
            break
        optional |= repeat is not None or pattern[at] in "*?"
        repeated = True
        at = repeat.end() if repeat else at + 1
    return optional, repeated, at
