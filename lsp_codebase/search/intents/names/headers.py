"""The channel of declarations: `header of X` and `declaration of X` are led by X in the file that declares it."""

from __future__ import annotations

import re

from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.ranking.priors import declares_names

_MOST_DEFINITIONS = 100
_NAME = r"`?([^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*)`?"
_ASKED = re.compile(
    rf"\s*(?:(?:find|show|where\s+is)\s+)?(?:the\s+)?(?:header(?:\s+file)?|declaration)\s+(?:for|of)\s+{_NAME}\s*(?:\?\s*)?"
    rf"|\s*(?:(?:find|show|where\s+is)\s+)?(?:the\s+)?{_NAME}\s+header\s+file\s*(?:\?\s*)?"
    # A word in small letters may be one of a protocol: "cookie header".
    rf"|\s*(?:the\s+)?(?=(?-i:[^\s_A-Z]*[_A-Z])){_NAME}\s+(?:header|declaration)\s*(?:\?\s*)?"
    rf"|\s*where\s+is\s+{_NAME}\s+declared\s*(?:\?\s*)?",
    re.IGNORECASE,
)


def declared_name(text: str) -> str | None:
    """Return the name whose declaration a query asks for."""
    asked = _ASKED.fullmatch(text)
    return None if asked is None else next(filter(None, asked.groups()))


def declared(question: Question, name: str) -> list[Piece]:
    """Return the places in files of declarations that a query asks for: first of all the file of that name."""
    lines = {match.path: match.symbol.span.start_line for match in reversed(question.defined(name, _MOST_DEFINITIONS))}
    found = []
    named = question.corpus.with_path(rf"(?:^|/){re.escape(name)}\.[^/]*$")
    for record in {*named, *filter(None, map(question.corpus.file, lines))}:
        is_called_so = record.path.rpartition("/")[2].partition(".")[0] == name
        if (is_called_so or record.path in lines) and declares_names(record.path) and question.passes(record):
            found.append((not is_called_so, -question.prior(record), record.path, record))
    return heads_or_lines(question.corpus, [(record, lines.get(record.path)) for *_, record in sorted(found)])
