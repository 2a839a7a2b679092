"""A query as the channels see it: how it was read, the codebase that it is asked of, and what may pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from lsp_codebase.indexes import Literal, Snapshot, SymbolMatch
from lsp_codebase.model import CancelToken, SymbolKind
from lsp_codebase.parse import CODE, STYLES
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import ChunkText, Corpus
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import line_prior, prior
from lsp_codebase.store import FileRecord
from lsp_codebase.symbols import SymbolContext, find

PROGRAMS = CODE - STYLES - {"html", "xml"}
"""The languages of code that does something."""


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

    @property
    def languages(self) -> frozenset[str]:
        """The languages of the symbols."""
        return frozenset(language for part in self.names.parts for language in part.segment.languages)

    def passes(self, one: _InFile) -> bool:
        """Whether the file of something passes, as far as kinds do not matter."""
        return self.filters.accepts_file(one.path, one.language)

    def shows(self, match: SymbolMatch) -> bool:
        """Whether a definition passes, by its kind, too."""
        return self.passes(match) and (not self.filters.kinds or match.symbol.kind in self.filters.kinds)

    def of_kinds(self, kinds: frozenset[SymbolKind]) -> Question:
        """Return the question as one for definitions of some kinds alone."""
        return replace(self, filters=replace(self.filters, kinds=kinds))

    def prior(self, one: _InFile) -> float:
        """Return how likely something is meant, by the roles of its file: 1 for the code of the project.

        Only the record of a file tells whether it says that it was generated.
        """
        is_generated = isinstance(one, FileRecord) and one.is_generated
        return prior(one.path, one.language, self.understood, is_generated=is_generated)

    def is_main(self, one: _InFile) -> bool:
        """Whether something is code of the project, in the files that are likeliest meant."""
        return self.prior(one) == 1

    def is_main_code(self, one: _InFile) -> bool:
        """Whether something is so, in a language that does something."""
        return one.language in CODE - STYLES and self.is_main(one)

    def prior_at(self, path: str, line: int) -> float:
        """Return the prior of a line, which may be one of a test beside the code that it tests; 0 of no file."""
        record = self.corpus.file(path)
        return line_prior(record, line, self.names, self.understood) if record else 0.0

    def files(self, expression: str) -> Iterator[FileRecord]:
        """Yield the files that pass and whose path matches an expression of RE2, in any case."""
        return self.corpus.with_path(expression, self.filters)

    def likeliest(self, records: Iterable[FileRecord]) -> list[FileRecord]:
        """Return files by falling prior; of equals those near to the root come first."""
        return sorted(records, key=lambda one: (-self.prior(one), one.path.count("/"), one.path))

    def find(self, name: str, most: int) -> list[SymbolMatch]:
        """Return the definitions that fit a name, best first."""
        return find(self.names, name, limit=most, context=self.context, cancel=self.cancel)

    def defined(self, name: str, most: int) -> list[SymbolMatch]:
        """Return the definitions called just so, perhaps qualified: the best first, mere declarations last."""
        return definitions_named(self.names, name, None, most)

    def holding(
        self,
        *words: str,
        languages: frozenset[str] | None = None,
        where: Callable[[FileRecord], bool] | None = None,
    ) -> Ids:
        """Return the ids of the chunks that pass and hold all of some words in any order: of all files, or of some."""
        chunk_ids, file_ids = self.corpus.holding(words, self.filters)
        if languages is None and where is None:
            return chunk_ids
        owners = self.corpus.owners(file_ids, languages)
        return chunk_ids[np.isin(file_ids, [one.file_id for one in owners if where is None or where(one)])]

    def holding_any(self, *words: Sequence[str]) -> Ids:
        """Return the ids of the chunks that pass and hold all words of one of some groups."""
        return np.unique(np.concatenate([self.holding(*group) for group in words]))

    def saying(self, words: Sequence[str]) -> Ids:
        """Return the ids of the chunks that pass and hold all of some words in their strings, in any order."""
        return self.corpus.saying(words, self.filters)

    def quoting(self, text: str) -> Ids:
        """Return the ids of the chunks that pass and may hold a text in their strings."""
        return self.corpus.quoting(text, self.filters)

    def may_hold(self, text: str) -> Ids:
        """Return the ids of the chunks that pass and may hold a text."""
        return self.corpus.may_hold(Literal(text), self.filters)[0]

    def few(self, chunk_ids: Ids, most: int) -> list[ChunkText]:
        """Return the texts of some chunks, in no order; none of too many, which say nothing in particular."""
        return self.corpus.texts(chunk_ids) if len(chunk_ids) <= most else []
