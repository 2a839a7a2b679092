"""A query as the channels see it: how it was read, the codebase that it is asked of, and what may pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.model import CancelToken
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import ChunkText, Corpus
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior
from lsp_codebase.store import FileRecord
from lsp_codebase.symbols import SymbolContext


class _InFile(Protocol):
    @property
    def path(self) -> str: ...

    @property
    def language(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Question:
    """A query as it was read, and what it is asked of; `active` is the file that is open before the user."""

    understood: Understanding
    calls: Calls
    filters: Filter
    cancel: CancelToken
    active: str | None = None

    @property
    def text(self) -> str:
        """The text of the query."""
        return self.understood.text

    @property
    def corpus(self) -> Corpus:
        """The codebase."""
        return self.calls.corpus

    @property
    def names(self) -> Snapshot:
        """The symbols of every file."""
        return self.calls.corpus.names

    @property
    def context(self) -> SymbolContext:
        """The limits of a search of names: to what passes."""
        return self.filters.narrowed(SymbolContext())

    def passes(self, one: _InFile) -> bool:
        """Whether the file of something passes, as far as kinds do not matter."""
        return self.filters.accepts_file(one.path, one.language)

    def prior(self, one: _InFile) -> float:
        """Return how likely something is meant, by the roles of its file: 1 for the code of the project."""
        return prior(one.path, one.language, self.understood)

    def files(self, expression: str) -> Iterator[FileRecord]:
        """Yield the files that pass and whose path matches an expression of RE2, in any case."""
        return filter(self.passes, self.corpus.with_path(expression))

    def defined(self, name: str, most: int) -> list[SymbolMatch]:
        """Return the definitions called just so, perhaps qualified: the best first, mere declarations last."""
        return definitions_named(self.names, name, None, most)

    def few(self, chunk_ids: Ids, most: int) -> list[ChunkText]:
        """Return the texts of some chunks, in no order; none of too many, which say nothing in particular."""
        return self.corpus.texts(chunk_ids) if len(chunk_ids) <= most else []
