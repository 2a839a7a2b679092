"""One search: names that fit, their rows, filters, order."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from functools import cached_property

from lsp_codebase.model import CancelToken, SymbolKind
from lsp_codebase.symbols import quality, rank
from lsp_codebase.symbols.match import SymbolContext, SymbolMatch
from lsp_codebase.symbols.pattern import SymbolPattern
from lsp_codebase.symbols.snapshot import Part, Snapshot

_TYPOS_BELOW = 0.6


class Search:
    """One question to one snapshot."""

    def __init__(self, snapshot: Snapshot, pattern: SymbolPattern, context: SymbolContext, cancel: CancelToken) -> None:
        self._snapshot = snapshot
        self._pattern = pattern
        self._context = context
        self._cancel = cancel
        self._accepted: dict[str, bool] = {}

    def run(self, limit: int) -> list[SymbolMatch]:
        """Return the best rows, best first."""
        best: dict[tuple[int, int], float] = {}
        for judge in (quality.quality, quality.typo_quality):
            for at, part in enumerate(self._snapshot.parts):
                for name in range(len(part.segment.names)):
                    if not name % 1024:
                        self._cancel.check()
                    value = judge(self._pattern, part.segment.names.text(name)) if not self._pattern.is_empty else 0.5
                    if value > best.get((at, name), 0.0):
                        best[at, name] = value
            if self._pattern.is_literal or self._pattern.is_empty or max(best.values(), default=0.0) >= _TYPOS_BELOW:
                break
        return self._answer(((self._snapshot.parts[at], name, value) for (at, name), value in best.items()), limit)

    def exact(self, limit: int) -> list[SymbolMatch]:
        """Return the rows of just this name."""
        fits = [
            (part, name, quality.EXACT)
            for part in self._snapshot.parts
            for name in part.segment.names.with_letters(self._pattern.codes)
            if part.segment.names.text(name) == self._pattern.name
        ]
        return self._answer(fits, limit)

    def _answer(self, fits: Iterable[tuple[Part, int, float]], limit: int) -> list[SymbolMatch]:
        found: list[tuple[Part, int, float]] = []
        for part, name, value in fits:
            segment = part.segment
            rows = segment.by_name[segment.first_of_name[name] : segment.first_of_name[name + 1]].tolist()
            found += [
                (part, row, self._score(part, row, value))
                for row in rows
                if part.alive[row] and self._allows(part, row)
            ]
        found.sort(key=lambda f: self._order(*f))
        return [part.match(row, score) for part, row, score in found[:limit]]

    def _order(self, part: Part, row: int, score: float) -> tuple[float, int, str, int, int]:
        segment = part.segment
        name = segment.names.text(int(segment.name[row]))
        line, column = segment.spans[row, :2].tolist()
        return (-round(score, 6), len(name), segment.paths[segment.path[row]], line, column)

    def _score(self, part: Part, row: int, value: float) -> float:
        segment = part.segment
        prior = float(segment.prior[row]) * rank.UNIT
        path = segment.paths[segment.path[row]]
        if self._context.active_path:
            prior += rank.nearness(path, self._context.active_path)
        if self._pattern.qualifier:
            prior += self._qualified(path, segment.containers[int(segment.container[row])].as_py())
        return rank.score(value, prior)

    def _qualified(self, path: str, container: str) -> float:
        wanted = ".".join(self._pattern.qualifier).lower()
        if ("." + container.lower()).endswith("." + wanted):
            return rank.QUALIFIED
        return rank.QUALIFIED_BY_PATH if self._pattern.qualifier[-1].lower() in path.lower() else 0.0

    @cached_property
    def _kinds(self) -> frozenset[SymbolKind] | None:
        hinted, allowed = self._pattern.kinds, self._context.kinds
        return (
            hinted & allowed if hinted is not None and allowed is not None else hinted if allowed is None else allowed
        )

    def _allows(self, part: Part, row: int) -> bool:
        segment = part.segment
        if self._kinds is not None and int(segment.kind[row]) not in self._kinds:
            return False
        path = int(segment.path[row])
        languages = self._context.languages
        if languages is not None and segment.languages[segment.path_language[path]] not in languages:
            return False
        return self._allows_path(segment.paths[path])

    def _allows_path(self, path: str) -> bool:
        allowed = self._accepted.get(path)
        if allowed is None:
            allowed = self._hints_allow(path.lower()) and (self._context.accepts is None or self._context.accepts(path))
            self._accepted[path] = allowed
        return allowed

    def _hints_allow(self, path: str) -> bool:
        pattern = self._pattern
        if pattern.folders and not any(f"/{folder}" in f"/{path}" for folder in pattern.folders):
            return False
        return not pattern.globs or any(
            fnmatch.fnmatchcase(path if "/" in glob else path.rpartition("/")[2], glob) for glob in pattern.globs
        )
