"""The reason of a hit: the definition that its matching lines lie in, and its most telling line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import tokenize
from lsp_codebase.search.call_graph.imports import is_import
from lsp_codebase.search.ranking.features import LESSER, LESSER_KINDS, name_matches
from lsp_codebase.search.ranking.rank import Weights
from lsp_codebase.search.results.highlights import lines_holding

_LONGEST_PREVIEW = 200
_UNSEEN = 0.75  # of a definition whose own line is not shown: a label that is not there must say clearly more
_WEIGHTS = Weights()  # names and lines count as they do for the order of hits
_COMMON = 1 / 3  # of the weight of the rarest word: below, a word alone leads to no line
_SHORT = 3  # letters, up to which a stem is the beginning of its word
_SAYS_SOMETHING = re.compile(r"[^\W_]")
_SAYS_MORE = re.compile(r"[^\W_]_*\W[\W_]*[^\W_]")  # than one word
_COMMENT = re.compile(r"(?://|/\*|\*|#(?!include|\[|define|if|end|pragma)|--|;;|%|\"\"\"|'''|<!--|\(\*|\{-)")
_LICENCE = re.compile(
    r"\bcopyright\b|\(c\) \d{4}|\blicen[sc]ed?\b|\bSPDX-|\ball rights reserved\b|\bwithout warrant"
    r"|\bredistributions? of\b|\bpermission (?:is hereby|to use)\b",
    re.IGNORECASE,
)
_OF_LICENCES = frozenset({"licens", "licenc", "copyright", "spdx"})
_OF_IMPORTS = frozenset({"import", "includ", "requir", "depend", "dependenci", "us", "modul"})


@dataclass(frozen=True)
class Wanted:
    """The wishes of a query in a hit: tokens with their weights, the stems of its words, kinds of definitions."""

    weights: Mapping[str, float]
    parts: frozenset[str]
    kinds: frozenset[SymbolKind] = frozenset()

    @cached_property
    def _total(self) -> float:
        return sum(self.weights.values()) or 1.0

    @cached_property
    def needles(self) -> frozenset[str]:
        """Texts that lead to the lines worth reading: beginnings of the words that the rarer tokens stand for.

        A stem may end in another letter than its word.
        """
        least = _COMMON * max(self.weights.values(), default=0.0)
        words = (one for one, weight in self.weights.items() if weight >= least and not one.startswith("="))
        return frozenset(word[:-1] if len(word) > _SHORT else word for word in words)

    def share(self, tokens: Iterable[str]) -> float:
        """Return the share of the query's weight that some of its tokens have."""
        return fsum(map(self.weights.__getitem__, tokens)) / self._total  # the same in any order

    def may_show(self, line: str) -> bool:
        """Whether a line says something that lines of other files do not."""
        if not _SAYS_SOMETHING.search(line):
            return False
        if _LICENCE.search(line) and self.weights.keys().isdisjoint(_OF_LICENCES):
            return False
        return not is_import(line) or not self.weights.keys().isdisjoint(_OF_IMPORTS)


@dataclass(frozen=True)
class Passage:
    """The lines of a hit, from line `start` of its file, read for the wishes of a query."""

    lines: Sequence[str]
    start: int
    wanted: Wanted

    @cached_property
    def _said(self) -> dict[int, frozenset[str]]:
        """The tokens of the query by the place of the line that holds them, in order."""
        places = lines_holding("\n".join(self.lines).lower(), self.wanted.needles)
        weights = self.wanted.weights.keys()
        said = {place: frozenset(weights & tokenize(self._line(place))) for place in places}
        return {place: tokens for place, tokens in said.items() if tokens}

    def _line(self, place: int) -> str:
        """Return a line as a preview shows it."""
        return self.lines[place].strip()[:_LONGEST_PREVIEW]

    def definition(self, core: tuple[int, int], symbols: Sequence[SymbolMatch]) -> SymbolMatch | None:
        """Return the definition that the lines `core` are about: its name and own lines say most of the query.

        If none says anything, it is the first that is named in these lines, or else the innermost around them.
        `symbols` are those that touch them.
        """
        kinds = self.wanted.kinds
        candidates = [match for match in symbols if not kinds or match.symbol.kind in kinds]
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        said = self._said_by(candidates, core)
        names = name_matches([match.symbol.name for match in candidates], self.wanted.parts)
        shown = range(self.start, self.start + len(self.lines))

        def evidence(place: int) -> tuple[float, bool, bool, int]:
            symbol = candidates[place].symbol
            line, is_lesser = symbol.name_span.start_line, symbol.kind in LESSER_KINDS
            is_named = core[0] <= line < core[1]
            weight = _WEIGHTS.coverage * self.wanted.share(said[place])
            if is_named or said[place]:
                weight += _WEIGHTS.names * names[place]
            weight *= (LESSER if is_lesser else 1.0) * (1.0 if line in shown else _UNSEEN)
            return weight, is_named, not is_lesser, -line if is_named else line

        return candidates[max(range(len(candidates)), key=evidence)]

    def preview(self, own: int, asked: int | None = None) -> str:
        """Return the line that was asked for, or else the one that says most of the query.

        `own` is the line of the file that names the definition, `asked` one that the query names. If none says
        anything, it is the definition's own, or else the first that tells the topic of the lines. At equals the
        definition's own line comes before code, and code before comments.
        """
        own -= self.start
        if asked is not None and 0 <= asked - self.start < len(self.lines):
            line = self._line(asked - self.start)
            if line:
                return line
        best, best_rank = "", (0.0, False, False)
        for place, tokens in self._said.items():
            line = self._line(place)
            rank = (self.wanted.share(tokens), place == own, not _COMMENT.match(line))
            if rank > best_rank and self.wanted.may_show(line):
                best, best_rank = line, rank
        if best:
            return best
        shown = [self._line(place) for place in range(len(self.lines))]
        if 0 <= own < len(shown):
            return shown[own]
        worthy = [line for line in shown if self.wanted.may_show(line)]
        others = (*worthy, *filter(_SAYS_SOMETHING.search, shown), *filter(None, shown), "")
        return next(filter(_SAYS_MORE.search, worthy), others[0])

    def _said_by(self, candidates: Sequence[SymbolMatch], core: tuple[int, int]) -> list[set[str]]:
        """Return the tokens in the own lines of each definition: those of no other inside, and the comment above."""
        said: list[set[str]] = [set() for _ in candidates]
        spans = [match.symbol.span for match in candidates]
        inwards = sorted(range(len(spans)), key=lambda place: (spans[place].start_line, -spans[place].end_line))
        firsts = [self._first_with_comment(span.start_line) for span in spans]
        for at, tokens in self._said.items():
            line = self.start + at
            if core[0] <= line < core[1]:
                around = (place for place in reversed(inwards) if firsts[place] <= line <= spans[place].end_line)
                owner = next(around, None)
                if owner is not None:
                    said[owner] |= tokens
        return said

    def _first_with_comment(self, line: int) -> int:
        """Return the first line of the comment that ends above a line, as far as it is shown, or the line itself."""
        while 0 < line - self.start <= len(self.lines) and _COMMENT.match(self._line(line - self.start - 1)):
            line -= 1
        return line
