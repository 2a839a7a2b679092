"""The needle of a regular expression: literals that a text must hold for a match, all or any of them.

Only certain literals are taken: other parts (classes, escapes, optional ones) ask for nothing. A literal also
tells whether a word goes on at its ends, and which sign follows: `\\bline\\s*=` asks for the word
`line` before that sign, not for a part of `deadline` or `lines`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from lsp_codebase.arrays import Bools
from lsp_codebase.indexes import Edge, Literal

_REPEAT = re.compile(r"\{\d+(?:,\d*)?\}")
_GROUP = re.compile(r"\(\?(?:P?<\w+>|[a-zA-Z-]*:)|\((?!\?)")
_FLAGS = re.compile(r"\(\?[a-zA-Z-]+\)")
_CLASS = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]", re.DOTALL)
_NO_WORD_CLASS = re.compile(r"\[(?!\^)(?:\\[stnrfv.*+?()\[\]{}|^$/-]|[^\]\\\w-])+\]")
_WORD_CLASS = re.compile(r"\[(?:\\[wd]|[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[A-Za-z0-9_](?!-))+\]")
_BLANK_CLASS = re.compile(r"\[(?:[ \t]|\\[st])+\]")
_SIGN_CLASS = re.compile(r"\[((?:[!-,./:-@_`{|}~]|\\[!-/:-@\[-`{-~])+)\]")
_ESCAPED = re.compile(r"\\(.)")
_MEANS_NO_LETTER = frozenset("AbBdDsSwWzafnrtv")  # after a backslash; other letters and digits may take an argument
_DEEPEST = 50  # brackets in brackets
_OF_WORDS, _OF_NO_WORD = frozenset("wd"), frozenset("sWafnrtv")  # of these, characters that words are made of, or not


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these must be there; nothing at all if there are none."""

    parts: tuple[Needle, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these must be there."""

    parts: tuple[Needle, ...]


Needle = Literal | AllOf | AnyOf

ANYTHING = AllOf(())


def any_of(texts: Iterable[str]) -> AnyOf:
    """Return the needle of any of some texts."""
    return AnyOf(tuple(map(Literal, texts)))


def may_hold(needle: Needle, has: Callable[[Literal], Bools], among: Bools, few: int = 0) -> Bools:
    """Return which of some texts may hold a needle; `has` tells in which of them one literal may stand.

    Once they are no more than `few`, nothing further is asked of them.
    """
    if np.count_nonzero(among) <= few:
        return among
    if isinstance(needle, Literal):
        return among & has(needle)
    if isinstance(needle, AnyOf):
        return reduce(np.logical_or, (may_hold(part, has, among, few) for part in needle.parts))
    return reduce(lambda left, part: may_hold(part, has, left, few), sorted(needle.parts, key=_rarity), among)


def _rarity(needle: Needle) -> int:
    """Return a number that is smaller for a rarer needle, as far as lengths tell."""
    if isinstance(needle, Literal):
        return -len(needle.text)
    if isinstance(needle, AnyOf):
        return max(map(_rarity, needle.parts))
    return min(map(_rarity, needle.parts), default=0)


def of_pattern(pattern: str) -> Needle:
    """Return the needle that every match of a valid RE2 pattern holds, in some letter case."""
    try:
        choices, end = _choices(pattern, 0)
    except _NotUnderstoodError:
        return ANYTHING
    return _any_of(choices, Edge.ANY, Edge.ANY) if end == len(pattern) else ANYTHING


# -- the items of a pattern


class _NotUnderstoodError(Exception):
    """The pattern has a form that asks for nothing that is certain."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A character, class, escape or group, and how often it stands there.

    `edge` is its role for a word beside it: a part of that word, or its end; `is_wide` is false for an item that takes
    no room. `signs` are the signs that it may be, if it is no letter.
    """

    char: str = ""
    choices: Sequence[Sequence[_Item]] = ()
    edge: Edge = Edge.ANY
    is_wide: bool = True
    is_blank: bool = False
    signs: str = ""
    optional: bool = False
    repeated: bool = False


_UNKNOWN = _Item()


def _choices(pattern: str, at: int, depth: int = 0) -> tuple[list[list[_Item]], int]:
    """Read alternatives up to the closing bracket or the end."""
    if depth > _DEEPEST:
        raise _NotUnderstoodError
    choices: list[list[_Item]] = [[]]
    while at < len(pattern) and pattern[at] != ")":
        if pattern[at] == "|":
            choices.append([])
            at += 1
            continue
        item, at = _item(pattern, at, depth)
        optional, repeated, at = _quantifier(pattern, at)
        choices[-1].append(replace(item, optional=optional, repeated=repeated))
    return choices, at


def _item(pattern: str, at: int, depth: int) -> tuple[_Item, int]:
    """Read one character, class, escape or group."""
    char = pattern[at]
    if char in "^$":
        return _Item(edge=Edge.END, is_wide=False), at + 1
    if char in ".\n":  # a line end may be that of a chunk, too
        return (_UNKNOWN if char == "." else _Item(edge=Edge.END)), at + 1
    if char == "[":
        found = _CLASS.match(pattern, at)
        if found is None:
            raise _NotUnderstoodError
        is_of_words = _WORD_CLASS.fullmatch(found[0])
        is_of_none = _NO_WORD_CLASS.fullmatch(found[0])
        signs = _SIGN_CLASS.fullmatch(found[0])
        item = _Item(
            edge=Edge.MORE if is_of_words else Edge.END if is_of_none else Edge.ANY,
            is_blank=_BLANK_CLASS.fullmatch(found[0]) is not None,
            signs=_ESCAPED.sub(r"\1", signs[1]) if signs else "",
        )
        return item, found.end()
    if char == "(":
        if flags := _FLAGS.match(pattern, at):
            return _UNKNOWN, flags.end()
        opening = _GROUP.match(pattern, at)
        if opening is None:
            raise _NotUnderstoodError
        choices, at = _choices(pattern, opening.end(), depth + 1)
        return _Item(choices=choices), at + 1
    if char == "\\":
        escaped = pattern[at + 1 : at + 2]
        if escaped in _MEANS_NO_LETTER:
            return _escape(escaped), at + 2
        if not escaped or escaped.isalnum():
            raise _NotUnderstoodError
        return _of_char(escaped), at + 2
    return _of_char(char), at + 1


def _escape(escaped: str) -> _Item:
    if escaped in "bAz":
        return _Item(edge=Edge.END, is_wide=False)
    if escaped in _OF_WORDS:
        return _Item(edge=Edge.MORE)
    return _Item(edge=Edge.END, is_blank=escaped in "st") if escaped in _OF_NO_WORD else _UNKNOWN


def _of_char(char: str) -> _Item:
    if not char.isascii():
        return _Item(char)
    if char.isalnum() or char == "_":
        return _Item(char, edge=Edge.MORE)
    is_blank = char in " \t"
    return _Item(char, edge=Edge.END, is_blank=is_blank, signs="" if is_blank else char)


def _quantifier(pattern: str, at: int) -> tuple[bool, bool, int]:
    """Read the quantifier of an item: whether it may be missing, whether it may repeat, and where it ends."""
    optional = repeated = False
    while at < len(pattern):
        repeat = _REPEAT.match(pattern, at)
        if repeat is None and pattern[at] not in "*+?":
            break
        optional |= repeat is not None or pattern[at] in "*?"
        repeated = True
        at = repeat.end() if repeat else at + 1
    return optional, repeated, at


# -- the needles of items


def _any_of(choices: Sequence[Sequence[_Item]], before: Edge, behind: Edge) -> Needle:
    found = [_all_of(items, before, behind) for items in choices]
    return found[0] if len(found) == 1 else AnyOf(tuple(found))


def _all_of(items: Sequence[_Item], before: Edge, behind: Edge) -> Needle:
    """Return the needle of a sequence, given the known edges of its neighbours."""
    parts: list[Needle] = []
    at = 0
    while at < len(items):
        item = items[at]
        end = at + 1
        if item.char and not item.optional:
            while not items[end - 1].repeated and end < len(items) and items[end].char and not items[end].optional:
                end += 1
            parts.append(_literal(items, at, end, before, behind))
        elif item.choices and not item.optional:
            around = (Edge.ANY, Edge.ANY) if item.repeated else _around(items, at, end, before, behind)
            parts.append(AllOf((_any_of(item.choices, *around),)))
        elif not item.optional:
            parts.append(ANYTHING)
        at = end
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def _literal(items: Sequence[_Item], at: int, end: int, before: Edge, behind: Edge) -> Literal:
    text = "".join(item.char for item in items[at:end])
    left, right = _around(items, at, end, before, behind)
    if items[end - 1].repeated and right is not Edge.MORE:
        right = Edge.ANY
    # At a border, a character of no word stands beside a word; of that nothing is said here.
    return Literal(
        text,
        left if items[at].edge is Edge.MORE else Edge.ANY,
        right if items[end - 1].edge is Edge.MORE else Edge.ANY,
        "" if items[end - 1].repeated and not items[end - 1].is_blank else _signs(items[end:]),
    )


def _signs(items: Iterable[_Item]) -> str:
    """Return the signs of which one stands at a place behind any blanks, "" if that is not certain."""
    for item in items:
        if not item.is_blank and item.is_wide:
            return "" if item.optional else item.signs
    return ""


def _around(items: Sequence[_Item], at: int, end: int, before: Edge, behind: Edge) -> tuple[Edge, Edge]:
    return _next(items[:at][::-1], before), _next(items[end:], behind)


def _next(items: Iterable[_Item], beyond: Edge) -> Edge:
    """Return the edge at a place, given the items from there on, and the edge behind the last of them."""
    seen: set[Edge] = set()
    for item in items:
        is_certain = not item.optional and (item.is_wide or not item.repeated)
        seen.add(item.edge)
        if is_certain:
            break
    else:
        seen.add(beyond)
    return seen.pop() if len(seen) == 1 else Edge.ANY
