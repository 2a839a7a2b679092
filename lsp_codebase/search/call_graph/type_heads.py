"""The heads of types, as they are written in any language, and the bases that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.search.call_graph.comments_and_strings import is_comment, marks_of

_MOST_HEADS = 3_000  # that hold the name are read
LONGEST_HEAD = 500

_BEGIN = (
    r"(?<![\w.$@\"'`-])(?:actor|class|defimpl|defrecord|deftype|enum|extend-protocol|extend-type|extension|impl|inherit"
    r"|instance|interface|object|protocol|record|reify|struct|trait)"
    r"(?:(?=<)|\s+(?!(?:func|let|var)\b)(?=[\w:<]))"
)
_REST = rf"[^{{;]{{0,{LONGEST_HEAD}}}"
_HEAD = re.compile(rf"{_BEGIN}(?=({_REST}))")
# The parameters of a constructor before the bases: with their defaults and documentation they are of any length.
_PARAMETERS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,4000}\)"
_HEAD_WITH_PARAMETERS = re.compile(rf"{_BEGIN}(?=((?:[^{{;(]{{0,200}}{_PARAMETERS})?{_REST}))")
_WITH_PARAMETERS = frozenset({"csharp", "kotlin", "scala"})
_BRACKETS = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]")  # a name in them is no base, but a parameter
_DEEPEST_BRACKETS = 4
_ANY = re.compile(".")
_HEAD_END = re.compile(  # a line that does not end in the middle, before one that does not begin there
    r"(?<![,:(&+])[ \t]*(?://[^\n]*)?\n(?!\s*(?:[:,]|extends\b|implements\b|with\b))|\b(?:permits|where)\b|=(?!>)"
)
_OF_OCAML = r"\b(?P<head>module)\s+\w+\s*(?:\([^()]*\)\s*)*:\s*\(?[\w.]*{name}"
_LINE_LIKE = {  # that says of the module around it, or of its own, that it is of a kind
    "elixir": r"^[ \t]*(?P<head>@behaviour|use)[ \t]+[\w.]*{name}[ \t]*(?:,|$)",
    "ocaml": _OF_OCAML,
    "ocaml_interface": _OF_OCAML,
    "python": r"^[ \t]*@(?:\w+\.)*implementer\([^()]*?{name}[^()]*\)[^\n]*\n"
    r"(?:[ \t]*[@#)][^\n]*\n)*[ \t]*(?P<head>class)\b",
    "ruby": r"^[ \t]*(?P<head>extend|include|prepend)[ \t]+[\w:]*{name}[ \t]*$",
}
_NAMED_LIKE = {
    "python": r"class\s+\w+\s*\([^)]*?(?<![\w=\[]){name}\s*[,)\[]",
    "ruby": r"class\s+[\w:]+\s*<\s*[\w:]*{name}",
    "fsharp": r"interface\s+[\w.]*{name}(?:<.*?>)?\s+with\b|inherit\s+[\w.]*{name}",
    "clojure": r"extend-protocol\s+\S*{name}"
    r"|(?:defrecord|deftype|extend-type|reify)\b(?s:.)*?(?<=[\s/]){name}(?=\s*[\n()])",
}


class Heads:
    """Finds the heads of types that name a base."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = _MOST_HEADS
        named = rf"(?<!\w){re.escape(name)}(?![\w.]|::)"
        self._by_language = {
            language: re.compile(pattern.format(name=named)) for language, pattern in _NAMED_LIKE.items()
        }
        self._line_by_language = {
            language: re.compile(pattern.format(name=named), re.MULTILINE) for language, pattern in _LINE_LIKE.items()
        }
        self._named = re.compile(
            rf"\b(?:extends|implements|with)\b.*{named}|(?<!:):(?!:).*{named}|<:.*{named}"
            rf"|impl\b.*{named}.*\bfor\b|(?:defimpl|instance)\s[^,]*{named}",
            re.DOTALL,
        )

    def of(self, text: str, language: str) -> Iterator[int]:
        """Yield where each such head begins in a text."""
        own = self._by_language.get(language)
        heads = _HEAD.finditer(text)
        if language in _WITH_PARAMETERS:
            heads = _HEAD_WITH_PARAMETERS.finditer(_without_comments(text, language))
        for head in heads:
            said = head[0] + head[1]  # looked at ahead: the word "class" of a comment hides no class
            if self._name not in said:
                continue
            if not self._left:
                break
            self._left -= 1
            if own.match(said) if own else self._named.search(_without_brackets(said)):
                yield head.start()
        line = self._line_by_language.get(language)
        if line is not None:
            yield from (found.start("head") for found in line.finditer(text))


def _without_comments(text: str, language: str) -> str:
    """Return a text of the same length with blanks for its comments: they may hold any brackets."""
    return marks_of(language).sub(lambda mark: _ANY.sub(" ", mark[0]) if is_comment(mark[0]) else mark[0], text)


def _without_brackets(head: str) -> str:
    for _ in range(_DEEPEST_BRACKETS):
        head = _BRACKETS.sub("", head)
    return _HEAD_END.split(head, maxsplit=1)[0]
