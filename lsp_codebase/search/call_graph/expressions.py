"""Expressions as they are written in front of a called name, read backwards: `this.carts.first(2)` in three steps."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

_SIGN = re.compile(r"(?:\s*(?:\?\.|\.|\?->|::)|(?:(?<!\s)|\n\s*)->)\s*\Z")  # `x -> y` is a closure
_NAME = re.compile(r"[$@]{0,2}[^\W\d][\w$]*\Z")
_PARAMETERS = re.compile(r"(?:::)?<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>\Z")
_PARAMETERS_AHEAD = re.compile(r"<[^()<>;=]*(?:<[^()<>;=]*>[^()<>;=]*)*>(?=[({.]|::)")
_NO_NAMES = frozenset(
    "and assert await case defer delete do elif else go if in is match not or raise return switch throw typeof unless"
    " until when while with yield".split()
)
_OPENING = {")": "(", "}": "{", "]": "["}
_NEW = re.compile(r"(?<![\w$.])new\s+\\?\Z")
_LONGEST = 2_000  # letters in brackets


class Form(Enum):
    """How one step of an expression is written."""

    NAMED = auto()
    CALLED = auto()
    MADE = auto()
    """By `new`, or by braces behind a name."""
    ELEMENT = auto()
    """In brackets behind the others: `carts[0]`."""
    INNER = auto()
    """An expression in parentheses."""
    TEXT = auto()


_FORMS = {")": Form.CALLED, "}": Form.MADE, "]": Form.ELEMENT}


class Step(NamedTuple):
    """A name, with the sign in front of it and what stands in the parentheses behind it."""

    name: str
    form: Form
    sign: str = ""
    inner: str = ""


class Expression(NamedTuple):
    """The steps of an expression from its first one, and the text in front of it."""

    steps: tuple[Step, ...]
    rest: str
    sign: str = ""
    """The sign behind it."""


def receiver_of(before: str) -> Expression | None:
    """Return what a name behind a text is a member of, None without a sign between them, or if it is no chain."""
    sign = _SIGN.search(before)
    found = expression_at_end(before[: sign.start()]) if sign else None
    return found._replace(sign=sign[0].strip()) if sign and found is not None else None


def expression_at_end(text: str) -> Expression | None:
    """Return the chain of names and calls that a text ends with."""
    steps: list[Step] = []
    while True:
        text = text.rstrip(" \t\n!?")
        form, inner = Form.NAMED, ""
        if text[-1:] in _OPENING:
            at = _opening(text)
            if at is None:
                return None
            form, inner = _FORMS[text[-1]], text[at + 1 : -1]
            if form is Form.ELEMENT:
                if not text[:at].strip() or text[at - 1].isspace():
                    return Expression((Step("", Form.TEXT), *reversed(steps)), text[:at])
                steps.append(Step("", Form.ELEMENT, inner=inner))
                text = text[:at]
                continue
            text = text[:at] if form is Form.CALLED else text[:at].rstrip()
        text = _PARAMETERS.sub("", text)
        name = _NAME.search(text)
        if name is None or name[0] in _NO_NAMES:
            first = _without_name(text, form, inner)
            return Expression((first, *reversed(steps)), text) if first is not None else None
        text = text[: name.start()]
        sign = _SIGN.search(text)
        steps.append(Step(name[0], form, sign[0].strip() if sign else "", inner))
        if sign is None:
            return _from(steps[::-1], text)
        text = text[: sign.start()]


def _without_name(text: str, form: Form, inner: str) -> Step | None:
    if form is Form.CALLED:
        return Step("", Form.INNER, inner=inner)
    is_text = form is Form.MADE or text.endswith(('"', "'", "`"))
    return Step("", Form.TEXT) if is_text else None


def _from(steps: list[Step], rest: str) -> Expression:
    """Return an expression with the steps up to what `new` makes as one."""
    new = _NEW.search(rest)
    if new is None:
        return Expression((*steps,), rest)
    made = next((at for at, step in enumerate(steps) if step.form is not Form.NAMED), len(steps) - 1)
    name = ".".join(step.name for step in steps[: made + 1])
    return Expression((Step(name, Form.MADE), *steps[made + 1 :]), rest[: new.start()])


def _opening(text: str) -> int | None:
    """Return where the bracket opens that a text ends with."""
    closing, opening, depth = text[-1], _OPENING[text[-1]], 0
    for at in range(len(text) - 1, max(len(text) - _LONGEST, -1), -1):
        if text[at] == closing:
            depth += 1
        elif text[at] == opening:
            depth -= 1
            if not depth:
                return at
    return None


_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}


def expression_at_start(text: str) -> str:
    """Return the expression that a text begins with: up to the end of its line, or a sign that ends it."""
    depth = behind = 0
    for at, letter in enumerate(text):
        if at < behind:
            continue
        if letter == "<" and (parameters := _PARAMETERS_AHEAD.match(text, at)):
            behind = parameters.end()
        elif letter in _CLOSED_BY:
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if depth < 0 or (not depth and letter in ",;\n") or (not depth and text.startswith((" #", " //"), at)):
            return text[:at].strip()
    return text.strip() if not depth else ""
