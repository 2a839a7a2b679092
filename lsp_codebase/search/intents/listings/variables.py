"""The names of all variables of the environment that code reads."""

from __future__ import annotations

import re

import numpy as np

from lsp_codebase.parse import CODE
from lsp_codebase.search.intents.pieces import listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_READING = CODE - {"dockerfile"}
_MOST_CHUNKS = 4_000
_WORDS = ("env", "environ", "environment", "getenv")
_READ = re.compile(r"(?i:env)\w*[!?]?\W(?:.{0,40}?\W)?([A-Z][A-Z0-9_]{2,})\b(?!\s*[.(])")


def all_variables(question: Question) -> list[Piece]:
    """Return the first line that reads each variable, by its name."""
    chunk_ids = np.unique(np.concatenate([question.holding(word) for word in _WORDS]))
    found: dict[str, Piece] = {}
    chunks = sorted(
        question.few(chunk_ids, _MOST_CHUNKS), key=lambda one: (-question.prior(one), one.path, one.start_line)
    )
    for chunk in chunks:
        for at, line in enumerate(chunk.lines):
            for read in _READ.finditer(line) if chunk.language in _READING else ():
                found.setdefault(read[1], listed_line(chunk, at))
    return [found[name] for name in sorted(found)]
