"""The channel of globs: `*.proto` or `src/**/cart*.py` leads to the files that it matches."""

from __future__ import annotations

import re

from lsp_codebase import globs
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_LONGEST = 200  # characters
_GLOB = re.compile(r"(?=\S*\*)(?=\S*[./])[\w.@+*?/{},\[\]!-]*[\w}][\w.@+*?/{},\[\]!-]*")
"""One word with a star and a sign of paths: `*print-length*` is a name."""


def globbed_files(question: Question) -> list[Piece]:
    """Return the heads of the files that a glob, which is all of a query, matches: code and short paths first."""
    glob = question.text.strip().replace("\\", "/")
    if len(glob) > _LONGEST or question.filters.kinds or not _GLOB.fullmatch(glob) or globs.problem(glob) is not None:
        return []
    found = {one.path: one for expression in globs.compiled((glob,)).expressions for one in question.files(expression)}
    return heads(question.corpus, question.likeliest(found.values()))
