"""The channel of defaults: "default value of cache_size" is led by the lines that give it, or register the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, word_parts
from lsp_codebase.search.call_graph.definitions import definition_around
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.about_names.asked_uses import Asked
from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.about_names.uses import uses_asked_for
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, AskedName, asked_name, reader
from lsp_codebase.search.intents.names.defined_names import MEMBERS
from lsp_codebase.search.intents.pieces import definition_piece, line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.symbols import parse_pattern

_framed = reader(
    r"(?:(?:what(?:'s|\s+is)|where\s+is)\s+)?(?:the\s+)?defaults?(?:\s+value)?(?:\s+(?:for|of))?"
    rf"\s+(?P<what>{FEW_WORDS})(?:\s+(?:defined|set))?",
    rf"what\s+does\s+(?P<what>{FEW_WORDS})\s+default\s+to",
    rf"(?:the\s+)?(?P<what>{FEW_WORDS})\s+defaults?(?:\s+value)?",
)
_MOST_CHUNKS = 300  # that hold the name in quotes
_LITERAL = r"(?:[\"'`\[{]|-?\d|(?i:true|false|null|nil|none)\b)"
_MOST_DEFINITIONS = 24
_MOST_LINES = 30  # of a definition
_MOST_FOR_WORD = 2  # ways to tell a default that are looked for where prose may hold the name as well
_DEFAULTS = frozenset({"default", "defaults"})
_IN_CODE = 0.5  # the least score of a line that is no prose
_HOLDING = frozenset({SymbolKind.Constant, SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable})
_ACCESSORS = r"(?:\{[^{}\n]{0,80}\}\s*)?"  # of C#, between a property and its value
_VALUE = re.compile(rf"[\"'`]?\s*(?::[^=\n]{{1,100}}?)?\s*{_ACCESSORS}(?::=|=(?![=>]))\s*\S")
_VALUE_OF_KEY = re.compile(rf"[\"'`]?\s*:\s*(?:{_LITERAL}|[\w./-]+\s*$)")
_OF_DEFAULTS = re.compile(r"(?:^|[/._-])defaults?[/._-]|(?:^|/)values\.ya?ml$", re.IGNORECASE)
"""The path of a file of settings that hold where nothing else is said: of a role of Ansible, of a chart of Helm."""
_NAMED_DEFAULT = re.compile(r"\s*[\"']?default[\"']?\s*[:=]|\s+default\s+\S")  # in a block, as of Terraform or Kconfig


def defaults_of(question: Question) -> list[Piece]:
    """Return the lines of code that tell the default of the name that a query asks for, those of prose behind.

    They declare it with a value, or as a key of a file of defaults, or else say "default" beside it, register it in
    quotes, with more behind, or give it a value.
    """
    asked = _framed(question.text)
    named = asked_name(asked["what"]) if asked else None
    if named is None or (named.is_word and not (_is_member(question, named.name) or _is_key(question, named.name))):
        return []
    named = named._replace(is_word=named.is_word and not _is_key(question, named.name))
    in_prose: list[Piece] = []
    for found in islice(_found(question, named), _MOST_FOR_WORD if named.is_word else None):
        if any(piece.score >= _IN_CODE for piece in found):
            return [*found, *in_prose]
        in_prose += found
    return in_prose


def _is_member(question: Question, name: str) -> bool:
    """Whether the code of the project has members of that name."""
    return any(
        one.symbol.kind in MEMBERS and one.language in CODE and question.is_main(one)
        for one in question.defined(name, _MOST_DEFINITIONS)
    )


def _is_key(question: Question, name: str) -> bool:
    """Whether words with hyphens stand in quotes in code, as the name of an option does."""
    return "-" in name and len(question.quoting(name)) > 0


def _found(question: Question, named: AskedName) -> Iterator[list[Piece]]:
    name = parse_pattern(named.name).name
    own = re.escape(name)
    given = rf"(?<![\w.>]){own}(?!\w)[\"'`]?\s*{_ACCESSORS}(?::=|=>|[:=])\s*{_LITERAL}"
    asked = Asked(named.name, re.compile(given), named.is_sure, only_such=True)
    registers = re.compile(rf"(?:^|[^\w\"'`])([\"'`]){own}\1\s*,")
    yield _nested(question, named.name)
    yield [*_declared(question, name), *_in_defaults(question, asked)]
    if "-" in name:  # a line of prose may say it beside "default"
        yield _with(question, question.quoting(name), registers)
    said = re.compile(rf"(?<!\w){own}(?!\w).{{0,200}}(?i:default)|(?i:default).{{0,200}}(?<!\w){own}(?!\w)")
    yield uses_asked_for(question, asked._replace(line=said))
    # Keys of settings are read in any case, as the end of a longer one.
    key = re.compile(rf"(?i)([\"'`])(?:[\w.-]*[.-])?{own}\1.*default|default.*([\"'`])(?:[\w.-]*[.-])?{own}\2")
    yield _with(question, question.quoting(name.lower()), key)
    yield _with(question, question.quoting(name), registers)
    ended = rf"^\s*{own}\s*:.{{0,200}}[\s,=(]{_LITERAL}[\w.]*[\"'`\])}},;]*\s*$"
    yield uses_asked_for(question, asked._replace(line=re.compile(f"{given}|{ended}")))


def _declared(question: Question, name: str) -> Iterator[Piece]:
    """Yield the definitions of a name that give it a value, those nearest to the root first."""
    found = [one for one in question.defined(name, _MOST_DEFINITIONS) if question.prior(one) >= _IN_CODE]
    for match in sorted(found, key=lambda one: (-question.prior(one), one.path.count("/"), one.path)):
        own = match.symbol
        first, last = own.name_span.start_line, min(own.span.last_line, own.name_span.start_line + _MOST_LINES)
        lines = question.calls.lines(match.path)[first : last + 1]
        behind = lines[0].encode()[own.name_span.end_column :].decode() if lines else ""
        is_key = own.kind is SymbolKind.String
        is_given = _VALUE_OF_KEY.match(behind) if is_key else own.kind in _HOLDING and _VALUE.match(behind)
        is_given = is_given or (own.kind is SymbolKind.Key and _OF_DEFAULTS.search(match.path))
        if is_given or any(map(_NAMED_DEFAULT.match, lines[1:])):
            yield replace(definition_piece(match, question.names), score=1.0)


def _in_defaults(question: Question, asked: Asked) -> list[Piece]:
    """Return the lines that give a name its value within a definition called after defaults: `fn default()` of Rust."""

    def is_default(piece: Piece) -> bool:
        around = definition_around(question.names, piece.path, (piece.core or (piece.start_line,))[0])
        return around is not None and not _DEFAULTS.isdisjoint(word_parts(around.symbol.name))

    return [piece for piece in uses_asked_for(question, asked) if piece.score >= _IN_CODE and is_default(piece)]


def _nested(question: Question, name: str) -> list[Piece]:
    """Return the code that gives a dotted key its value as literals within each other: `"cart": {"size": 3}`."""
    outer, _, last = name.rpartition(".")
    if not outer or "." in outer:
        return []
    opened = rf"(?<![\w.]){re.escape(outer)}[\"'`]?\s*(?:[:=]|=>)\s*[\[{{(]"
    given = re.compile(rf"{opened}[^\]{{}})]{{0,1000}}?(?<![\w.]){re.escape(last)}[\"'`]?\s*(?:[:=]|=>)\s*{_LITERAL}")
    chunks = question.few(question.holding(outer, last), _MOST_CHUNKS)
    stands = [(one, found) for one in chunks if one.language in CODE and (found := given.search(one.text))]
    pieces = [line_piece(one, one.text.count("\n", 0, found.end()), question.prior(one)) for one, found in stands]
    return sorted(pieces, key=lambda one: (-one.score, one.path.count("/"), one.path))


def _with(question: Question, chunk_ids: Ids, line: re.Pattern[str]) -> list[Piece]:
    return chunks_with(question, chunk_ids, lambda content: 0 if line.search(content) else None, _MOST_CHUNKS)
