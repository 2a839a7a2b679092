"""Types as they are written behind or in front of a name: which ones a value of them may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Written(NamedTuple):
    """A type as it is written: its name, with dots between the parts, and its parameters; a list has its elements'."""

    name: str
    parameters: tuple[str, ...] = ()


NOTHING_SAID: tuple[Written, ...] = ()
BUILT_IN = ""
"""Stands for a type that has no name: a text, a list, a function."""

_MARKS = re.compile(
    r"(?:(?:any|class|const|dyn|enum|final|impl|in|inout|late|lateinit|mut|out|params|readonly|ref|required|some|static"
    r"|struct|typeof|unowned|vararg|virtual|volatile|weak|'\w+)\b\s*|[&*?]\s*)+"
)
"""What stands before a type and says nothing of its members: `const &`, `dyn `, `readonly `."""
_NAMED = re.compile(r"\\?([^\W\d][\w$]*(?:(?:\.|::|\\)[^\W\d][\w$]*)*)\s*(.*)", re.DOTALL)
_WRAPPERS = frozenset(
    "Annotated Arc Box ClassVar Final InitVar Lazy MutexGuard NonNullable Optional Partial Rc Readonly Ref RefMut"
    " Required Type Union Weak observer_ptr shared_ptr type unique_ptr weak_ptr NotNull Nullable".split()
)
"""Types that are used like the first of their parameters."""
AWAITED = frozenset("Awaitable CompletableFuture Coroutine Future Promise Task ValueTask".split())
"""Types whose values are awaited, for those of their parameter."""
_ANY = frozenset(
    "Any Object Self any auto cls def dynamic final id it let object self this unknown val var void".split()
)
_NONE = frozenset("None Nothing null nil undefined false".split())
_PARAMETER = re.compile(r"[A-Z]\d?|T[A-Z]\w*|_[A-Z]\w*")
"""Names that parameters for types have."""
_SEPARATOR = re.compile(r"::|\\")
_MAP = re.compile(r"map\[([^\]]*)\](.+)", re.DOTALL)
_IN_FRONT = re.compile(r"\[\d*\](?P<type>.+)", re.DOTALL)
_CLOSED_BY = {"(": ")", "[": "]", "{": "}", "<": ">"}
_LONGEST = 300


def unspaced(text: str) -> str:
    """Return a type without blanks, which people write as they like: `Map<string, Cart>`."""
    return "".join(text.split())


def type_at_start(text: str) -> str:
    """Return the type that a text begins with: up to the end of the line or a sign that ends it."""
    depth = 0
    for at, letter in enumerate(text[:_LONGEST]):
        if letter in _CLOSED_BY:
            if letter == "{" and not depth and text[:at].strip():
                return text[:at].strip()  # of the body behind it
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[at - 1 : at] not in ("-", "=")):
            depth -= 1
        is_of_function = text.startswith("=>", at) and text[:at].rstrip().endswith(")")
        if depth < 0 or (not depth and (letter in ",;\n" or (letter == "=" and not is_of_function))):
            return text[:at].strip()
    return text[:_LONGEST].strip()


def types_in(text: str, *, is_awaited: bool = False) -> tuple[Written, ...]:
    """Return the types that a value of a type may have, nothing if it does not say them all."""
    found: list[Written] = []
    for one in filter(None, _split(text.strip().strip("\"'"), "|&")):
        named = _types_of(one, is_awaited=is_awaited)
        if named is None:
            return NOTHING_SAID
        found += named
    return (*dict.fromkeys(found),)


def _types_of(text: str, *, is_awaited: bool) -> tuple[Written, ...] | None:
    """Return the types of one alternative, None if it does not say them."""
    marks = _MARKS.match(text)
    text = (text[marks.end() :] if marks else text).strip().strip("\"'").rstrip(" ?!*&.")
    named = _NAMED.match(text)
    if named is None:  # `[Cart]`
        return (Written(BUILT_IN, _elements_of(text)),) if text[:1] in "[(" and text else None
    name, behind = _SEPARATOR.sub(".", named[1]), named[2].strip()
    last = name.rpartition(".")[2]
    if last in _NONE:
        return ()
    if behind and behind[0] not in "<[":  # `a => Cart`
        return (Written(BUILT_IN),) if "=>" in behind or "->" in behind else None
    if behind.endswith("[]") and (behind == "[]" or behind[0] == "<"):  # `Cart[]`, `List<Cart>[]`
        return (Written(BUILT_IN, (text[:-2],)),)
    if of_go := _MAP.fullmatch(text):  # `map[string]Cart`
        return (Written("map", of_go.groups()),)
    end = behind.rfind(_CLOSED_BY[behind[0]]) if behind else 0
    parts = [one.lstrip(",").strip() for one in _split(behind[1:end], ",")] if behind else []
    if behind and (last in _WRAPPERS or (is_awaited and last in AWAITED)):
        named_inside = types_in("|".join(parts if last == "Union" else parts[:1]))
        return named_inside or None
    return None if last in _ANY or _PARAMETER.fullmatch(last) else (Written(name, (*parts,)),)


def _elements_of(text: str) -> tuple[str, ...]:
    """Return the types of the elements of a list or map in brackets: `[]Cart`, `[Cart]`, `[Cart; 3]`, `[Int: Cart]`."""
    in_front = _IN_FRONT.match(text)
    if in_front:
        return (in_front["type"],)
    if not (text[0] == "[" and text[-1] == "]"):
        return ()
    return (*(one.lstrip(":;").strip() for one in _split(text[1:-1].partition(";")[0], ":")),)


def _split(text: str, signs: str) -> Iterator[str]:
    """Yield the parts of a text between signs that stand in no brackets."""
    depth = start = 0
    for at, letter in enumerate(text):
        if letter in _CLOSED_BY:
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[at - 1 : at] not in ("-", "=")):
            depth -= 1
        elif not depth and at > start and letter in signs:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()
