"""The channel of hyphenated names: `cart-api` leads to the file called so, and to what gives a thing this name.

Services, packages, charts and events have such names; they stand whole, where a sentence has its words one by one.
"""

from __future__ import annotations

import re

from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import heads, piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_CHUNKS = 300  # that hold the name are read
_MOST_PIECES = 5

_NAME = re.compile(r"@?[^\W_]+(?:-[^\W_]+)+")
_defined = reader(
    rf"(?:what|where)(?:'s|\s+is)\s+(?:the\s+)?[`'\"]?({_NAME.pattern})[`'\"]?\s+(?:configured|declared|defined)",
    longest=120,
)


def hyphenated(question: Question) -> list[Piece]:
    """Return the files called by the name that a query is, or asks to define, then the chunks that name something so.

    Nothing where code defines the name in any spelling, and nothing for mere mentions: `case-insensitive` is a word.
    """
    defined = _defined(question.text)
    name = defined[1] if defined else question.text.strip()
    letters = name.lower().replace("-", "").lstrip("@")
    if question.filters.kinds or not _NAME.fullmatch(name) or question.names.is_spelled(letters):
        return []
    files = heads(question.corpus, question.likeliest(question.files(rf"(?:^|/){re.escape(name)}(?:\.\w+)*$")))
    own = {piece.path for piece in files}
    naming = [piece for piece in _naming(question, name) if piece.path not in own]
    return falling([*files, *naming[:_MOST_PIECES]], 1.0)


def _naming(question: Question, name: str) -> list[Piece]:
    names = re.compile(
        rf"\s*(?:-\s+)?(?:[\"']?\w*(?:name|id|key)[\"']?\s*[:=]\s*)?[\"'`]?{re.escape(name)}[\"'`]?\s*[:=,]?\s*",
        re.IGNORECASE,
    )
    chunks = question.few(question.may_hold(name), _MOST_CHUNKS)
    found = [piece_of(chunk, question.prior(chunk)) for chunk in chunks if any(map(names.fullmatch, chunk.lines))]
    return sorted(found, key=lambda one: (-one.score, one.path, one.start_line))
