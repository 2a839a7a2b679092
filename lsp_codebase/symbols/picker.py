"""From names that fit to the rows that are answered: expand, score, filter by file, order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lsp_codebase.arrays import Bools, union
from lsp_codebase.indexes.names import Part, Segment, SymbolMatch, symbol_priors
from lsp_codebase.model import SymbolKind
from lsp_codebase.symbols import quality
from lsp_codebase.symbols.context import SymbolContext
from lsp_codebase.symbols.finder import NameScores
from lsp_codebase.symbols.pattern import SymbolPattern
from lsp_codebase.symbols.row_filter import qualified

Rows = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

_GREATER = ("Class", "Interface", "Struct", "Enum", "Function", "Method", "Constructor")
_IS_LESSER = np.array([at not in {SymbolKind[name] for name in _GREATER} for at in range(max(SymbolKind) + 1)])
"""Kinds that a word in small letters means last: `theme` is sooner `Theme` than a key."""
_ROWS_PER_ANSWER = 8
_MOST_ROWS_OF_NAME = 1 << 16
_STEPS = 10_000
"""Scores are compared in steps of this fraction; within one, the shorter name, then path and line decide."""
_TELLING_QUALITY = 0.5
_TELLING_PER_FILE = 2
_SETTLED = 32
"""So many of the best are ordered by use where all else is equal: the first page of a picker."""
_CROWDED = _STEPS // 50
"""The loss of further symbols of one file, in steps."""


class _Picked(NamedTuple):
    """A row in the order of the answer: compared field by field, up to `column`."""

    missing: float
    length: int
    path: str
    line: int
    column: int
    part: int
    row: int


class RowPicker:
    """Picks rows for one search; remembers the answers of `SymbolContext.accepts`."""

    def __init__(self, pattern: SymbolPattern, context: SymbolContext) -> None:
        self._pattern = pattern
        self._context = context
        self._accepted: dict[str, bool] = {}

    @property
    def has_refused(self) -> bool:
        """Whether a file was refused so far."""
        return not all(self._accepted.values())

    def accepted(self, part: Part, allowed: Bools | None) -> Bools:
        """Return the rows of all accepted files."""
        paths, of_all = part.segment.paths, self._context.accepted_paths
        if of_all is not None:
            files = of_all(paths.to_arrow())
        else:
            files = np.fromiter(map(self._accepts, paths), dtype=np.bool_, count=len(paths))
        rows = part.segment.by_path(files)
        return rows if allowed is None else rows & allowed

    def pick(
        self, parts: Sequence[Part], fits: Sequence[NameScores], allowed: Sequence[Bools | None], limit: int
    ) -> list[SymbolMatch]:
        """Return the best rows of the fitting names, best first."""
        picked: list[_Picked] = []
        for at, (part, some, mask) in enumerate(zip(parts, fits, allowed, strict=True)):
            if not len(some.names):
                continue
            rows, values = _expand(part.segment, some, mask, limit * _ROWS_PER_ANSWER)
            picked += self._best(part, at, rows, values, limit, by_length=True)
        return self._answer(parts, picked, limit)

    def pick_telling(self, parts: Sequence[Part], allowed: Sequence[Bools | None], limit: int) -> list[SymbolMatch]:
        """Return the symbols worth showing when no name was typed: by prior, a few of each file."""
        picked: list[_Picked] = []
        for at, (part, mask) in enumerate(zip(parts, allowed, strict=True)):
            rows = _most_telling(part.segment, mask, limit * _ROWS_PER_ANSWER)
            if self._context.active_path:
                here = np.arange(*part.segment.rows_of(self._context.active_path), dtype=np.int32)
                rows = union(rows, here if mask is None else here[mask[here]])
            values = np.full(len(rows), _TELLING_QUALITY)
            per_file: dict[str, int] = {}
            for row in self._best(part, at, rows.astype(np.int32), values, len(rows), by_length=False):
                per_file[row.path] = per_file.get(row.path, 0) + 1
                is_crowded = per_file[row.path] > _TELLING_PER_FILE and row.path != self._context.active_path
                picked.append(row._replace(missing=row.missing + _CROWDED) if is_crowded else row)
        return self._answer(parts, picked, limit)

    def _answer(self, parts: Sequence[Part], picked: list[_Picked], limit: int) -> list[SymbolMatch]:
        picked.sort()
        picked = self._settled(parts, picked[:limit])
        answer: dict[int, SymbolMatch] = {}
        for at, part in enumerate(parts):
            mine = [(place, p) for place, p in enumerate(picked) if p.part == at]
            if mine:
                scores = (min(1.0 - p.missing / _STEPS, 1.0) for _, p in mine)
                places = (place for place, _ in mine)
                answer.update(zip(places, part.matches([p.row for _, p in mine], scores), strict=True))
        return [answer[place] for place in range(len(picked))]

    def _settled(self, parts: Sequence[Part], picked: list[_Picked]) -> list[_Picked]:
        """Order the best of them by use where they are equal otherwise."""
        best, mentions, recency = picked[:_SETTLED], self._context.mentions, self._context.recency
        if len(best) < 2 or (mentions is None and recency is None):
            return picked
        paths = [p.path for p in best]
        names = [parts[p.part].segment.name_of(p.row) for p in best]
        mentioned = mentions(names, paths) if mentions is not None else [0.0] * len(best)
        recent = [recency(path) for path in paths] if recency is not None else [0.0] * len(best)
        is_equal = [p.missing <= _STEPS * (1 - symbol_priors.LEAST_EQUAL) for p in best]
        bonus = np.where(is_equal, symbol_priors.EQUAL_SCALE, 1.0) * symbol_priors.of_use(mentioned, recent) * _STEPS
        used = [p._replace(missing=p.missing - more) for p, more in zip(best, bonus.tolist(), strict=True)]
        return sorted(used) + picked[_SETTLED:]

    def _best(self, part: Part, at: int, rows: Rows, values: Floats, limit: int, *, by_length: bool) -> list[_Picked]:
        """Return the best accepted rows of a part, best first."""
        segment = part.segment
        if self._context.mean_any_case and self._pattern.name.islower():
            values = np.where(_IS_LESSER[segment.kind[rows]], np.minimum(values, quality.OTHER_CASE), values)
        scores = symbol_priors.scores(values, self._priors(segment, rows))
        lengths = segment.names.lengths(segment.name[rows]) if by_length else np.zeros(len(rows), dtype=np.int32)
        missing = _STEPS - np.rint(scores * _STEPS).astype(np.int64)
        # Rows are numbered by path and line: one number holds the whole order.
        keys = np.sort((missing << 44) | (np.minimum(lengths, 0xFFF).astype(np.int64) << 32) | rows)
        if self._context.accepts is not None:
            paths = map(segment.paths.__getitem__, segment.path_of(keys & 0xFFFFFFFF).tolist())
            keys = keys[[at for at, _ in islice(filter(self._is_accepted, enumerate(paths)), limit)]]
        return _picked(segment, at, keys[:limit])

    def _priors(self, segment: Segment, rows: Rows) -> Floats:
        prior: Floats = segment.prior[rows].astype(np.float64) * symbol_priors.UNIT
        active = self._context.active_path
        if active:
            prior += symbol_priors.nearness(segment.rows_below, active, rows)
            first, last = segment.rows_of(active)
            prior += np.where((rows >= first) & (rows < last), symbol_priors.SAME_FILE - symbol_priors.NEAR, 0.0)
        if self._pattern.qualifier:
            fit = qualified(segment, self._pattern.qualifier, rows)
            prior += np.array(symbol_priors.QUALIFIED)[fit]
        return prior

    def _is_accepted(self, numbered_path: tuple[int, str]) -> bool:
        return self._accepts(numbered_path[1])

    def _accepts(self, path: str) -> bool:
        accepts = self._context.accepts
        if accepts is None:
            return True
        known = self._accepted.get(path)
        if known is None:
            known = self._accepted[path] = accepts(path)
        return known


def _picked(segment: Segment, part: int, keys: npt.NDArray[np.int64]) -> list[_Picked]:
    rows = keys & 0xFFFFFFFF
    paths = segment.paths.take(segment.path_of(rows))
    lines, columns = segment.spans.take(rows)[:, :2].T.tolist()
    missing, lengths = (keys >> 44).tolist(), (keys >> 32 & 0xFFF).tolist()
    return list(map(_Picked, missing, lengths, paths, lines, columns, repeat(part), rows.tolist()))


def _expand(segment: Segment, fits: NameScores, allowed: Bools | None, wanted: int) -> tuple[Rows, Floats]:
    """Return rows of the best fitting names and how well they fit, until there are as many as wanted.

    Package clauses do not count.
    """
    order = np.argsort(-(fits.quality + segment.bonus(fits.names)), kind="stable")
    names, values = fits.names[order], fits.quality[order].astype(np.float64)
    firsts = segment.first_of_name[names].astype(np.int64)
    counts = np.minimum(segment.first_of_name[names + 1] - firsts, _MOST_ROWS_OF_NAME)
    ends = np.cumsum(counts)
    all_rows, all_values, total, begin = [], [], 0, 0
    clauses, clause_values = [], []
    while begin < len(names) and total < wanted:
        before = int(ends[begin - 1]) if begin else 0
        stop = max(int(np.searchsorted(ends, before + wanted)) + 1, begin + 1)
        some = counts[begin:stop]
        offsets = np.repeat(firsts[begin:stop] - (ends[begin:stop] - some - before), some)
        rows = segment.by_name[offsets + np.arange(len(offsets))]
        value = np.repeat(values[begin:stop], some)
        if allowed is not None:
            kept = allowed[rows]
            rows, value = rows[kept], value[kept]
        is_clause = segment.kind[rows] == SymbolKind.Package
        clauses.append(rows[is_clause])
        clause_values.append(np.minimum(value[is_clause], quality.PACKAGE))
        all_rows.append(rows[~is_clause])
        all_values.append(value[~is_clause])
        total += len(all_rows[-1])
        begin = stop
    if not all_rows:
        return np.empty(0, dtype=np.int32), np.empty(0)
    return np.concatenate([*all_rows, *clauses]), np.concatenate([*all_values, *clause_values])


def _most_telling(segment: Segment, allowed: Bools | None, wanted: int) -> Rows:
    """Return the rows with the best priors."""
    rows = np.arange(len(segment), dtype=np.int32) if allowed is None else np.flatnonzero(allowed).astype(np.int32)
    if len(rows) > wanted:
        best = np.argpartition(-segment.prior[rows], wanted)[:wanted]
        rows = rows[best]
    return rows
