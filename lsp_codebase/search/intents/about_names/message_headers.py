"""The channel of headers of messages: "where is the User-Agent set" is led by the code that holds the header in quotes.

Code sets and reads the headers of HTTP and of mail by their names, which are no names of its own.
"""

from __future__ import annotations

import re

import numpy as np

from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_NAME = (
    r"(?:the\s+)?(?:(?:http|mail|request|response)\s+)?(?:headers?\s+)?"
    r"[`'\"]?(?P<name>(?-i:[A-Z]\w*(?:-[A-Z]\w*)+))[`'\"]?(?:\s+headers?)?"
)
_SETS = r"(?:add|assign|chang|defin|overrid|send|set|sent|writ)(?:e?s|e?d|ed|ten|e|den)?"
_READS = r"(?:check|pars|read|us|validat|handl)(?:e?s|e?d|e)?"
message_header = reader(
    rf"where\s+(?:is|are|do\s+we)\s+{_NAME}\s+(?P<verb>{_SETS}|{_READS})",
    rf"where\s+do(?:es)?\s+(?:\w+\s+)?(?P<verb>{_SETS}|{_READS})\s+{_NAME}",
    rf"(?:what|who|which\s+\w+)\s+(?P<verb>{_SETS}|{_READS})\s+{_NAME}",
    longest=160,
)
_setting = re.compile(_SETS, re.IGNORECASE)
_MOST_CHUNKS = 1_000  # that hold the header: recorded answers do


def lines_with_header(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the code that holds a header, in quotes or as a constant, first where it gets a value if that is asked."""
    name = re.escape(asked["name"])
    constant = asked["name"].upper().replace("-", "_")
    held = re.compile(rf"[\"'`](?i:{name})[\"'`]|\b{constant}\b")
    given = re.compile(rf"(?:[\"'`](?i:{name})[\"'`]|\b{constant}\b)[\"'`\])]*\s*(?:[:,]|=>?(?!=)|->|\.to\b)")
    is_set = _setting.fullmatch(asked["verb"]) is not None

    def rank(line: str) -> int | None:
        return None if held.search(line) is None else int((given.search(line) is not None) != is_set)

    chunks = np.union1d(question.quoting(asked["name"]), question.may_hold(constant))
    return chunks_with(question, chunks, rank, _MOST_CHUNKS)
