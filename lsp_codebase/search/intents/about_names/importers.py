"""The channel of importers: "which files import core/cart", or "the cart module", is led by the lines that do."""

from __future__ import annotations

import re

from lsp_codebase.parse import words
from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 300  # that hold the path are read

_MODULE = r"(?:crate|header|library|module|package)"
_PATH = (
    rf"(?:the\s+)?(?:(?:{_MODULE}\s+)?[`'\"]?(?P<path>@?[\w.-]+(?:/[\w.-]+)+)[`'\"]?(?:\s+{_MODULE})?"
    rf"|[`'\"]?(?P<name>[\w.-]+)[`'\"]?\s+{_MODULE}|{_MODULE}\s+[`'\"]?(?P<called>[\w.-]+)[`'\"]?)"
)
asked_path = reader(
    rf"(?:who|what|which\s+\w+)\s+(?:imports?|includes?|requires?)\s+{_PATH}",
    rf"where\s+is\s+{_PATH}\s+(?:imported|included|required)",
    rf"(?:importers|imports)\s+of\s+{_PATH}",
)
_IMPORTS = re.compile(
    r"\b(?:from|import|include|load|require\w*|source|use|using)\b|^\s*(?:[\w.]+\s+)?\"[^\"\s]+\"\s*(?://.*)?$"
)
"""A line that imports something; in a block of Go it holds but the path, perhaps behind a name."""


def importers_of(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the code that imports what lies at the path that a query names, or a module by its name."""
    if path := asked["path"]:
        held, found = re.compile(rf"[\"'`</\s]{re.escape(path)}(?:\.\w+)?[\"'`>;\s]"), question.may_hold(path)
    else:
        name = asked["name"] or asked["called"]
        held, found = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])"), question.holding(*words(name))

    def rank(line: str) -> int | None:
        return 0 if held.search(f" {line} ") and _IMPORTS.search(line) else None

    return chunks_with(question, found, rank, _MOST_CHUNKS)
