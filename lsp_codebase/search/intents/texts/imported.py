"""The channel of imports: a pasted import statement leads to the definitions or the module that it brings in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.imports import is_import, words_of
from lsp_codebase.search.intents.names.defined_names import MEMBERS
from lsp_codebase.search.intents.pieces import definition_piece, heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.pasted import copied_from, copied_lines
from lsp_codebase.search.pack import Piece, falling

_LONGEST = 300  # characters of a statement
_MOST_NAMES, _MOST_ALIKE = 12, 30  # words that are looked at, definitions of each
_MOST_PIECES = 5

_MEMBERS = MEMBERS | {SymbolKind.Constructor, SymbolKind.EnumMember, SymbolKind.Key, SymbolKind.Method}
_ENTRY = r"(?:/(?:__init__|index|lib|main|mod))?(?:\.d)?\.\w{1,10}$"
"""The end of the path of a module: of its file, or of the file that stands for its folder."""
_QUOTED = re.compile(r"[\"'<]([^\"'<>]+)[\"'>]")
_PLAIN = re.compile(r"[^\W\d][\w-]*(?:(?:\.|::|\\|/)[^\W\d][\w-]*)*")
_HAS_SIGNS = re.compile(r"[\"'<{;]|::|\\")
_BARE = re.compile(r"from\s+[\w.]+\s+c?import\s+.*|\w+\s+(?:static\s+)?\w+(?:\.[\w*]+)+(?:\s+as\s+\w+)?")
"""A statement without signs: no `import settings of a cart`, which is prose."""
_JOINT = re.compile(r"\.|::|\\|/")


def imported(question: Question) -> list[Piece]:
    """Return what an import statement, which is all of a query, brings in, then the code that holds the statement."""
    text = question.text.strip()
    is_sentence = not (_HAS_SIGNS.search(text) or _BARE.fullmatch(text))
    if "\n" in text or len(text) > _LONGEST or is_sentence or not is_import(text):
        return []
    words = words_of(text)[:_MOST_NAMES]
    found = [definition_piece(match, question.names) for match in _brought(question, words)] or _module(question, text)
    if not found:
        return []
    standing = copied_from(question, copied_lines(question.text))
    languages = {piece.language for piece in standing}
    found.sort(key=lambda piece: piece.language not in languages)
    return falling([*found[:_MOST_PIECES], *standing], 1.0)


def _brought(question: Question, words: Sequence[str]) -> list[SymbolMatch]:
    """Return the definitions of words whose paths hold most of the other words: `Cart` of `shop/cart.py`."""
    rated = []
    for word in words:
        for match in question.defined(word, _MOST_ALIKE):
            others = {*words} - {word}
            held = len(others.intersection(re.split(r"[/.]", match.path)))
            if match.symbol.kind not in _MEMBERS and held and question.passes(match):
                rated.append((held, question.prior(match), match))
    most = max(((held, own) for held, own, _ in rated), default=None)
    return [match for held, own, match in rated if (held, own) == most]


def _module(question: Question, text: str) -> list[Piece]:
    """Return the heads of the files that a statement may name as a module, those that hold most of its path."""
    quoted = _QUOTED.search(text)
    named = quoted[1] if quoted else max(_PLAIN.findall(text)[1:], key=len, default="")  # the first is the keyword
    return module_at(question, named)


def module_at(question: Question, named: str) -> list[Piece]:
    """Return the heads of the files that a path or a dotted name of a module may mean, those that hold most of it."""
    folders = [part for part in named.split("/") if part.strip(".@")]
    for parts, end in ((folders, "$"), (folders, _ENTRY), ([*filter(None, _JOINT.split(named))], _ENTRY)):
        for first in range(len(parts)):
            ending = "/".join(map(re.escape, parts[first:]))
            if found := question.likeliest(question.files(f"(?:^|/){ending}{end}")):
                return heads(question.corpus, found)
    return []
