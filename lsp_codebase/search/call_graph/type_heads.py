"""The heads of types, as they are written in any language, and the bases that they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from lsp_codebase.search.call_graph.comments_and_strings import is_comment, marks_of
from lsp_codebase.search.call_graph.source_file import Source

_MOST_PATTERNS = 256  # are kept
_MOST_HEADS = 3_000  # that hold the name are read
LONGEST_HEAD = 500

_BEGIN = (
    r"(?<![\w.$@\"'`-])(?:actor|class|contract|defimpl|defrecord|deftype|enum|extend-protocol|extend-type|extension|impl|inherit"
    r"|instance|interface|object|protocol|record|reify|struct|trait)"
    r"(?:(?=<)|\s+(?!(?:func|let|var)\b)(?=[\w:<]))"
)
_REST = rf"[^{{;]{{0,{LONGEST_HEAD}}}"
_HEAD = re.compile(rf"{_BEGIN}(?=({_REST}))")
# The parameters of a constructor before the bases: with their defaults and documentation they are of any length.
_PARAMETERS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,4000}\)"
_HEAD_WITH_PARAMETERS = re.compile(rf"{_BEGIN}(?=((?:[^{{;(]{{0,200}}{_PARAMETERS})?{_REST}))")
# A parameter for types may be an object: `class Form<Data = {}> extends View {`.
_OBJECT = rf"(?:(?<=[=<,:&|])|(?<=[=<,:&|] )|(?<=extends ))\{{[^{{}}]{{0,{LONGEST_HEAD}}}\}}"
_HEAD_WITH_OBJECTS = re.compile(rf"{_BEGIN}(?=({_REST}(?:{_OBJECT}{_REST}){{0,8}}))")
_WITH_OBJECTS = frozenset("astro svelte tsx typescript vue".split())
_WITH_PARAMETERS = frozenset({"csharp", "kotlin", "scala"})
_BRACKETS = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]")  # a name in them is no base, but a parameter
_DEEPEST_BRACKETS = 4
_ANY = re.compile(".")
_HEAD_END = re.compile(  # a line that does not end in the middle, before one that does not begin there
    r"(?<![,:(&+])[ \t]*(?://[^\n]*)?\n(?!\s*(?:[:,]|extends\b|implements\b|with\b"
    r"|(?:@[\w.]+\s+)*(?:(?:internal|private|protected|public)\s+)?constructor\b))"  # of Kotlin
    r"|\b(?:permits|where)\b|=(?!>)"
)
_OF_OCAML = r"\b(?P<head>module)\s+\w+\s*(?:\([^()]*\)\s*)*:\s*\(?[\w.]*{name}"
_LINE_LIKE = {  # that says of the module around it, or of its own, that it is of a kind
    "elixir": r"^[ \t]*(?P<head>@behaviour|use)[ \t]+(?:[\w.]+,[ \t]*:)?[\w.]*{name}[ \t]*(?:,|$)",
    "gdscript": r"^[ \t]*(?:class_name[ \t]+\w+[ \t]+)?(?P<head>extends)[ \t]+(?:\w+\.)*{name}[ \t]*(?:#|$)",
    "ocaml": _OF_OCAML,
    "ocaml_interface": _OF_OCAML,
    "php": r"^[ \t]+(?P<head>use)[ \t]+(?:[\w\\]+,[ \t]*)*[\w\\]*{name}[ \t]*[,;{{]",
    "python": r"^[ \t]*@(?:\w+\.)*implementer\([^()]*?{name}[^()]*\)[^\n]*\n"
    r"(?:[ \t]*[@#)][^\n]*\n)*[ \t]*(?P<head>class)\b",
    "ruby": r"^[ \t]*(?P<head>extend|include|prepend)[ \t]+[\w:]*{name}[ \t]*$",
}
_NAMED_LIKE = {
    "python": r"class\s+\w+\s*\([^)]*?(?<![\w=\[]){name}\s*[,)\[]",
    "ruby": r"class\s+[\w:]+\s*<\s*[\w:]*{name}",
    "solidity": r"(?:contract|interface)\s+\w+\s+is\s(?:[^()]|\([^()]*\))*?{name}",
    "fsharp": r"interface\s+[\w.]*{name}(?:<.*?>)?\s+with\b|inherit\s+[\w.]*{name}",
    "clojure": r"extend-protocol\s+\S*{name}"
    r"|(?:defrecord|deftype|extend-type|reify)\b(?s:.)*?(?<=[\s/]){name}(?=\s*[\n()])",
}


_STAND_IN = "\ue000"  # for the name of a base: no text holds it
_ANY_NAME = r"(?P<base>[^\W\d]\w*)"
_QUALIFIED = re.compile(r"(?:[^\W\d]\w*(?:\.|::|\\))*([^\W\d]\w*)")
_SEPARATOR = re.compile(r"::|\\")
_ARGUMENTS = re.compile(r"\[[^\[\]]*\]")
_NO_BASES = frozenset("abstract extends final implements open override private protected public virtual with".split())
_IN_BODY = frozenset({"elixir", "php", "ruby"})  # a line in the type, not above it
_EMBEDDED = {
    "go": re.compile(r"^[ \t]+\*?(?P<head>(?:\w+\.)?)(?P<base>\w+)[ \t]*(?:`[^`\n]*`)?[ \t]*(?://.*)?$", re.MULTILINE)
}
"""Lines that name a base only inside of a type; elsewhere they may name anything."""
_FOR_A_TYPE = re.compile(r"\bimpl\b[^{;]{0,300}?\bfor\s+(?:\w+::)*(\w+)")


class Heads:
    """Finds the heads of types that name a base."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = _MOST_HEADS

    def of(self, text: str, language: str) -> Iterator[int]:
        """Yield where each such head begins in a text."""
        is_named = _naming(language, re.escape(self._name))
        for head in _heads(text, language):
            said = head[0] + head[1]  # looked at ahead: the word "class" of a comment hides no class
            if self._name not in said:
                continue
            if not self._left:
                break
            self._left -= 1
            if is_named(_read(said, language)):
                yield head.start()
        line = _line_naming(language, re.escape(self._name))
        if line is not None:
            yield from (found.start("head") for found in line.finditer(text))

    def in_code(self, text: str, language: str, first: int, source: Callable[[], Source]) -> Iterator[tuple[int, int]]:
        """Yield the lines of a file where each such head stands in code, and its places in `text`.

        The text is that of some lines, from the line `first` on. The whole file is read only where there is a head.
        """
        for at in self.of(text, language):
            line = first + text.count("\n", 0, at)
            if not source().asides.hold(line, at - text.rfind("\n", 0, at) - 1):
                yield line, at


