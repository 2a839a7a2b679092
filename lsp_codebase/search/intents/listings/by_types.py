"""Functions by their types: "which functions return a Cart", "methods that take an http.Request"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Position, Symbol, SymbolKind
from lsp_codebase.parse import CODE
from lsp_codebase.search.call_graph.return_types import parameters_end, return_type
from lsp_codebase.search.call_graph.signatures import signature_of
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_texts import unspaced
from lsp_codebase.search.intents.listings.declarations import line_of, types_called
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.mentions import ChunkLines
from lsp_codebase.search.query.plurals import singulars
from lsp_codebase.search.query.query_words import STOP_WORDS

_MOST_CHUNKS = 3_000  # that mention the type are read
_TAG_ABOVE = 40  # lines: a comment that says a type stands so near to its function
_CALLED = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method, SymbolKind.Operator})

_SHOW = r"(?:(?:find|give|list|show)\s+(?:me\s+)?)?(?:all\s+|any\s+|every\s+)?(?:of\s+)?(?:the\s+)?"
_FUNCTIONS = (
    r"(?:(?:async|exported|free|public|static)\s+)?"
    r"(?:callables?|components?|constructors?|factories|factory\s+functions|functions?|helpers?|methods?|procedures?)"
)
_HAVE = r"(?:are\s+there|do\s+(?:we|you)\s+have|is\s+there)\s+(?:already\s+)?(?:an?\s+|any\s+|some\s+)?"
_SUCH = rf"(?:(?:what|which)\s+{_FUNCTIONS}|(?:{_HAVE}|{_SHOW}){_FUNCTIONS}(?:\s+(?:that|which))?)"
_TYPE = r"(?:an?\s+|any\s+|some\s+|the\s+)?(?P<type>\S+(?:\s+\S+){0,3}?)"
_AS_ONE = r"(?:\s+as\s+(?:an?\s+|their\s+)?(?:\w+\s+)?(?:arguments?|inputs?|parameters?))"
_ONE = r"(?:\s+(?:as\s+)?(?:an?\s+)?(?:arguments?|inputs?|parameters?))"

_returning = short_reader(rf"(?:what|{_SUCH})\s+return(?:s|ing)?\s+{_TYPE}")
_taking = short_reader(
    rf"{_SHOW}{_FUNCTIONS}\s+(?:with|having|that\s+have)\s+{_TYPE}{_ONE}",
    rf"(?:what|(?:what|which)\s+{_FUNCTIONS})\s+(?:has|have)\s+{_TYPE}{_ONE}",
    rf"what\s+(?:accepts|expects|receives|takes)\s+(?:an?\s+|any\s+|the\s+)?(?P<type>(?-i:[A-Z*&\[])\S*){_AS_ONE}?",
    rf"what\s+(?:accepts|expects|receives|takes)\s+{_TYPE}{_AS_ONE}",
    rf"{_SUCH}\s+(?:accept|expect|receiv|tak)(?:e|es|s|ing)?\s+{_TYPE}{_ONE}?",
)
_MANY = re.compile(
    r"(?:(?:array|iterator|list|map|pointer|sequence|set|slice|vector)s?\s+(?:of|to)\s+)?(.+?)(?:\s+(?:instances?|objects?|types?|values?))?"
)
_BUILT_IN = frozenset(
    "any array bool boolean byte bytes char dict double error false float function int integer list long map none nil"
    " null number object set str string true tuple undefined void".split()
)
"""Types of so many functions that all of them tell nothing."""
_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")
_OF_WRAPPER = re.compile(r"[<\[({][^\W\d]|\[\]|\*")  # `Promise<Cart>`, `Vec[Cart]`, `[]Cart`, `*Cart`
_OF_MODULE = re.compile(r"(?<=\w)\.t(?:\(\))?(?!\w)")  # the type of a module of Elixir or OCaml: `Cart.t()`
_RESULTS = re.compile(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
_RETURN_TAG = re.compile(r"@returns?\b|:rtype:|@rtype\b")
_PARAMETER_TAG = re.compile(r"@param\b|:type\s+\w+:|:param\s+\w+\s+\w+:")


class AskedTypes(NamedTuple):
    """The type that functions return or take, as it is written."""

    written: str
    is_returned: bool


def asked_types(text: str) -> AskedTypes | None:
    """Return the type of which a query asks for the functions that return or take it; None if it asks for none."""
    returned, taken = _returning(text), _taking(text)
    asked = returned or taken
    said = _MANY.fullmatch(asked["type"].strip("`\"'?")) if asked else None
    if said is None or said[1].lower() in _BUILT_IN or not STOP_WORDS.isdisjoint(said[1].split()):  # `Either` is none
        return None
    return AskedTypes(said[1], returned is not None) if _IDENTIFIER.search(said[1]) else None


def functions_by_types(question: Question, text: str) -> Group | None:
    """Return the functions that return or take the type that a query names, each by the line of its name.

    None if it asks for none, or none is known to.
    """
    asked = asked_types(text)
    if asked is None:
        return None
    named = _named(question, asked.written)
    if not named:
        return None
    word = re.compile(rf"(?<![\w$])(?:{'|'.join(map(re.escape, named))})(?![\w$])")
    found: dict[tuple[str, Position], tuple[SymbolMatch, str]] = {}
    is_cut = False
    for name, near in named.items():
        chunks = [*islice(question.corpus.mentioning(name, near), _MOST_CHUNKS + 1)]
        is_cut |= len(chunks) > _MOST_CHUNKS
        for one, text in _saying(question, chunks[:_MOST_CHUNKS], asked):
            if word.search(text):
                found.setdefault((one.path, one.symbol.name_span.start), (one, text))
    such = [*found.values()]
    wrapped = unspaced(asked.written) if _OF_WRAPPER.search(asked.written) else ""
    exactly = [(one, text) for one, text in such if wrapped and wrapped in unspaced(text)]
    pieces = [line_of(one) for one in _defined([one for one, _ in exactly or such])]
    if not pieces:
        return None
    does = "return" if asked.is_returned else "take"
    said = f"functions that {does} {asked.written if exactly else ' or '.join(named)}"
    cut = f" in the first {_MOST_CHUNKS:,} places that name it" if is_cut else ""
    return Group(pieces, said + cut, is_sure=True)


def _defined(functions: Sequence[SymbolMatch]) -> list[SymbolMatch]:
    """Return functions without the mere declarations of those that are defined elsewhere."""
    bodies = {(one.symbol.container, one.symbol.name) for one in functions if not one.symbol.is_declaration}
    return [
        one
        for one in functions
        if not one.symbol.is_declaration or (one.symbol.container, one.symbol.name) not in bodies
    ]


def _named(question: Question, written: str) -> dict[str, str]:
    """Return the names of a type, and the files that define them: of `Promise<Cart>` the innermost, `Cart`.

    A word in small letters means the types that are called so in any letters; one of which none is may be any word. A
    name with a capital that is defined nowhere is one of a library.
    """
    said = _IDENTIFIER.findall(_OF_MODULE.sub("", written) or written)[-1]
    if len(said) == 1:
        return {}  # a parameter for types, or the type `t` that modules of Elixir and OCaml have
    for name in (said, *singulars(said)):
        if types := types_called(question, name):
            return {one.symbol.name.rpartition(".")[2]: one.path for one in reversed(types)}  # `Shop.Cart` of Elixir
    return {said: ""} if not said.islower() or _OF_WRAPPER.search(written) or "." in written else {}


def _saying(question: Question, chunks: Sequence[ChunkLines], asked: AskedTypes) -> Iterator[tuple[SymbolMatch, str]]:
    """Yield the functions in chunks that mention a type, and the text that says what they return or take."""
    says, tag = (_returned, _RETURN_TAG) if asked.is_returned else (_taken, _PARAMETER_TAG)
    for path, start, end in dict.fromkeys(chunks):
        record = question.corpus.file(path)
        if record is None or record.language not in CODE or not question.passes(record):
            continue
        question.cancel.check()
        source = question.calls.source(path)
        for line, text in enumerate(source.lines[start:end], start):
            if tag.search(text) and (one := _described(question, path, line)):
                yield one, text
        for one in question.names.in_file(path, (start, end)):
            if one.symbol.kind in _CALLED and start <= _line(one) < min(end, len(source.lines)):
                yield one, says(source, one.symbol)


def _returned(source: Source, function: Symbol) -> str:
    """Return what the head of a function says that it returns; functions of Go may return several values."""
    if (signature := signature_of(source, function)) is not None:
        return signature.returned
    said = return_type(source, function)
    end = parameters_end(source, function)
    several = _RESULTS.match(source.text, end) if source.language == "go" else None
    return several[0] if several else said


def _taken(source: Source, function: Symbol) -> str:
    """Return the parameters of a function as they are written."""
    if (signature := signature_of(source, function)) is not None and signature.taken:
        return signature.taken
    line = function.name_span.start_line
    begin = source.line_starts[line] + source.inside(line, function.name_span)[1]
    return source.text[begin : parameters_end(source, function)]


def _described(question: Question, path: str, line: int) -> SymbolMatch | None:
    """Return the function that a line of a comment is about: the one around it, else the next one below."""
    near = [one for one in question.names.in_file(path, (line, line + _TAG_ABOVE)) if one.symbol.kind in _CALLED]
    around = [one for one in near if _line(one) <= line]
    below = [one for one in near if _line(one) > line]
    return max(around, key=_line, default=None) or min(below, key=_line, default=None)


def _line(one: SymbolMatch) -> int:
    return one.symbol.name_span.start_line
