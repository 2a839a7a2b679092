"""The channel of imports: a pasted import statement leads to the definitions or the module that it brings in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.call_graph.imports import is_import, words_of
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.pieces import definition_piece, heads
from lsp_codebase.search.intents.texts.pasted import copied_from
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior

_LONGEST = 300  # characters of a statement
_MOST_NAMES, _MOST_ALIKE = 12, 30  # words that are looked at, definitions of each
_MOST_PIECES = 5

_MEMBERS = frozenset(
    {
        SymbolKind.Constructor,
        SymbolKind.EnumMember,
        SymbolKind.Field,
        SymbolKind.Key,
        SymbolKind.Method,
        SymbolKind.Property,
    }
)
_ENTRY = r"(?:/(?:__init__|index|lib|main|mod))?(?:\.d)?\.\w{1,10}$"
"""The end of the path of a module: of its file, or of the file that stands for its folder."""
_QUOTED = re.compile(r"[\"'<]([^\"'<>]+)[\"'>]")
_PLAIN = re.compile(r"[^\W\d][\w-]*(?:(?:\.|::|\\|/)[^\W\d][\w-]*)*")
_HAS_SIGNS = re.compile(r"[\"'<{;]|::|\\")
_BARE = re.compile(r"from\s+[\w.]+\s+c?import\s+.*|\w+\s+(?:static\s+)?\w+(?:\.[\w*]+)+(?:\s+as\s+\w+)?")
"""A statement without signs: no `import settings of a cart`, which is prose."""
_JOINT = re.compile(r"\.|::|\\|/")


def imported(corpus: Corpus, query: Understanding, filters: Filter) -> list[Piece]:
    """Return what an import statement, which is all of a query, brings in, then the code that holds the statement."""
    text = query.text.strip()
    is_sentence = not (_HAS_SIGNS.search(text) or _BARE.fullmatch(text))
    if "\n" in text or len(text) > _LONGEST or is_sentence or not is_import(text):
        return []
    words = words_of(text)[:_MOST_NAMES]
    found = [definition_piece(match, corpus.names) for match in _brought(corpus.names, words, query, filters)]
    found = found or _module(corpus, text, query, filters)
    if not found:
        return []
    standing = copied_from(corpus, query, filters)
    languages = {piece.language for piece in standing}
    found.sort(key=lambda piece: piece.language not in languages)
    return falling([*found[:_MOST_PIECES], *standing], 1.0)


def _brought(names: Snapshot, words: Sequence[str], query: Understanding, filters: Filter) -> list[SymbolMatch]:
    """Return the definitions of words whose paths hold most of the other words: `Cart` of `shop/cart.py`."""
    rated = []
    for word in words:
        for match in definitions_named(names, word, None, _MOST_ALIKE):
            others = {*words} - {word}
            held = len(others.intersection(re.split(r"[/.]", match.path)))
            if match.symbol.kind not in _MEMBERS and held and filters.accepts_file(match.path, match.language):
                rated.append((held, prior(match.path, match.language, query), match))
    most = max(((held, own) for held, own, _ in rated), default=None)
    return [match for held, own, match in rated if (held, own) == most]


def _module(corpus: Corpus, text: str, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the heads of the files that a statement may name as a module, those that hold most of its path."""
    quoted = _QUOTED.search(text)
    named = quoted[1] if quoted else max(_PLAIN.findall(text)[1:], key=len, default="")  # the first is the keyword
    folders = [part for part in named.split("/") if part.strip(".@")]
    for parts, end in ((folders, "$"), ([*filter(None, _JOINT.split(named))], _ENTRY)):
        for first in range(len(parts)):
            ending = "/".join(map(re.escape, parts[first:]))
            found = [
                record
                for record in corpus.with_path(f"(?:^|/){ending}{end}")
                if filters.accepts_file(record.path, record.language)
            ]
            if found:
                found.sort(key=lambda one: (-prior(one.path, one.language, query), len(one.path), one.path))
                return heads(corpus, found)
    return []
