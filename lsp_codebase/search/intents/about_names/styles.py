"""The channel of styles: "where is the css class cart-row styled" is led by the rules whose selectors name it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from lsp_codebase.parse import STYLES
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import best_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_PIECES = 5
_MOST_CHUNKS = 200  # that hold the selector are read
_BY_THE_WAY = 0.9  # of the score of a rule for the class itself

_NAME = r"[`'\"]?\.?([A-Za-z_][\w-]*)[`'\"]?"
_WHERE = r"(?:(?:find|show|how\s+is|what\s+is|where\s+(?:are|is))\s+)?(?:the\s+)?"
_CLASS = r"(?:css|style(?:\s?sheet)?)\s+(?:class|rules?|selector)"
asked_class = reader(
    rf"(?:how|where)\s+is\s+(?:the\s+)?(?:(?:{_CLASS}|class|selector)\s+)?{_NAME}(?:\s+class)?\s+styled",
    rf"{_WHERE}{_CLASS}(?:\s+(?:for|of))?\s+{_NAME}(?:\s+(?:declared|defined|styled))?",
    rf"{_WHERE}{_NAME}\s+{_CLASS}(?:\s+(?:declared|defined|styled))?",
    rf"{_WHERE}(?:css|styles?|styling)\s+(?:for|of)\s+(?:the\s+)?(?:class\s+)?{_NAME}(?:\s+class)?",
    r"(?:css\s+)?\.([a-z][\w-]*-[\w-]*)",
)


def styles_of(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the rules whose selectors name a class: those of style sheets before those that other code holds."""
    selected = rf"(?<![\w-])\.{re.escape(asked[1])}(?![\w-])"
    # The class itself, else what stands in it or beside. Some style sheets have no braces.
    rule = re.compile(rf"{selected}(?:[.:\[][^\s{{}}]*)?\s*(?:[{{,]|$)")
    within = re.compile(rf"{selected}[^;()'\"{{}}]*[{{,]")
    held = np.intersect1d(question.may_hold(f".{asked[1]}"), question.holding(asked[1]))
    found: list[tuple[int, Piece]] = []  # of equals the outermost rule comes first
    for one in best_lines(
        question.corpus.texts(held[:_MOST_CHUNKS]),
        lambda line: 0 if rule.search(line) else 1 if within.search(line) else None,
    ):
        lesser = one.rank + (one.piece.language not in STYLES)
        score = question.prior(one.piece) * _BY_THE_WAY**lesser
        indent = len(one.text) - len(one.text.lstrip())
        found.append((indent, replace(one.piece, score=score, signals={"styles": score})))
    found.sort(key=lambda one: (-one[1].score, one[0], one[1].path, one[1].start_line))
    return [piece for _, piece in found[:_MOST_PIECES]]
