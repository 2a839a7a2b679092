"""The models of Django, each of which has a table that takes its name from it."""

from __future__ import annotations

from lsp_codebase.search.intents.listings import declarations
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_PYTHON = frozenset({"python"})
_BASE = "models.Model"
_ABSTRACT = ("abstract = True", "proxy = True")


def models_with_table(question: Question) -> list[Piece]:
    """Return the lines of the models of Django that have a table of their own."""
    chunks = declarations.saying(question, ("model",), _PYTHON)
    if not any(_BASE in one.text for one in chunks):
        return []
    based = [*declarations.based(question, chunks, ("model",), "models")]
    found = declarations.each_once((*based, *declarations.below(question, based, "model")))
    return [one for one in found if one.language in _PYTHON and not _is_abstract(question, one)]


def _is_abstract(question: Question, one: Piece) -> bool:
    if one.symbol is None:
        return False
    span = one.symbol.symbol.span
    lines = question.calls.lines(one.path)[span.start_line : span.last_line + 1]
    return any(line.strip().startswith(_ABSTRACT) for line in lines)
