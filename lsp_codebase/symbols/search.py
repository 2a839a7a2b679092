"""One search: tiers of fitting names over all segments, their rows, filters, order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from lsp_codebase.arrays import Bools, Int32
from lsp_codebase.indexes.names import Names, Part, Snapshot, SymbolMatch, encode, fold, in_order
from lsp_codebase.model import UNCANCELLED, CancelToken, SymbolKind
from lsp_codebase.symbols import quality, typos
from lsp_codebase.symbols.context import ANYTHING, SymbolContext
from lsp_codebase.symbols.finder import Finder, NameScores, best_of
from lsp_codebase.symbols.pattern import SymbolPattern, parse_pattern
from lsp_codebase.symbols.picker import RowPicker
from lsp_codebase.symbols.row_filter import RowFilter, row_filter

_TYPES = frozenset({SymbolKind.Class, SymbolKind.Enum, SymbolKind.Interface, SymbolKind.Module, SymbolKind.Struct})
_ENOUGH = 16
"""So many names of a better tier make a weaker one unnecessary."""
_LOOSE_SPARE = 8
"""Loose names are looked for shortest first, so many times as many as are enough: priors choose among them."""
_EQUAL = quality.OTHER_STYLE - 1e-6
"""Names of at least this fit have exactly the typed letters (qualities are of single precision)."""
_SURE = 0.90
"""A row of this score is called so, by all that was typed."""
_GOOD = 0.60
"""Names that fit less well do not count against substrings, nor do they rule out a typing error."""


def find(
    names: Snapshot,
    pattern: str,
    *,
    limit: int,
    context: SymbolContext = ANYTHING,
    cancel: CancelToken = UNCANCELLED,
) -> list[SymbolMatch]:
    """Return the symbols that fit the pattern, best first; an empty pattern gives the most telling ones.

    Raises `Cancelled` when `cancel` is set meanwhile.
    """
    parsed = parse_pattern(pattern)
    found = _Search(names, parsed, context, cancel).run(limit)
    if parsed.owned is None or any(match.score >= _SURE for match in found):
        return found
    # Words that are no name together may be a name and where it stands.
    owned = [one for one in _Search(names, parsed.owned, context, cancel).owned(limit) if one.score >= _GOOD]
    known = {(one.path, one.symbol.name_span) for one in owned}  # several names may have one span: `var a, b int`
    both = [*owned, *(one for one in found if (one.path, one.symbol.name_span) not in known)]
    return sorted(both, key=lambda one: -one.score)[:limit]


def find_exact(
    names: Snapshot, name: str | SymbolPattern, *, limit: int, context: SymbolContext = ANYTHING
) -> list[SymbolMatch]:
    """Return the symbols of just this name that pass the hints of its pattern, best first, by one look-up."""
    pattern = SymbolPattern(name) if isinstance(name, str) else name
    return _Search(names, pattern, context, UNCANCELLED).exact(limit)


def find_spelled(
    names: Snapshot, letters: str, *, limit: int, context: SymbolContext, cancel: CancelToken
) -> list[SymbolMatch]:
    """Return the symbols whose names, or last parts of names, have just these letters, best first, by one look-up."""
    return _Search(names, SymbolPattern(letters), context, cancel).spelled(limit)


class _Search:
    """One question to one snapshot."""

    def __init__(self, snapshot: Snapshot, pattern: SymbolPattern, context: SymbolContext, cancel: CancelToken) -> None:
        self._snapshot = snapshot
        self._parts = snapshot.parts
        self._pattern = pattern
        self._context = context
        self._cancel = cancel
        self._picker = RowPicker(pattern, context)

    def run(self, limit: int) -> list[SymbolMatch]:
        """Return the best rows, best first; if the whole qualifier fits none, it loses outermost parts.

        Its last part may be a misspelled name: `Clinet.get`.
        """
        rows = row_filter(self._pattern, self._context)
        found = self._answer(rows, limit)
        if not found and (respelled := self._respelled_qualifier()):
            found = self._answer(row_filter(replace(self._pattern, qualifier=respelled), self._context), limit)
        while not found and rows.qualifier:
            rows = replace(rows, qualifier=rows.qualifier[1:])
            found = self._answer(rows, limit)
        return found

    def _respelled_qualifier(self) -> tuple[str, ...] | None:
        """Return the qualifier with the nearest name in the place of its last part, if there is one that is near."""
        *outer, last = self._pattern.qualifier or ("",)
        near = _Search(self._snapshot, SymbolPattern(last), ANYTHING, self._cancel).run(1) if last else []
        meant = near[0].symbol.name if near and near[0].score >= _GOOD else last
        return None if fold(meant).letters == fold(last).letters else (*outer, meant)

    def owned(self, limit: int) -> list[SymbolMatch]:
        """Return the best rows that the whole qualifier fits, best first."""
        return self._answer(row_filter(self._pattern, self._context), limit)

    def exact(self, limit: int) -> list[SymbolMatch]:
        """Return the rows of just this name, of any length; if there are none, those of types whose names end with it.

        Elixir names the module itself `Plug.Conn`.
        """
        rows = row_filter(self._pattern, self._context)
        codes = encode(fold(self._pattern.name).letters)
        found = self._named(lambda names: names.with_letters(codes), self._pattern.name.__eq__, rows, limit)
        if found:
            return found
        kinds = _TYPES if rows.kinds is None else _TYPES & rows.kinds
        written = self._pattern.written or self._pattern.name
        return self._named(
            lambda names: names.last_parts.with_letters(codes)[0],
            lambda text: text.endswith(written) and not text[: -len(written)][-1:].isalnum(),
            replace(rows, kinds=kinds, qualifier=()),
            limit,
        )

    def _named(
        self, candidates: Callable[[Names], Int32], is_meant: Callable[[str], bool], rows: RowFilter, limit: int
    ) -> list[SymbolMatch]:
        fits: list[NameScores] = []
        allowed: list[Bools | None] = []
        for part in self._parts:
            names = part.segment.names
            same = [name for name in candidates(names).tolist() if is_meant(names.text(name))]
            fits.append(NameScores(np.array(same, dtype=np.int32), np.full(len(same), quality.EXACT, dtype=np.float32)))
            allowed.append(_allowed(part, same, rows))
        return self._picker.pick(self._parts, fits, allowed, limit)

    def spelled(self, limit: int) -> list[SymbolMatch]:
        """Return the rows of the names of just these letters, in any case and with any separators."""
        masks = [part.masks(row_filter(self._pattern, self._context)) for part in self._parts]
        finders = self._finders([of_names for _, of_names in masks], limit)
        fits = [self._verified(finder, finder.equal()) for finder in finders]
        return self._picker.pick(self._parts, fits, [of_rows for of_rows, _ in masks], limit)

    def _finders(self, allowed: Sequence[Bools | None], limit: int) -> list[Finder]:
        return [
            Finder(part.segment.names, part.segment.bonus, mask, self._pattern, self._cancel, limit)
            for part, mask in zip(self._parts, allowed, strict=True)
        ]

    def _answer(self, rows: RowFilter, limit: int) -> list[SymbolMatch]:
        masks = [part.masks(rows) for part in self._parts]
        allowed = [of_rows for of_rows, _ in masks]
        if self._pattern.is_empty:
            if self._context.accepts is not None:
                allowed = [self._picker.accepted(part, mask) for part, mask in zip(self._parts, allowed, strict=True)]
            return self._picker.pick_telling(self._parts, allowed, limit)
        found = self._picker.pick(self._parts, self._fits([of_names for _, of_names in masks], limit), allowed, limit)
        if len(found) < limit and self._picker.has_refused:
            # Names of refused files alone may have kept weaker tiers from answering.
            accepted = [self._picker.accepted(part, mask) for part, mask in zip(self._parts, allowed, strict=True)]
            names = [part.names_of(mask) for part, mask in zip(self._parts, accepted, strict=True)]
            found = self._picker.pick(self._parts, self._fits(names, limit), accepted, limit)
        return found

    def _fits(self, allowed: Sequence[Bools | None], limit: int) -> list[NameScores]:
        """Return the fitting names of each part, by as few tiers as give enough."""
        finders = self._finders(allowed, limit)
        if self._pattern.is_literal:
            return [finder.literal() for finder in finders]
        fits = [self._verified(finder, finder.strong()) for finder in finders]
        if _count(fits, _GOOD) < _ENOUGH:
            fits = self._with_tier(finders, fits, lambda finder: finder.inside)
        is_good = bool(_count(fits, _GOOD))
        # Beside a name that equals the pattern, or holds much of it in one piece, letters with gaps are noise.
        is_told = bool(_count(fits, _EQUAL)) or self._is_held(finders)
        if _count(fits, 0.0) < _ENOUGH and not is_told:
            fits = self._with_tier(finders, fits, lambda finder: finder.loose(_ENOUGH * _LOOSE_SPARE))
        # Shortened names rule out no typing error, nor do beginnings of words, which happen to fit a long text.
        if not is_good or (self._is_long and not is_told):
            near = [typos.near_names(f.names, f.allowed, self._pattern) for f in finders]
            fits = [best_of([a, NameScores(*b)]) for a, b in zip(fits, near, strict=True)]
        return fits

    @property
    def _is_long(self) -> bool:
        return len(self._pattern.codes) >= quality.LONG and self._pattern.folded.letters.isascii()

    def _is_held(self, finders: list[Finder]) -> bool:
        """Whether a long text stands in a name as it is."""
        return self._is_long and any(len(finder.inside.names) for finder in finders)

    def _with_tier(
        self, finders: list[Finder], fits: list[NameScores], tier: Callable[[Finder], NameScores]
    ) -> list[NameScores]:
        more = [self._verified(finder, tier(finder)) for finder in finders]
        return [best_of([a, b]) for a, b in zip(fits, more, strict=True)]

    def _verified(self, finder: Finder, fits: NameScores) -> NameScores:
        """Drop names that only share codes with the pattern: letters beyond ASCII have no code of their own."""
        if self._pattern.folded.letters.isascii():
            return fits
        names = [fold(finder.names.text(name)).letters for name in fits.names.tolist()]
        kept = [all(in_order(word, letters) for word in self._pattern.words) for letters in names]
        mask = np.array(kept, dtype=np.bool_)
        return NameScores(fits.names[mask], fits.quality[mask])


def _allowed(part: Part, names: Sequence[int], rows: RowFilter) -> Bools | None:
    """Return the mask of the rows of a few names that are alive and pass; no other row is checked."""
    if rows.is_open:
        return part.masks(rows)[0]
    mask = np.zeros(len(part), dtype=np.bool_)
    for name in names:
        own = part.segment.rows_named(name)
        mask[own] = part.alive[own] & rows.few(part.segment, own)
    return mask


def _count(fits: list[NameScores], least: float) -> int:
    return sum(int(np.count_nonzero(f.quality >= least)) for f in fits)
