"""The channel of clicked labels: "what happens when the 'Empty Cart' button is clicked" leads to `emptyCart`.

The code that shows a label may name the handler, too: `<button onClick={discard}>Empty Cart`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier, word_parts
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.names.defined_names import SURE_SYMBOL_SCORE
from lsp_codebase.search.intents.pieces import definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.shown_texts import shown_in
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.tables import word_list
from lsp_codebase.symbols import find_exact

_MOST_FOUND = 100
_MOST_HANDLERS = 5
_MOST_WORDS = 5  # of a label

_PRESSED = r"(?:choos|chos|click|hit|invok|pick|press|push|select|tap|toggl|trigger)\w*"
_SHOWN = r"(?:button|icon|item|link|menu)"
asked_click = reader(
    rf"(?:how|what|where|which|who)\s(?=.*\b(?:{_PRESSED}|{_SHOWN}\b.*\bhandled|handles\b.*\b{_SHOWN})\b)"
    r".*?(?P<quote>['\"`])(?P<label>\w[^'\"`]*)(?P=quote).*",
    longest=200,
)
_HANDLING = word_list("of handlers")
"""Words that names of handlers have beside those of the label: `onEmptyCartClicked`, `menuEmptyCart`."""
_KINDS = frozenset({SymbolKind.Function, SymbolKind.Method})
_NEAR = 6  # lines between a label and the name of its handler
_MOST_NAMED = 5  # definitions of the name of a handler
_MOST_NAMES = 20  # near one label: a line of minified code holds thousands
_WIRED = re.compile(
    # Attributes of markup and components: `onClick={() => this.discard()}`, `@click="discard"`, `(click)="discard()"`.
    r"(?:\bon(?:[A-Z]|_|click|submit)\w*|@[a-z][\w.:-]*|\([a-z]+\)|\b(?:v-on:|phx-|ng-)[\w.-]+|\b(?:data-action|[Cc]ommand|action))"
    r"\s*[=:]\s*"
    r"[{\"'(]*(?:(?:async\s+)?\(\w*\)\s*=>\s*)?(?:[\w$]+(?:\.|->|#))*(?P<attribute>[\w$]+)"
    # Handlers that are handed over: `addEventListener("click", discard)`, `&Cart::discard`, `#selector(discard)`.
    r"|\b(?:addEventListener|bind|connect|on)\(\s*[\"'][\w:-]+[\"'],\s*(?:[\w$]+\.)*(?P<listener>[\w$]+)"
    r"|&(?:\w+::)+(?P<member>\w+)|#selector\((?:\w+\.)*(?P<selector>\w+)"
)


def handlers_of(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the functions that handle the label that a question says to be clicked.

    Those that the code around the label names come first, then those that are called like it.
    """
    wired = islice(_wired(question, shown_in(question)), _MOST_HANDLERS)
    called = _called_like(question, asked["label"])
    called.sort(key=lambda match: -question.prior(match))
    return falling(definitions(question.names, (*wired, *called)[:_MOST_HANDLERS]), SURE_SYMBOL_SCORE)


def _called_like(question: Question, label: str) -> list[SymbolMatch]:
    """Return the functions that are called like a label, first those with words of handlers beside it."""
    words = word_parts(label)
    if not 0 < len(words) <= _MOST_WORDS:
        return []
    matches = question.find("".join(words), _MOST_FOUND)
    called = [match for match in matches if match.symbol.kind in _KINDS and _is_called_like(match, words)]
    return sorted(called, key=lambda match: split_identifier(match.symbol.name) == words)


def _wired(question: Question, shown: list[Piece]) -> Iterator[SymbolMatch]:
    """Yield the functions that the code around a label names as handlers, the nearest first."""
    for piece in shown:
        at, lines = (piece.core or (piece.start_line, 0))[0], question.calls.source(piece.path).lines
        near = sorted(range(max(at - _NEAR, 0), min(at + _NEAR + 1, len(lines))), key=lambda line: abs(line - at))
        handlers = (name for line in near for one in _WIRED.finditer(lines[line]) for name in one.groups() if name)
        for handler in islice(handlers, _MOST_NAMES):
            named = find_exact(question.names, handler, limit=_MOST_NAMED, context=question.context)
            functions = [match for match in named if match.symbol.kind in _KINDS]
            yield from sorted(functions, key=lambda match: match.path != piece.path)


def _is_called_like(match: SymbolMatch, label: list[str]) -> bool:
    """Whether a name is that of a label, and words of handlers; of a label of one word there must be such."""
    parts = split_identifier(match.symbol.name)
    places = range(len(parts) - len(label) + 1)
    others = [parts[:at] + parts[at + len(label) :] for at in places if parts[at : at + len(label)] == label]
    return any(_HANDLING.issuperset(other) and (other or len(label) > 1) for other in others)
