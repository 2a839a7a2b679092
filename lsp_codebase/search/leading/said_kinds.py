"""The kind that a query says of what it names: `Backend interface`, `struct Painter`, `the retry policy class`."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.query_words import STOP_WORDS

_TYPES = frozenset({SymbolKind.Class, SymbolKind.Struct, SymbolKind.Interface, SymbolKind.Enum})
_CALLED = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor})
_HOLDING = frozenset({SymbolKind.Module, SymbolKind.Namespace, SymbolKind.Package})
_VALUES = frozenset(
    {SymbolKind.Constant, SymbolKind.Variable, SymbolKind.Field, SymbolKind.Property, SymbolKind.EnumMember}
)
# A kind, and what people of other languages call so: the structs of Go are classes to many.
_KINDS: dict[str, tuple[frozenset[SymbolKind], ...]] = {
    **dict.fromkeys(("class", "struct"), (frozenset({SymbolKind.Class, SymbolKind.Struct}), _TYPES)),
    **dict.fromkeys(("interface", "protocol", "trait"), (frozenset({SymbolKind.Interface}), _TYPES)),
    "enum": (frozenset({SymbolKind.Enum}), _TYPES),
    "type": (_TYPES,),
    "type class": (_TYPES,),
    **dict.fromkeys(("def", "fn", "func", "function", "hook", "macro", "method"), (_CALLED,)),
    **dict.fromkeys(("module", "namespace", "package"), (_HOLDING,)),
    **dict.fromkeys(("const", "constant", "field", "member", "property", "static", "variable"), (_VALUES,)),
}
# Beside one word of prose these make a term of prose: "user interface", "content type", "wire protocol".
_OF_PROSE = frozenset(
    "const constant field hook interface member method module namespace package property protocol static type"
    " variable".split()
)
_KIND = "|".join(sorted(_KINDS, key=len, reverse=True))
_MODIFIER = "abstract|async|data|export|final|open|private|protected|pub|public|sealed|static"
_ASKED = re.compile(
    r"\s*(?:(?:find|show(?:\s+me)?|(?:what|where)(?:'s|\s+is)?)\s+)?(?:(?:an?|the)\s+)?"
    rf"(?:(?:(?:{_MODIFIER})\s+){{0,3}}(?P<before>{_KIND})\s+)?(?P<name>\S+(?:\s+\S+){{0,4}}?)(?:\s+(?P<behind>{_KIND}))?"
    r"(?:\s+(?:declared|defined|implemented))?\s*\??\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d][\w$]*")
_PLAIN = re.compile(r"[^\W\d_A-Z]+")


class SaidKind(NamedTuple):
    """The words of a name, and which kinds of definitions may be meant, the likelier first."""

    name: str
    kinds: tuple[frozenset[SymbolKind], ...]


def said_kind(text: str) -> SaidKind | None:
    """Return what a query of nothing but a name and one kind asks for, None for any other."""
    asked = _ASKED.fullmatch(text)
    if asked is None:
        return None
    said = [" ".join(kind.lower().split()) for kind in asked.group("before", "behind") if kind]
    if said[:1] == ["type"]:  # as Go says it: `type Cart struct`
        said = said[1:] or said
    if len(said) != 1:
        return None
    kind = said[0]
    words = asked["name"].split()
    if not all(_WORD.fullmatch(word) and word.lower() not in STOP_WORDS for word in words):
        return None
    if len(words) == 1 and kind in _OF_PROSE and _PLAIN.fullmatch(words[0]):
        return None
    return SaidKind(asked["name"], _KINDS[kind])
