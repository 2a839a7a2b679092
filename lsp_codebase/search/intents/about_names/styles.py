"""The channel of styles: "where is the css class cart-row styled" is led by the rules whose selectors name it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from lsp_codebase.indexes import Literal
from lsp_codebase.parse import STYLES
from lsp_codebase.search.intents.names.asked_names import whole_questions
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_PIECES = 5
_MOST_CHUNKS = 200  # that hold the selector are read
_BY_THE_WAY = 0.9  # of the score of a rule for the class itself

_NAME = r"[`'\"]?\.?([A-Za-z_][\w-]*)[`'\"]?"
_WHERE = r"(?:(?:find|show|how\s+is|what\s+is|where\s+(?:are|is))\s+)?(?:the\s+)?"
_CLASS = r"(?:css|style(?:\s?sheet)?)\s+(?:class|rules?|selector)"
_FRAMES = whole_questions(
    (
        rf"(?:how|where)\s+is\s+(?:the\s+)?(?:(?:{_CLASS}|class|selector)\s+)?{_NAME}(?:\s+class)?\s+styled",
        rf"{_WHERE}{_CLASS}(?:\s+(?:for|of))?\s+{_NAME}(?:\s+(?:declared|defined|styled))?",
        rf"{_WHERE}{_NAME}\s+{_CLASS}(?:\s+(?:declared|defined|styled))?",
        rf"{_WHERE}(?:css|styles?|styling)\s+(?:for|of)\s+(?:the\s+)?(?:class\s+)?{_NAME}(?:\s+class)?",
        r"(?:css\s+)?\.([a-z][\w-]*-[\w-]*)",
    )
)


def asked_class(text: str) -> str | None:
    """Return the class whose styles a query asks for."""
    return next((asked[1] for frame in _FRAMES if (asked := frame.fullmatch(text))), None)


def styles_of(question: Question) -> list[Piece]:
    """Return the rules whose selectors name a class: those of style sheets before those that other code holds."""
    name = asked_class(question.text)
    if name is None:
        return []
    selected = rf"(?<![\w-])\.{re.escape(name)}(?![\w-])"
    # The class itself, else what stands in it or beside. Some style sheets have no braces.
    rule = re.compile(rf"{selected}(?:[.:\[][^\s{{}}]*)?\s*(?:[{{,]|$)")
    within = re.compile(rf"{selected}[^;()'\"{{}}]*[{{,]")
    held, _ = question.corpus.may_hold(Literal(f".{name}"), question.filters)
    held = np.intersect1d(held, question.corpus.holding([name], question.filters)[0])
    found: list[tuple[int, Piece]] = []  # of equals the outermost rule comes first
    for row in question.corpus.texts(held[:_MOST_CHUNKS]):
        lines = row.lines
        at = next((at for form in (rule, within) for at, line in enumerate(lines) if form.search(line)), None)
        if at is not None:
            weight = 1.0 if rule.search(lines[at]) else _BY_THE_WAY
            weight *= 1.0 if row.language in STYLES else _BY_THE_WAY
            score = question.prior(row) * weight
            core = (row.start_line + at, row.start_line + at + 1)
            indent = len(lines[at]) - len(lines[at].lstrip())
            found.append((indent, replace(piece_of(row, score), signals={"styles": score}, core=core)))
    found.sort(key=lambda one: (-one[1].score, one[0], one[1].path, one[1].start_line))
    return [piece for _, piece in found[:_MOST_PIECES]]