def bases_at(text: str, at: int, language: str) -> list[str]:
    """Return the bases of the type whose name stands at a place of a text, in their order, as its head names them.

    A word of the head is one if this would be a head of `Heads` for it.
    """
    text = _without_comments(text, language)
    own = [head for head in _heads(text, language) if head.start() < at]
    bases = _bases_in(own[-1][0] + own[-1][1], language) if own else []
    line = _line_naming(language, _ANY_NAME) if language not in _IN_BODY else None
    return bases + [found["base"] for found in line.finditer(text)] if line else bases


def bases_inside(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield where the text of a type names a base behind its head, and the base: `include Comparable` of Ruby."""
    line = _line_naming(language, _ANY_NAME) if language in _IN_BODY else _EMBEDDED.get(language)
    for found in line.finditer(text) if line else ():
        yield found.start("head"), found["base"]


def bases_by_type(text: str, language: str) -> dict[str, list[str]]:
    """Return the bases that heads apart from types name, by these: `impl Display for Cart` of Rust."""
    found: dict[str, list[str]] = {}
    for head in _heads(text, language) if language == "rust" else ():
        if own := _FOR_A_TYPE.match(head[0] + head[1]):
            found.setdefault(own[1], []).extend(_bases_in(head[0] + head[1], language))
    return found


def _bases_in(head: str, language: str) -> list[str]:
    is_named = _naming(language, _STAND_IN)
    said = _read(_ARGUMENTS.sub("", head), language)
    if not _naming(language, r"[^\W\d]\w*")(said):  # most heads name none, and the test for each word takes long
        return []
    return [
        _SEPARATOR.sub(".", word[0])
        for word in _QUALIFIED.finditer(said)
        if word[1] not in _NO_BASES and is_named(said[: word.start(1)] + _STAND_IN + said[word.end() :])
    ]


def _heads(text: str, language: str) -> Iterator[re.Match[str]]:
    if language in _WITH_PARAMETERS:
        return _HEAD_WITH_PARAMETERS.finditer(_without_comments(text, language))
    return (_HEAD_WITH_OBJECTS if language in _WITH_OBJECTS else _HEAD).finditer(text)


def _read(head: str, language: str) -> str:
    """Return what is read of a head."""
    if language in _NAMED_LIKE:
        return head
    said = _without_brackets(head)
    return said.partition("(")[0] if language in _WITH_PARAMETERS else said  # a chunk may end amid parameters


@lru_cache(_MOST_PATTERNS)
def _naming(language: str, name: str) -> Callable[[str], object]:
    """Return a test whether a head names a base; the name is an expression."""
    named = rf"(?<!\w){name}(?![\w.]|::)"
    if language in _NAMED_LIKE:
        return re.compile(_NAMED_LIKE[language].format(name=named)).match
    return re.compile(
        rf"\b(?:extends|implements|with)\b.*{named}|(?<!:):(?!:).*{named}|<:.*{named}"
        rf"|impl\b.*{named}.*\bfor\b|(?:defimpl|instance)\s[^,]*{named}",
        re.DOTALL,
    ).search


@lru_cache(_MOST_PATTERNS)
def _line_naming(language: str, name: str) -> re.Pattern[str] | None:
    """Return the pattern of a line that names a base, if there are such; the name is an expression."""
    if language not in _LINE_LIKE:
        return None
    return re.compile(_LINE_LIKE[language].format(name=rf"(?<!\w){name}(?![\w.]|::)"), re.MULTILINE)


def _without_comments(text: str, language: str) -> str:
    """Return a text of the same length with blanks for its comments: they may hold any brackets."""
    return marks_of(language).sub(lambda mark: _ANY.sub(" ", mark[0]) if is_comment(mark[0]) else mark[0], text)


def _without_brackets(head: str) -> str:
    for _ in range(_DEEPEST_BRACKETS):
        head = _BRACKETS.sub("", head)
    return _HEAD_END.split(head, maxsplit=1)[0]
