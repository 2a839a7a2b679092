"""The channel of names in capitals: an environment variable is read where code holds its name in quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters import Filter
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.pasted import piece_of
from lsp_codebase.search.priors import prior
from lsp_codebase.search.query_form import Understanding

_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_MOST_CHUNKS = 60  # with the name in a string: more say that it is a word of messages
_MOST_PIECES = 5
_SHELLS = frozenset({"bash", "fish", "powershell", "make", "dockerfile", "nix", "batch"})
"""Languages whose assignments set variables for other programs."""


def with_readers(corpus: Corpus, query: Understanding, filters: Filter, named: Sequence[Piece]) -> list[Piece]:
    """Return what a name means; of one in capitals the definitions in code come first, then the code that reads it.

    What is called so in other letters, in tests, shells and documents comes behind.
    """
    name = query.text.strip()
    readers = _readers(corpus, name, query, filters) if _CAPITALS.fullmatch(name) else []
    if not readers:
        return [*named]
    own = [piece for piece in named if _is_defined(piece, name, query)]
    ordered = [*own, *readers, *(piece for piece in named if piece not in own)]
    best = max((piece.score for piece in named), default=1.0)
    return [replace(piece, score=best * (1 - place / 1_000)) for place, piece in enumerate(ordered)]


def _is_defined(piece: Piece, name: str, query: Understanding) -> bool:
    is_so_called = piece.symbol is not None and piece.symbol.symbol.name == name
    return is_so_called and piece.language not in _SHELLS and prior(piece.path, piece.language, query) == 1


def _readers(corpus: Corpus, name: str, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the chunks of code with the name in quotes, those that speak of an environment first."""
    chunk_ids = corpus.saying([name], filters)
    if len(chunk_ids) > _MOST_CHUNKS:
        return []
    quoted = [f"{quote}{name}{quote}" for quote in "\"'`"]
    found: list[tuple[bool, str, Piece]] = []
    for row in corpus.texts(chunk_ids).to_pylist():
        lines = [line for line in row["text"].split("\n") if any(one in line for one in quoted)]
        if lines and prior(row["path"], row["language"], query) == 1:
            found.append((not any("env" in line.lower() for line in lines), row["path"], piece_of(row, 1.0)))
    return [piece for *_, piece in sorted(found, key=lambda one: (*one[:2], one[2].start_line))[:_MOST_PIECES]]
