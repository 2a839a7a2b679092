"""Hits of a state as one client is shown them: at their places in the documents now, with hidden credentials."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.indexes import State, SymbolMatch
from lsp_codebase.model import Call, Edit, Hit, Place, SymbolHit, moved
from lsp_codebase.paths import relative_to
from lsp_codebase.scan import Redactor


@dataclass(frozen=True, slots=True)
class Shown:
    """Shows the hits of one state of a codebase."""

    codebase: Codebase
    state: State
    redactor: Redactor

    def hits(self, hits: Iterable[Hit]) -> list[Hit]:
        """Return hits as they are shown."""
        return [self._renamed(self._moved(hit)) for hit in hits]

    def call(self, call: Call) -> Call:
        """Return a call as it is shown."""
        text = self.redactor.text
        return replace(
            call,
            place=self._place(call.place),
            name=call.name and text(call.name),
            container=call.container and text(call.container),
        )

    def symbol(self, match: SymbolMatch) -> SymbolHit:
        """Return a definition as it is shown."""
        symbol, is_ascii = match.symbol, match.is_ascii
        if edits := self.codebase.edits(match.path, self.state):
            symbol = symbol._replace(span=moved(symbol.span, edits), name_span=moved(symbol.name_span, edits))
            is_ascii = False  # typed text may hold any character
        name, container = self.redactor.text(symbol.name), self.redactor.text(symbol.container)
        if (name, container) != (symbol.name, symbol.container):
            symbol = symbol._replace(name=name, container=container)
        return SymbolHit(self.codebase.root / match.path, symbol, match.language, match.score, is_ascii)

    def _renamed(self, hit: Hit) -> Hit:
        """Return a hit whose names may be shown: headings and keys of settings are names too, and may hold anything."""
        text = self.redactor.text
        related = tuple(
            replace(one, name=text(one.name), container=one.container and text(one.container)) for one in hit.related
        )
        return replace(
            hit,
            name=hit.name and text(hit.name),
            container=hit.container and text(hit.container),
            related=related,
            history=hit.history and replace(hit.history, subject=text(hit.history.subject)),
        )

    def _moved(self, hit: Hit) -> Hit:
        copies = tuple(map(self._place, hit.copies))
        related = tuple(replace(one, place=self._place(one.place)) for one in hit.related)
        edits = self._edits(hit.path)
        if not edits:
            return replace(hit, copies=copies, related=related) if copies or related else hit
        return replace(
            hit,
            span=moved(hit.span, edits),
            name_span=hit.name_span and moved(hit.name_span, edits),
            matches=tuple(moved(span, edits) for span in hit.matches),
            context=tuple(replace(piece, span=moved(piece.span, edits)) for piece in hit.context),
            copies=copies,
            related=related,
            is_ascii=False,
        )

    def _place(self, place: Place) -> Place:
        edits = self._edits(place.path)
        return replace(place, span=moved(place.span, edits), is_ascii=False) if edits else place

    def _edits(self, path: Path) -> Sequence[Edit]:
        return self.codebase.edits(relative_to(path, self.codebase.root), self.state)
