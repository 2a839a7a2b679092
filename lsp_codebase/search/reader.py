"""Reads queries by what a codebase holds: its words, its names, the forms of its tracker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from lsp_codebase.model import UNCANCELLED, Mode, SearchQuery
from lsp_codebase.parse import split_identifier
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.intents import asked_listing
from lsp_codebase.search.query.misspelled import mended
from lsp_codebase.search.query.own_names import MANIFESTS, KeptNames, Own, project_names
from lsp_codebase.search.query.query_form import Understanding, understand
from lsp_codebase.search.query.report_form import FORMS, lines_of_forms
from lsp_codebase.search.query.spelled_names import as_spelled
from lsp_codebase.search.ranking.lexical import stands
from lsp_codebase.symbols import SymbolContext, find_spelled

_MOST_FORMS = 20
_IN_WORDS = (Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads queries to one state of a codebase. `lines` gives those of a file."""

    root: Path
    corpus: Corpus
    lines: Callable[[str], Sequence[str]]
    kept_names: KeptNames

    def understood(self, query: SearchQuery) -> Understanding:
        """Return a query as it is written, read."""
        # Weights weigh the two channels of a hybrid search, for a query of any form.
        is_weighted = query.weights is not None and query.mode is Mode.AUTO
        return understand(
            query.text,
            Mode.HYBRID if is_weighted else query.mode if query.text else Mode.SYMBOL,
            is_written=bool(query.case_sensitive or query.whole_word),
            stands=partial(stands, self.corpus.segments),
            forms=self._lines_of_forms,
            own=self._own,
        )

    def mended(self, query: SearchQuery) -> tuple[Understanding, list[str]]:
        """Return a question read with its names as they are spelled and its words mended, and the notes on that."""
        understood = self.understood(query)
        if understood.mode not in _IN_WORDS or understood.is_report or understood.translation:
            return understood, []
        embedder = self.corpus.embedder
        knows = embedder.knows if embedder else lambda _: False
        text, named = understood.text, list[str]()
        if asked_listing(text) is None:  # the plural of a name is a kind
            text, named = as_spelled(text, self.corpus.segments, knows, self._spelling)
        text, notes = mended(text, self.corpus.segments, knows)
        return understood if text == understood.text else self.understood(replace(query, text=text)), named + notes

    def _own(self) -> Own:
        state = self.corpus.state
        return Own(self.kept_names.of(state.contents, self._project_names), state.files.is_mostly)

    def _project_names(self) -> frozenset[str]:
        manifests = {path: self.lines(path) for path in MANIFESTS if self.corpus.file(path)}
        return project_names(self.root.name, manifests)

    def _lines_of_forms(self) -> frozenset[str]:
        forms = islice(self.corpus.with_path(FORMS), _MOST_FORMS)
        return lines_of_forms(line for form in forms for line in self.lines(form.path))

    def _spelling(self, letters: str) -> str | None:
        """Return how the code spells the name of some letters, None if nothing is called so."""
        found = find_spelled(self.corpus.names, letters, limit=1, context=SymbolContext(), cancel=UNCANCELLED)
        name = found[0].symbol.name if found else ""
        return name if "".join(split_identifier(name)) == letters else None
