"""The channel of clicked labels: "what happens when the 'Empty Cart' button is clicked" leads to `emptyCart`."""

from __future__ import annotations

import re

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import CancelToken, SymbolKind
from lsp_codebase.parse import split_identifier, word_parts
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definition_piece
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior
from lsp_codebase.search.results.repeats import apart
from lsp_codebase.symbols import SymbolContext, find

_MOST_CHARACTERS = 200
_MOST_FOUND = 100
_MOST_HANDLERS = 5
_MOST_WORDS = 5  # of a label

_PRESSED = r"(?:choos|chos|click|hit|invok|pick|press|push|select|tap|toggl|trigger)\w*"
_SHOWN = r"(?:button|icon|item|link|menu)"
_CLICKED = re.compile(
    rf"\s*(?:how|what|where|which|who)\s(?=.*\b(?:{_PRESSED}|{_SHOWN}\b.*\bhandled|handles\b.*\b{_SHOWN})\b)"
    r".*?(?P<quote>['\"`])(?P<label>\w[^'\"`]*)(?P=quote).*",
    re.IGNORECASE,
)
_HANDLING = frozenset(
    """
    action activate activated btn button click clicked cmd command dialog event handle handler handles item
    menu on open pressed select selected submit tap tapped toggle toggled trigger triggered
    """.split()
)
"""Words that names of handlers have beside those of the label: `onEmptyCartClicked`, `menuEmptyCart`."""
_KINDS = frozenset({SymbolKind.Function, SymbolKind.Method})


def handlers_of(corpus: Corpus, cancel: CancelToken, understood: Understanding, filters: Filter) -> list[Piece]:
    """Return the functions that are called like the label that a question says to be clicked, code before tests."""
    asked = _CLICKED.fullmatch(understood.text) if len(understood.text) <= _MOST_CHARACTERS else None
    label = [part.lower() for part in word_parts(asked["label"])] if asked else []
    if not 0 < len(label) <= _MOST_WORDS:
        return []
    context = filters.narrowed(SymbolContext())
    matches = find(corpus.names, "".join(label), limit=_MOST_FOUND, context=context, cancel=cancel)
    called = [match for match in matches if match.symbol.kind in _KINDS and _is_called_like(match, label)]
    called.sort(key=lambda match: (-prior(match.path, match.language, understood), _parts(match) == label))
    pieces = [definition_piece(match, corpus.names) for match in called[:_MOST_HANDLERS]]
    return falling(apart(pieces), SURE_SYMBOL_SCORE)


def _is_called_like(match: SymbolMatch, label: list[str]) -> bool:
    """Whether a name is that of a label, and words of handlers; of a label of one word there must be such."""
    parts = _parts(match)
    places = range(len(parts) - len(label) + 1)
    others = [parts[:at] + parts[at + len(label) :] for at in places if parts[at : at + len(label)] == label]
    return any(_HANDLING.issuperset(other) and (other or len(label) > 1) for other in others)


def _parts(match: SymbolMatch) -> list[str]:
    return [part.lower() for part in split_identifier(match.symbol.name)]
