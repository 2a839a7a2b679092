"""The channel of importers: "which files import core/cart" is led by the lines that import what lies at this path."""

from __future__ import annotations

import re

from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 300  # that hold the path are read

_PATH = r"(?:the\s+)?(?:module\s+|package\s+)?[`'\"]?(@?[\w.-]+(?:/[\w.-]+)+)[`'\"]?(?:\s+(?:module|package))?"
asked_path = reader(
    rf"(?:who|what|which\s+\w+)\s+(?:imports?|includes?|requires?|sources?)\s+{_PATH}",
    rf"where\s+is\s+{_PATH}\s+(?:imported|included|required|sourced)",
    rf"(?:importers|imports)\s+of\s+{_PATH}",
)
_IMPORTS = re.compile(
    r"\b(?:from|import|include|load|require\w*|source|use|using)\b|^\s*\.\s+\S|^\s*(?:[\w.]+\s+)?\"[^\"\s]+\"\s*(?://.*)?$"
)
"""A line that imports something; in a block of Go it holds but the path, perhaps behind a name."""


def importers_of(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the code that imports what lies at the path that a query names."""
    held = re.compile(rf"[\"'`</}}\s]{re.escape(asked[1])}(?:\.\w+)?[\"'`>;\s]")

    def rank(line: str) -> int | None:
        return 0 if held.search(f" {line} ") and _IMPORTS.search(line) else None

    return chunks_with(question, question.may_hold(asked[1]), rank, _MOST_CHUNKS)
