"""The channel of defaults: "default value of cache_size" is led by the lines that give it, or register the name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.about_names.asked_uses import Asked
from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.about_names.uses import uses_asked_for
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, AskedName, asked_name, reader
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


def defaults_of(question: Question) -> list[Piece]:
    """Return the lines of code that tell the default of the name that a query asks for.

    They say "default" beside it, or else register it in quotes, with more behind, or else give it a value.
    """
    asked = _framed(question.text)
    named = asked_name(asked["what"]) if asked else None
    if named is None or named.is_word:
        return []
    return next(filter(None, _found(question, named)), [])


def _found(question: Question, named: AskedName) -> Iterator[list[Piece]]:
    name = parse_pattern(named.name).name
    own = re.escape(name)
    said = re.compile(rf"(?<!\w){own}(?!\w).{{0,200}}(?i:default)|(?i:default).{{0,200}}(?<!\w){own}(?!\w)")
    asked = Asked(named.name, said, named.is_sure, only_such=True)
    yield uses_asked_for(question, asked)
    # Keys of settings are read in any case, as the end of a longer one.
    key = re.compile(rf"(?i)([\"'`])(?:[\w.-]*[.-])?{own}\1.*default|default.*([\"'`])(?:[\w.-]*[.-])?{own}\2")
    yield _with(question, question.quoting(name.lower()), key)
    yield _with(question, question.quoting(name), re.compile(rf"(?:^|[^\w\"'`])([\"'`]){own}\1\s*,"))
    given = rf"(?<![\w.>]){own}(?!\w)[\"'`]?\s*(?::=|=>|[:=])\s*{_LITERAL}"
    ended = rf"^\s*{own}\s*:.{{0,200}}[\s,=(]{_LITERAL}[\w.]*[\"'`\])}},;]*\s*$"
    yield uses_asked_for(question, asked._replace(line=re.compile(f"{given}|{ended}")))


def _with(question: Question, chunk_ids: Ids, line: re.Pattern[str]) -> list[Piece]:
    return chunks_with(question, chunk_ids, lambda content: 0 if line.search(content) else None, _MOST_CHUNKS)
