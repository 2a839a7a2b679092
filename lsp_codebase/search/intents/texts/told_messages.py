"""The channel of told messages: amid a sentence that tells of an error, the words that a string of the code holds.

`users see the error no such cart when they log in`: no sign tells where the message ends. The strings do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lsp_codebase.scan import path_roles
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.messages import WORD, is_told, strings_of
from lsp_codebase.search.intents.texts.templates import HOLE, words_held
from lsp_codebase.search.pack import Piece

_MOST_PIECES = 3
_MOST_CHUNKS = 30  # with the first words of a message in strings: more say that they are no message in particular
_MOST_BEGINNINGS = 3
_FEWEST_WORDS, _MOST_WORDS = 3, 24

_TELLS = re.compile(
    r"\b(?:assert\w*|complain\w*|crash\w*\s+with|errors?|exceptions?|fail\w*\s+with|gets?|getting|got|logs?|logged"
    r"|messages?|panic\w*|print\w*|rais\w+|returns?|say(?:s|ing)?|see(?:s|ing)?|shows?|throw\w*|warnings?)\b[\s:,]+"
    r"(?:(?:an?|errors?|exceptions?|like|messages?|of|saying|that|the|this|warnings?|with)\b[\s:,]+)*(?:[\w.]+(?:Error|Exception):\s+)?",
    re.IGNORECASE,
)
"""As in "fails with the message", "logs", "raises ValueError:", before a message."""


def told_messages(question: Question) -> list[Piece]:
    """Return the chunks of which a whole string, but for its values, stands behind a word that tells of a message."""
    understood = question.understood
    if understood.is_report or understood.asked_role or "\n" in question.text.strip():
        return []
    for said in islice(_beginnings(question.text), _MOST_BEGINNINGS):
        rows = question.few(question.saying(said[:_FEWEST_WORDS]), _MOST_CHUNKS)
        held = [(_held(row, said), row) for row in rows if "docs" not in path_roles(row.path)]
        most = max((words for words, _ in held), default=0)
        best = [row for words, row in held if words == most > 0]
        best.sort(key=lambda row: (-question.prior(row), row.path, row.start_line))
        if best:
            return [piece_of(row, 1 - place / 100) for place, row in enumerate(best[:_MOST_PIECES])]
    return []


def _beginnings(text: str) -> Iterator[list[str]]:
    """Yield the words, in small letters, from each place where a message may begin."""
    for tells in _TELLS.finditer(text):
        words = [word.lower() for word in WORD.findall(text[tells.end() :])][:_MOST_WORDS]
        if is_told(words):
            yield words


def _held(row: ChunkText, said: Sequence[str]) -> int:
    """Return how many words of a message a chunk holds in one string that begins as it does."""
    begun = (one for one in strings_of(row) if WORD.findall(HOLE.sub(" ", one.lower()))[:2] == said[:2])
    return max((words for one in begun if (words := words_held(one, said)) >= _FEWEST_WORDS), default=0)
