"""The channel of subtypes: a query for subtypes or implementations of a type is led by the heads that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.method_sets import types_with_methods_of
from lsp_codebase.search.call_graph.type_heads import LONGEST_HEAD, Heads
from lsp_codebase.search.call_graph.type_texts import unspaced
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, asked_name, reader, whole_questions
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import definition_piece, distinct, piece_at
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.symbols import parse_pattern

_MOST_PIECES = 30
_MOST_CHUNKS = 600  # that mention the name are read
_MOST_NAMESAKES = 16  # the first interface of them is meant
_HEAD_LINES = 5
_PROTOCOL = re.compile(r"\(.*\bProtocol\b", re.DOTALL)  # of Python
_CALLED_OTHERWISE = 0.9  # of the score of a type with the methods of an interface and its name
_MOST_LISTED = 100  # lines of a file of services
_LISTED = re.compile(r"\s*(?:[\w.-]+\s*=\s*)?(?:[\w.]+[.$])?([A-Z]\w*)\s*(?:#|$)")
_ITSELF = 0.3  # of the score of a subtype: the type that is asked about comes behind those of tests, too

# Only the plural: the implementation of a thing is the thing itself.
_SUBTYPES = (
    r"(?:(?:child|derived|sub-?)\s*(?:classes|types)|children|descendants|implementations|implement[eo]rs|inheritors"
    r"|instances)"
)
_TYPES = (
    r"(?:who|what|which\s+\w+"
    r"|(?:classes|components|contracts|enums|interfaces|modules|objects|records|services|structs|types)(?:\s+(?:that|which))?)"
)
_INHERIT = (
    r"(?:(?:extend|implement|subclass)(?:s|es|ing)?|conform(?:s|ing)?\s+to"
    r"|(?:are\s+|is\s+)?(?:deriv|inherit)(?:e|es|ed|s|ing)?(?:\s+from)?)"
)
_THERE = r"(?:\s+(?:are\s+there|do\s+we\s+have|exist))?"
_FRAMES = whole_questions(
    rf"(?:\w+\s+)?{_SUBTYPES}\s+of\s+({FEW_WORDS}){_THERE}",
    rf"({FEW_WORDS})\s+{_SUBTYPES}{_THERE}",
    rf"{_TYPES}\s+{_INHERIT}\s+({FEW_WORDS})",
    rf"where\s+is\s+({FEW_WORDS})\s+(?:extended|inherited|subclassed)",
    before=r"(?:(?:find|list|show|what|which)\s+)?(?:me\s+)?(?:all\s+)?(?:the\s+)?",
)

_implemented = reader(rf"where\s+(?:is|are)\s+({FEW_WORDS})\s+implemented")
_ARGUMENTS = re.compile(r"(?<=\w)<[^<>]{1,100}>")  # of a generic type
_INSTANCES = re.compile(r"\binstances\b", re.IGNORECASE)
_WITH_TYPE_CLASSES = frozenset({"haskell", "purescript"})


def asked_type(text: str) -> str | None:
    """Return the type whose subtypes a query asks for."""
    return next(filter(None, map(_name_of, _asked(text))), None)


def _asked(text: str) -> list[str]:
    """Return the words of a query that may name the type."""
    return [asked[1] for asked in (frame.fullmatch(text) for frame in _FRAMES) if asked]


def _called(question: Question, text: str) -> str | None:
    """Return the type that is called like the plain words of a query: "the cart store" is `CartStore`."""
    for words in (without_stop_words(said.split()) for said in _asked(text)):
        found = spelled(question, " ".join(words), _MOST_NAMESAKES) if len(words) > 1 else []
        if name := next((one.symbol.name for one in found if one.symbol.kind in HOLDERS), None):
            return name
    return None


def _name_of(words: str) -> str | None:
    named = asked_name(words)
    return named.name if named is not None else None


def subtypes_of(question: Question) -> list[Piece]:
    """Return the types whose heads extend or implement the one that a query asks about, and that one behind them."""
    arguments = _ARGUMENTS.search(question.text)
    text = _ARGUMENTS.sub("", question.text)
    implemented = _implemented(text)
    asked = _name_of(implemented[1]) if implemented else asked_type(text) or _called(question, text)
    if asked is None:
        return []
    defined = question.defined(asked, _MOST_NAMESAKES)
    if implemented and not any(one.symbol.kind is SymbolKind.Interface for one in defined):
        return []  # what has a body is implemented there
    if _INSTANCES.search(question.text) and not (defined and defined[0].language in _WITH_TYPE_CLASSES):
        return []  # which are its values
    name, near = parse_pattern(asked).name, defined[0].path if defined else ""
    if arguments:
        return [*_subtypes(question, name, near, unspaced(arguments[0]))][:_MOST_PIECES]
    pieces = distinct((*_subtypes(question, name, near), *_alike(question, defined), *_listed(question, name)))
    pieces = sorted(pieces, key=lambda piece: -piece.score)[:_MOST_PIECES]
    if pieces and defined:
        itself = definition_piece(defined[0], question.names)
        pieces.append(replace(itself, score=_ITSELF, signals={"subtypes": _ITSELF}))
    return pieces


def _subtypes(question: Question, name: str, near: str, arguments: str = "") -> Iterator[Piece]:
    """Yield the types whose heads name a base, with some arguments if they are asked for."""
    corpus, heads = question.corpus, Heads(name)
    for path, start, end in dict.fromkeys(islice(corpus.mentioning(name, near), _MOST_CHUNKS)):
        record = corpus.file(path)
        if record is None or not question.passes(record):
            continue
        source = question.calls.source(path)
        text = "\n".join(source.lines[start:end])
        named: dict[int, SymbolMatch] = {}  # the first of each line
        for match in reversed(corpus.names.in_file(path, (start, end))):
            named[match.symbol.name_span.start_line] = match
        for line, at in heads.in_code(text, source.language, start, partial(question.calls.source, path)):
            if arguments and f"{name}{arguments}" not in unspaced(text[at : at + LONGEST_HEAD].partition("{")[0]):
                continue
            if (own := named.get(line)) is not None:
                yield _piece(question, own)
            elif piece := piece_at(corpus, record, line, question.prior_at(path, line), "subtypes"):
                yield piece


def _alike(question: Question, defined: Sequence[SymbolMatch]) -> Iterator[Piece]:
    """Yield the types that have the methods of the first interface, where they need not name it."""
    names = question.names
    interface = next((one for one in defined if _is_structural(question, one)), None)
    words = split_identifier(interface.symbol.name) if interface else []
    for match in types_with_methods_of(names, interface) if interface else ():
        is_called_so = split_identifier(match.symbol.name)[-len(words) :] == words
        if question.passes(match):
            yield _piece(question, match, 1.0 if is_called_so else _CALLED_OTHERWISE)


def _listed(question: Question, name: str) -> Iterator[Piece]:
    """Yield the types that the files of services list for one: `META-INF/services/acme.Codec` of Java."""
    for record in question.corpus.with_path(rf"(?:^|/)META-INF/(?:[^/]+/)+(?:[\w.$]*[.$])?{re.escape(name)}$"):
        for line in question.calls.lines(record.path)[:_MOST_LISTED]:
            listed = _LISTED.match(line)
            for match in question.defined(listed[1], 1) if listed else ():
                if question.passes(match):
                    yield _piece(question, match)


def _piece(question: Question, match: SymbolMatch, weight: float = 1.0) -> Piece:
    score = question.prior_at(match.path, match.symbol.span.start_line) * weight
    return replace(definition_piece(match, question.names), score=score, signals={"subtypes": score})


def _is_structural(question: Question, match: SymbolMatch) -> bool:
    own = match.symbol
    if match.language == "go":
        return own.kind is SymbolKind.Interface
    if match.language != "python" or own.kind is not SymbolKind.Class:
        return False
    lines = question.calls.source(match.path).lines[own.name_span.start_line :]
    head = "\n".join(lines[:_HEAD_LINES])
    return _PROTOCOL.search(head.partition(":")[0]) is not None
