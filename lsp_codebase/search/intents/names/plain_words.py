"""The channel of plain words: "cart" means the module and the types called so, then functions.

Keys, headings, fields and the like are left to the ranking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.ranking.lexical import stands

_MOST_PIECES = 5


def meant_by_word(question: Question, named: Sequence[Piece]) -> list[Piece]:
    """Return what a word of prose means that a module or several files are called by; else all that is named so."""
    word = question.text.strip()
    if question.filters.kinds or not (word.isalpha() and word.islower() and stands(question.corpus.segments, word)):
        return [*named]
    modules = _modules(question, word)
    if not modules and len({piece.path for piece in named if piece.score >= SURE_SYMBOL_SCORE}) < 2:
        return [*named]
    code = [piece for piece in named if question.is_main_code(piece)]
    types = [piece for piece in code if _is(piece, HOLDERS) and not _is_mention(piece)]
    own = {piece.path for piece in modules}
    of_modules = [piece for piece in types if piece.path in own]
    typed = {piece.path for piece in of_modules}
    found = [
        *of_modules,
        *(piece for piece in modules if piece.path not in typed),
        *(piece for piece in types if piece.path not in own),
        *(piece for piece in code if _is(piece, CALLABLE)),
    ]
    return falling(found[:_MOST_PIECES], 1.0)


def _is(piece: Piece, kinds: frozenset[SymbolKind]) -> bool:
    return piece.definition is not None and piece.definition.kind in kinds


def _is_mention(piece: Piece) -> bool:
    """Whether a piece says on one line that a module stands elsewhere: `mod cart;`."""
    own = piece.definition
    return own is not None and own.kind is SymbolKind.Module and own.span.start_line == own.span.end_line


def _modules(question: Question, word: str) -> list[Piece]:
    """Return the heads of the files of code that are called so, the highest first; none if there are many."""
    found = [one for one in question.files(rf"(?:^|/){re.escape(word)}\.\w+$") if question.is_main_code(one)]
    # `index.ts` in every folder is no one thing.
    return heads(question.corpus, question.likeliest(found)) if len(found) <= _MOST_PIECES else []
