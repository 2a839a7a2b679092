"""Where a text gives a name a value or a type, in any language: parameters, fields, variables and assignments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from lsp_codebase.search.call_graph.call_languages import TypeStands, where_type_stands
from lsp_codebase.search.call_graph.expressions import expression_at_end, expression_at_start
from lsp_codebase.search.call_graph.type_texts import type_at_start

_LOOKED_AT, _LOOKED_BACK = 1_000, 200  # letters behind a name, and in front of it
_MOST_OCCURRENCES = 1_000  # of a name: code that tools wrote
_MODIFIERS = (
    r"(?:abstract|auto|const|declare|def|dynamic|export|extern|final|implicit|inline|inout|internal|late|lateinit|lazy|let|local|mut|mutable|my"
    r"|open|our|override|private|protected|pub(?:\([^()]*\))?|public|readonly|ref|register|required|static|thread_local|unowned"
    r"|val|var|vararg|virtual|volatile|weak)"
)
_BEGINS = re.compile(
    rf"(?:^|[(,|{{;*]|[({{,;]\s*\w+|\b{_MODIFIERS}|@\w+(?:\([^()]*\))?|\[\[?[\w()]+\]\]?"
    r"|\b(?:self|this|cls)\.)\s*\Z"
)
"""The text in front of a name that a colon and its type stand behind."""
_COLON = re.compile(r"\s*[?!]?\s*:(?![:=])[ \t]*")
_LAMBDA = re.compile(r"\blambda\b[^:]*\Z")
_INNER = r"<[^()=;<>]*>"
for _ in range(3):  # such types in others
    _INNER = rf"<(?:[^()=;<>]|{_INNER})*>"
_TYPE = (
    r"(?P<type>(?:(?:const|unsigned|struct|enum|class)\s+)*\??\\?[^\W\d][\w$]*(?:(?:::|\.|\\)[^\W\d][\w$]*)*"
    rf"(?:{_INNER})?(?:\[\]|\?)*)"
)
_IN_FRONT = re.compile(
    rf"(?:^|[(,;{{<]|\b{_MODIFIERS}|\)|@\w+(?:\([^()]*\))?|\])\s*{_TYPE}(?:\s*[*&]+(?:\s*const\b)?\s*|\s*\.\.\.\s*|\s+)\Z"
)
_BEHIND_TYPE = frozenset("& *.\t\n")
_NO_TYPES = frozenset(
    """abstract as assert async await break case catch class co_await co_return co_yield continue def default defer
    delete do else enum export extends finally for from function get go goto if implements import in include instanceof
    interface is let namespace new not operator or out override package private protected public return set sizeof
    static switch template throw throws try typedef typeof union using when where while with yield""".split()
)
_SAYS_NOTHING = frozenset("auto const def dynamic final it let readonly static val var".split())
_BEHIND_VALUE = re.compile(r"\s*(?:[=;,):{}]|in\b|\Z)")
_WITH_ARGUMENTS = frozenset("arduino c cpp cuda objc".split())
_BEHIND_CPP = re.compile(r"\s*(?:[=;,):{(\[]|\Z)")
_GO = re.compile(
    r"(?:[ \t]*,[ \t]*\w+)*[ \t]+(?P<type>(?:\.\.\.)?[*\[\]]*[^\W\d][\w.]*(?:\[[^\]]*\][*\[\]]*[\w.]*)?)"
    r"[ \t]*(?:[,)={`\n/]|\Z)"
)
_GO_BEGINS = re.compile(r"(?:^\s*|[(,]\s*|\bvar\s+)\Z")
_GO_NO_TYPES = frozenset(
    "case chan default defer else func go goto if in interface map range return select struct".split()
)
_ASSIGNED = re.compile(r"\s*(?::=|=(?![=>~]))\s*")
_ASSIGNED_BEGINS = re.compile(
    rf"(?:^|[;{{]|\b(?:if|for|while|else|and|or|then|do|switch)\b\s*\(?|\b{_MODIFIERS}|=|\b(?:self|this|cls)\s*(?:\.|->)|@)\s*\Z"
)
_OF_ITSELF = re.compile(r"(?:\b(?:self|this|cls)\s*(?:\.|->)|@)\s*\Z")
_DECLARED = re.compile(r"\b(?:auto|const|final|let|local|my|val|var)\s+(?:mut\s+)?\Z")
_WITH = re.compile(r"\bwith\b(?P<value>.*)\bas\s+\Z")
_EXCEPT = re.compile(r"\b(?:except|rescue)\b\s*(?P<type>[\w.]+)\s*(?:as|=>)\s*\Z")
_SURELY = re.compile(r"^\s*assert\s+isinstance\(\s*\Z")
_OF_TYPE = re.compile(r"\s*,\s*(?P<type>[\w.]+)\s*\)")
_TAKEN = re.compile(
    r"(?:\b(?:for|foreach|catch|as|lambda|case)\b(?:(?!\b(?:in|of)\b)[^:()=.])*[\s(*]"
    r"|\b(?:for|foreach)\b(?:(?!\b(?:in|of)\b)[^:;=.])*[\s(,]|\|[\w\s,&*():<>]*|\b(?:let|var)\s+)\Z"
)
"""What stands before a name that takes a value: `for (item, `, `catch (`, `|item, `, `let `."""
_BEHIND_TAKEN = re.compile(r"\s*(?:,|in\b|of\b|:|=|\)|\||;|\n|\Z|->)")
_EACH_BEGINS = re.compile(
    r"\b(?:for|foreach)\b\s*(?:await\b\s*)?\(?\s*(?:(?:const|let|var|val|auto|final|mut)\b\s*)*[\s&*]*(?:\w+\s*,\s*)?\Z"
)
_EACH = re.compile(r"\s*(?:in\b|of\b|<-|:=\s*range\b|=\s*range\b|:(?![:=]))\s*")
_EACH_OF_PHP = re.compile(r"\bforeach\s*\(\s*(?P<value>[^()]+(?:\(\))?)\s+as\s+(?:\$\w+\s*=>\s*)?&?\Z")
_BODY = re.compile(r"\s+\{|(?<!:):(?!:)|\s+(?:do|if)\b")
_CLOSURE = re.compile(
    r"(?:\?\.|\.|->)(?P<method>\w+)"
    r"\s*(?:\(\s*(?:async\s*)?(?:\(\s*|\|\s*&*|fn\s*\(\s*)?|\{\s*)\Z"
)
_BEHIND_PARAMETER = re.compile(r"\s*(?:,\s*\w+\s*)?(?:\)\s*(?:=>|->)|=>|->|\||in\b)")
_NOT_OF_ELEMENTS = frozenset("aggregate fold foldLeft foldRight fold_left inject reduce reduceRight scan".split())
_LAMBDA_HEAD = re.compile(r"\s*(?:=>|->(?!\s*\w+\())|[^()\n=]*\)\s*(?::[^=\n]*)?=>")
_SEVERAL = re.compile(r"\s*(?:,[^=()\n;]*|[\]})][^=()\n;]*)?\s*(?::=|=(?![=>~]))")
_SEVERAL_BEGINS = re.compile(r"^(?!.*\w\()[\s\w,{\[(:*]*[,{\[(*]\s*\Z")
_FIELD_BEGINS = re.compile(r"^\s*(?:(?:const|let|var)\s*)?\{[\s\w,]*\Z")


class Binding(NamedTuple):
    """What a place says of a name: the text of its type, or that of its value, or neither."""

    start: int
    types: str | None = None
    value: str | None = None
    is_declared: bool = False
    """Whether it begins a variable of the block around it."""
    is_of_itself: bool = False
    """Whether it is a field of the value that the code belongs to."""
    field: str = ""
    """The field of the value that it is: `const { items } = cart`."""
    is_element: bool = False
    """Whether it is an element of the value: `for item in items`."""


def bindings_in(text: str, name: str, language: str, first: int, last: int) -> Iterator[Binding]:
    """Yield where a stretch of a text binds a name, in order. That of a field on the value itself has `self.` in front.

    Of a name that stands there very often one place of no known value.
    """
    places = [*islice(_occurrences(text, name, first, last), _MOST_OCCURRENCES + 1)]
    if len(places) > _MOST_OCCURRENCES:
        yield Binding(first)
        return
    yield from filter(None, (_bound_at(text, start, end, name, language) for start, end in places))


def bindings_before(text: str, name: str, language: str, first: int, last: int) -> Iterator[Binding]:
    """Yield where a stretch of a text binds a name, the last first: reading ends with the one that is looked for."""
    places = islice(_occurrences_before(text, name, first, last), _MOST_OCCURRENCES)
    yield from filter(None, (_bound_at(text, start, end, name, language) for start, end in places))


def _bound_at(text: str, start: int, end: int, name: str, language: str) -> Binding | None:
    lead = text[max(text.rfind("\n", 0, start) + 1, start - _LOOKED_BACK) : start]
    bound = _read(lead, text[end : end + _LOOKED_AT], name, language)
    return bound._replace(start=start, is_of_itself=bool(_OF_ITSELF.search(lead))) if bound is not None else None


def _occurrences(text: str, name: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield where a name stands as a whole word, with a sign in front of it that variables have in some languages."""
    start = text.find(name, first, last)
    while start >= 0:
        end = start + len(name)
        if whole := _whole(text, start, end):
            yield whole
        start = text.find(name, end, last)


