"""The channel of flags: `--web`, alone or in a question about it, leads to the code that defines or reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from lsp_codebase.parse import word_parts
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.about_names.flag_lines import ATTRIBUTES, SHELLS, FlagLines
from lsp_codebase.search.intents.pieces import line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_words import CHANGE_INTENT
from lsp_codebase.search.query.tables import word_list

_MOST_PIECES = 5
_MOST_CHUNKS = 600  # that hold the name in quotes: more say that it is no flag in particular
_MOST_LISTING = 200  # that may list it, or have a field of its name beside one of some words
_MOST_WORDS = 16  # of a question
_MOST_OF_COMMAND = 3  # words before a flag

_FRAME = word_list("around flags")
_FLAG = re.compile(r"(?:-\w[,/|])?--([A-Za-z][\w-]*\w)(?:=\S*)?")
_SHORT = re.compile(r"\(?-\w[),/|]*")
_OWNER = re.compile(  # of the flag: "where does gh pr create define --web", "the --web flag of pr create"
    r"(?i)\b(?:do|does)\s+(\S+(?:\s+\S+){0,2}?)\s+(?=(?:accept|declare|define|handle|implement|parse|process|read|support"
    r"|take|use)\s)|\s(?:by|for|from|in|of|on)\s+(?:the\s+)?(\S+(?:\s+\S+){0,3})[\s?]*$"
)


class AskedFlag(NamedTuple):
    """The name of a flag without its hyphens, and the words that tell the command or the part of the code it is of."""

    name: str
    owner: frozenset[str] = frozenset()


def asked_flag(text: str) -> AskedFlag | None:
    """Return the flag of a command line that a query is about; None if it says more than words that frame a flag."""
    if "--" not in text or len(text.split(maxsplit=_MOST_WORDS)) > _MOST_WORDS:
        return None
    of: list[str] = []
    if (owner := _OWNER.search(text)) is not None and "--" not in owner[0]:
        text = f"{text[: owner.start()]} {text[owner.end() :]}"
        of = word_parts(owner[1] or owner[2])
    said = [word.strip("`\"'?,.") for word in text.split()]
    flags = [found for word in said if (found := _FLAG.fullmatch(word))]
    if len(flags) != 1:
        return None
    command = _command(said)
    frame = {word.lower() for word in said[len(command) :] if not _SHORT.fullmatch(word) and not _FLAG.fullmatch(word)}
    if not _FRAME.issuperset(frame - {""}):
        return None
    return AskedFlag(flags[0][1], frozenset((*of, *(part for word in command for part in word_parts(word)))) - _FRAME)


def _command(said: Sequence[str]) -> Sequence[str]:
    """Return the words of a command line before its flag, `/usr/bin/shop cart export --web`; none of a sentence."""
    before = [*takewhile(lambda word: not _FLAG.fullmatch(word), said)]
    is_command = 0 < len(before) <= _MOST_OF_COMMAND and _FRAME.isdisjoint(word.lower() for word in before)
    return before if is_command and CHANGE_INTENT.isdisjoint(word.lower() for word in before) else ()


def flags_of(question: Question, asked: AskedFlag) -> list[Piece]:
    """Return the code that defines the flag that a query is about, then that which reads it, then its help."""
    found = _standing(question, asked)
    if not found and (positive := asked.name.removeprefix("no-")) != asked.name:
        found = _standing(question, asked._replace(name=positive))
    return falling(found[:_MOST_PIECES], 1.0)


def _standing(question: Question, asked: AskedFlag) -> list[Piece]:
    """Return the chunks of code that define, read or explain a flag, each by the line that does it best.

    Those of shells come last; then the closest to a definition come first, then those whose path tells of its owner.
    """
    lines = FlagLines(asked.name)
    found = []
    for chunk in question.few(_may_stand(question, asked.name, lines), _MOST_CHUNKS):
        if question.is_main(chunk) and (does := [*lines.of(chunk.text, chunk.language)]):
            rank, at = min(does)
            strangeness = len(asked.owner.difference(word_parts(chunk.path)))
            order = chunk.language in SHELLS, rank, strangeness, chunk.path, chunk.start_line + at
            found.append((order, line_piece(chunk, at, 1.0)))
    return [piece for _, piece in sorted(found, key=itemgetter(0))]


def _may_stand(question: Question, name: str, lines: FlagLines) -> Ids:
    """Return the ids of the chunks that may hold a flag in quotes, list it, or have a field of its name."""
    quoted, _ = question.corpus.saying_within([name], lines.quoted, question.filters)
    listed, _ = question.corpus.holding_within([name], lines.listed, question.filters)
    fields = [question.holding(lines.snake, word) for word in ATTRIBUTES]
    rare = (ids for ids in (listed, *fields) if len(ids) <= _MOST_LISTING)
    return np.unique(np.concatenate([quoted, *rare]))
