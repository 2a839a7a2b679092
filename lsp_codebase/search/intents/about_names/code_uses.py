"""The channel of code in a question about uses: "where is tr('cart.empty') used" is led by the lines that hold it."""

from __future__ import annotations

from lsp_codebase.search.intents.pieces import all_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_CHUNKS = 300  # that may hold it: more say that it is nothing in particular
_MOST_PIECES = 10


def lines_holding(question: Question, code: str) -> list[Piece]:
    """Return the chunks with a line that holds some code as it is written: code before tests, and both before prose."""
    chunks = question.few(question.may_hold(code), _MOST_CHUNKS)
    pieces = [line.piece for line in all_lines(chunks, lambda _, line: code in line)]
    first = {(piece.path, piece.start_line): piece for piece in reversed(pieces)}
    found = sorted(first.values(), key=lambda piece: (-question.prior(piece), piece.path, piece.start_line))
    return falling(found[:_MOST_PIECES], 1.0)