def _occurrences_before(text: str, name: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    start = text.rfind(name, first, last)
    while start >= 0:
        if whole := _whole(text, start, start + len(name)):
            yield whole
        start = text.rfind(name, first, start)


def _whole(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of a whole word, with the sign in front of it, None for a part of one."""
    first = start - 1 if text[start - 1 : start] == "$" else start
    before, behind = text[first - 1 : first], text[end : end + 1]
    is_part = before.isalnum() or before in ("_", "$") or behind.isalnum() or behind in ("_", "$")
    return None if is_part else (first, end)


def type_in_front(lead: str) -> str:
    """Return the type that stands at the end of a text, in front of the name of what has it; empty without one."""
    if lead[-1:] not in _BEHIND_TYPE:
        return ""
    front = _IN_FRONT.search(lead)
    if front is None or front["type"] in _NO_TYPES or front["type"].split()[-1] in _SAYS_NOTHING:
        return ""
    return front["type"]


def _read(lead: str, behind: str, name: str, language: str) -> Binding | None:
    stands = where_type_stands(language)
    if stands is TypeStands.BEHIND and (colon := _COLON.match(behind)) and _BEGINS.search(lead):
        types = type_at_start(behind[colon.end() :])
        types = types.partition("|")[0] if language == "rust" else types  # of a parameter of a closure
        if _is_type(types, language) and not _LAMBDA.search(lead):
            return Binding(0, types, None, is_declared=True)
    if stands is TypeStands.IN_FRONT and (types := type_in_front(lead)):
        ends = _BEHIND_CPP if language in _WITH_ARGUMENTS else _BEHIND_VALUE
        if ends.match(behind):
            return Binding(0, types, None, is_declared=True)
    if stands is TypeStands.AFTER and (after := _GO.match(behind)) and _GO_BEGINS.search(lead):
        types = after["type"]
        if types not in _GO_NO_TYPES:
            return Binding(0, types, None, is_declared=True)
    return _valued(lead, behind, name, language)


def _element(lead: str, behind: str) -> Binding | None:
    """Return the binding of an element of a value: in a loop, or the first parameter of a closure."""
    if _EACH_BEGINS.search(lead) and (each := _EACH.match(behind)):
        line = behind[each.end() :].partition("\n")[0]
        value = _BODY.split(expression_at_start(line) or line, maxsplit=1)[0].strip()
        return Binding(0, None, value, is_declared=True, is_element=True)
    if of_php := _EACH_OF_PHP.search(lead):
        return Binding(0, None, of_php["value"], is_declared=True, is_element=True)
    closure = _CLOSURE.search(lead) if _BEHIND_PARAMETER.match(behind) else None
    if closure is None or closure["method"] in _NOT_OF_ELEMENTS:
        return None
    given = expression_at_end(lead[: closure.start()])
    value = lead[len(given.rest) : closure.start()] if given is not None else ""
    return Binding(0, None, value, is_declared=True, is_element=True)


def _valued(lead: str, behind: str, name: str, language: str) -> Binding | None:
    if (element := _element(lead, behind)) is not None:
        return element
    assigned = _ASSIGNED.match(behind)
    if assigned and _ASSIGNED_BEGINS.search(lead):
        value = expression_at_start(behind[assigned.end() :])
        return Binding(0, None, value, is_declared=bool(_DECLARED.search(lead) or ":=" in assigned[0]))
    if language == "go" and _SEVERAL.match(behind) and not lead.strip():
        return Binding(0, None, expression_at_start(behind[behind.index("=") + 1 :].lstrip()), is_declared=True)
    for pattern in (_WITH, _EXCEPT):
        if found := pattern.search(lead):
            said = found.groupdict()
            return Binding(0, said.get("type"), said.get("value"))
    if _SURELY.search(lead) and (surely := _OF_TYPE.match(behind)):
        return Binding(0, surely["type"])
    if _TAKEN.search(lead) and _BEHIND_TAKEN.match(behind):
        return Binding(0, is_declared=True)
    if _LAMBDA_HEAD.match(behind) and not lead.rstrip().endswith("."):
        return Binding(0, is_declared=True)
    if not (several := _SEVERAL.match(behind)) or not _SEVERAL_BEGINS.search(lead):
        return None
    if _FIELD_BEGINS.search(lead) and "}" in several[0]:
        return Binding(0, None, expression_at_start(behind[several.end() :].lstrip()), is_declared=True, field=name)
    return Binding(0)


_SMALL_TYPES = frozenset(
    "any bigint boolean int long double float number object string symbol undefined unknown void null never".split()
)


def _is_type(types: str, language: str) -> bool:
    """Whether a text behind a colon is a type, and no value of a key."""
    first = re.match(
        r"[\s&*?'\"\\]*(?:(?:dyn|impl|in|inout|mut|out|readonly|some|any|typeof|keyof)\s+)*([\w$]*)", types
    )
    if first is None or not types:
        return False
    if language in ("python", "rust"):
        return "(" not in types or "[" in types or "->" in types
    if not first[1]:
        return types[:1] in "[{("
    return (first[1][0].isupper() or first[1] in _SMALL_TYPES) and ("(" not in types or "=>" in types or "->" in types)
