"""The channel of kinds: `struct cart` and `price list interface` are led by definitions of this name and kind."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE, spelled
from lsp_codebase.search.intents.names.file_modules import with_file_modules
from lsp_codebase.search.intents.pieces import definition_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.name_forms import name_of
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.results.repeats import apart
from lsp_codebase.symbols import find_exact, parse_pattern

_MOST_DEFINITIONS = 5  # more say that the name means no one thing
_MOST_FOUND = 100
_LONGEST_NAME_WORDS = 6
_LONGEST_TEXT = 300  # of blanks alone the expressions take quadratic time

_Kinds = frozenset[SymbolKind]
_INTERFACE: _Kinds = frozenset({SymbolKind.Interface})
_TYPES: _Kinds = frozenset({SymbolKind.Class, SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Struct})
_CALLED: _Kinds = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method})
_HOLDING: _Kinds = frozenset({SymbolKind.Module, SymbolKind.Namespace, SymbolKind.Package})
_OBJECTS: _Kinds = frozenset({SymbolKind.Object, SymbolKind.Module})
_VALUES: _Kinds = frozenset(
    {SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable}
)
# The strict kinds of each word, and those it may mean in another language: the structs of Go are classes to many.
_KINDS: dict[str, tuple[_Kinds, _Kinds]] = {
    "class": (frozenset({SymbolKind.Class}), _TYPES),
    "enum": (frozenset({SymbolKind.Enum}), _TYPES),
    "function": (frozenset({SymbolKind.Function}), _CALLED),
    "interface": (_INTERFACE, _INTERFACE),
    "macro": (frozenset({SymbolKind.Function, SymbolKind.Constant}), _CALLED),
    "method": (frozenset({SymbolKind.Constructor, SymbolKind.Method}), _CALLED),
    "object": (_OBJECTS, _TYPES | _OBJECTS),
    "operator": (_CALLED | {SymbolKind.Constant, SymbolKind.Operator},) * 2,
    "struct": (frozenset({SymbolKind.Struct}), _TYPES | {SymbolKind.Module}),  # that of Elixir is its module
    "union": (frozenset({SymbolKind.Struct}), _TYPES),
    **dict.fromkeys(("protocol", "trait"), (_INTERFACE, _TYPES)),
    **dict.fromkeys(("behavior", "behaviour", "mixin"), (_TYPES | {SymbolKind.Module},) * 2),
    **dict.fromkeys(("hook", "multimethod"), (_CALLED, _CALLED)),
    **dict.fromkeys(("module", "namespace", "package"), (_HOLDING, _HOLDING)),
    **dict.fromkeys(
        ("annotation", "exception", "record", "signature", "template", "type", "type class", "typeclass", "typedef"),
        (_TYPES, _TYPES),
    ),
    **dict.fromkeys(("const", "constant", "field", "member", "property", "static", "variable"), (_VALUES, _VALUES)),
}
_WRITTEN = ("def", "fn", "fun", "func", "sub")
"""Words of code before the name of a function."""
# Before a word of small letters others may be words of a sentence ("type checking"), and behind one ("return type").
_TOLD_BEFORE = frozenset({"def", "enum", "fn", "func", "struct", "trait", "typedef", "union"})
_TOLD_BEHIND = frozenset(
    {"class", "enum", "function", "macro", "mixin", "module", "multimethod", "operator", "struct", "trait", "union"}
)

_WITH_ENDINGS, _ENDINGS = frozenset({"enum", "struct", "type", "typedef", "union"}), ("t", "s", "st", "e")
"""What C adds to the names of types: `setpoint_t`."""

_KIND = "|".join(sorted(_KINDS, key=len, reverse=True))
_MODIFIER = (
    r"(?:abstract|async|base|case|companion|data|enum|export|extern|final|generic|inner|internal|nested|open|parent|partial"
    r"|private|protected|pub|public|readonly|record|sealed|static|super|value)"
)
_FRAMED = re.compile(
    r"\s*(?P<question>(?:find|show(?:\s+me)?|(?:what|where)(?:'s|\s+is))\s+)?(?:(?:an?|the)\s+)?(?P<asked>\S.*?)"
    r"(?:\s+(?:declared|defined|implemented))?(?(question)\s*\??)\s*",  # a name of Ruby may end in this mark
    re.IGNORECASE | re.DOTALL,
)
_BEFORE = re.compile(rf"(?:{_MODIFIER}\s+){{0,4}}@?({_KIND}|{'|'.join(_WRITTEN)})\s+`?([^\s`]+)`?", re.IGNORECASE)
_FOR = re.compile(r"(class|enum|struct|type|union)\s+for\s+(?:an?\s+|the\s+)?([^\s`]+)", re.IGNORECASE)
_BEHIND = re.compile(rf"(\S.*?)((?:\s+{_MODIFIER}){{0,2}})\s+({_KIND})", re.IGNORECASE | re.DOTALL)
_OF_GO = re.compile(r"type\s+(?=\S+\s+(?:interface|struct)\Z)")
_WORDS = re.compile(r"[^\W\d][\w$]*(?:\s+[^\W\d][\w$]*)+")
_SIGNED = re.compile(r"[\w*+!?<>=&|^%~$@-]+")  # names of Lisp, operators
_IS_PLAIN = re.compile(r"[^\W\d_A-Z]+")
_IS_MODIFIER = re.compile(_MODIFIER, re.IGNORECASE)
_WORD = re.compile(r"\w+")


class KindAndName(NamedTuple):
    """The kind and name of a query. A name before its kind may be spelled in any way: "price list class".

    One that `is_plain` may be a word of prose.
    """

    kind: str
    name: str
    is_as_written: bool
    is_plain: bool


def kind_and_name(text: str) -> KindAndName | None:
    """Return the kind and the name that a text asks for, if it asks for nothing else."""
    if len(text) > _LONGEST_TEXT or (framed := _FRAMED.fullmatch(text)) is None:
        return None
    asked = _OF_GO.sub("", framed["asked"], count=1)
    if before := _BEFORE.fullmatch(asked):
        kind, words, modifiers, told = before[1], before[2], "", _TOLD_BEFORE
    elif behind := _FOR.fullmatch(asked):
        kind, words, modifiers, told = behind[1], behind[2], "", _TOLD_BEHIND
    elif behind := _BEHIND.fullmatch(asked):
        kind, words, modifiers, told = behind[3], behind[1], behind[2], _TOLD_BEHIND
    else:
        return None
    kind, name = " ".join(kind.lower().split()), _name(words)
    if name is None or _IS_MODIFIER.fullmatch(name):  # "abstract class"
        return None
    is_plain = not modifiers and _IS_PLAIN.fullmatch(name) is not None
    return KindAndName(kind, name, before is not None, is_plain) if kind in told or not is_plain else None


def _name(words: str) -> str | None:
    """Return the name that some words are, or may be in any style."""
    said = words.split()
    if len(said) > _LONGEST_NAME_WORDS or any(word.lower() in STOP_WORDS for word in said):
        return None
    if _WORDS.fullmatch(words):
        return words
    bare = words.strip("`'\"")
    return name_of(bare) or (bare if _SIGNED.fullmatch(bare) else None)


def named_of_kind(question: Question) -> list[Piece]:
    """Return the definitions of the name and kind that a query asks for; none if there are many."""
    asked = None if question.filters.kinds else kind_and_name(question.understood.meaning)
    if asked is None:
        return []
    found = _of_kind(question, asked)
    pieces = [definition_piece(match, question.names) for match in found]
    if asked.kind == "module":
        pieces = with_file_modules(question, asked.name, pieces)
    return falling(apart(pieces), SURE_SYMBOL_SCORE)


def _of_kind(question: Question, asked: KindAndName) -> list[SymbolMatch]:
    """Return the few definitions that are meant, those first that say the kind themselves, as `trait Cart` does.

    A plain word means only the strict kinds: "cart struct" is no class.
    """
    strict, wide = _KINDS.get(asked.kind, (_CALLED, _CALLED))
    for kinds in dict.fromkeys((strict, strict if asked.is_plain else wide)):
        called = _called(question.of_kinds(kinds), asked)
        if found := _saying_first(question, [match for match in called if not match.symbol.is_declaration], asked):
            break
    else:
        found = _saying_first(question, called, asked)
    return found if len(found) <= _MOST_DEFINITIONS else []


def _saying_first(question: Question, found: list[SymbolMatch], asked: KindAndName) -> list[SymbolMatch]:
    """Put those that say the kind before the others; if there are many, drop the others."""
    if len(found) < 2:
        return found
    saying = [match for match in found if asked.kind in _words_before(question, match)]
    return sorted(saying if len(found) > _MOST_DEFINITIONS else found, key=lambda match: match not in saying)


def _called(question: Question, asked: KindAndName) -> list[SymbolMatch]:
    """Return the definitions of the name: written just so, else of the same words."""
    names, pattern = question.names, parse_pattern(asked.name)
    called = find_exact(names, pattern, limit=_MOST_FOUND, context=question.context)
    if called or pattern.qualifier or (asked.is_as_written and asked.kind not in _WITH_ENDINGS):
        return called
    endings = _ENDINGS if asked.kind in _WITH_ENDINGS else ()
    forms = (asked.name, *(f"{asked.name} {ending}" for ending in endings))
    return next(filter(None, (spelled(question, form, _MOST_FOUND) for form in forms)), [])


def _words_before(question: Question, match: SymbolMatch) -> set[str]:
    """Return the words in front of a name on its line; `defmacro` says macro, `defmulti` multimethod."""
    row = match.symbol.name_span.start_line
    line = "".join(question.calls.source(match.path).lines[row : row + 1])
    words = _WORD.findall(line.partition(match.symbol.name)[0])
    return {*words, *(word.removeprefix("def").replace("multi", "multimethod") for word in words)}
