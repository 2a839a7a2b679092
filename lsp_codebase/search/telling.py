"""What says why a hit was found: the definition that its matching lines lie in, and its most telling line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import tokenize
from lsp_codebase.search.features import LESSER, LESSER_KINDS, name_matches
from lsp_codebase.search.imports import is_import
from lsp_codebase.search.rank import Weights

_LONGEST_PREVIEW = 200
_SHORTEST_NEEDLE = 3  # letters of a token that are looked for in a line before the line is read
_SAYS_SOMETHING = re.compile(r"[^\W_]")
_SAYS_MORE = re.compile(r"[^\W_].*\W.*[^\W_]")  # than one word
_UNSEEN = 0.75  # of a definition whose own line is not shown: a label that is not there must say clearly more
_WEIGHTS = Weights()  # what names and lines say counts as it does for the order of hits
_COMMENT = re.compile(r"(?://|/\*|\*|#(?!include|\[|define|if|end|pragma)|--|;;|%|\"\"\"|'''|<!--|\(\*|\{-)")
_LICENCE = re.compile(
    r"\bcopyright\b|\(c\) \d{4}|\blicen[sc]ed?\b|\bSPDX-|\ball rights reserved\b|\bwithout warrant"
    r"|\bredistributions? of\b|\bpermission (?:is hereby|to use)\b",
    re.IGNORECASE,
)
_OF_LICENCES = frozenset({"licens", "licenc", "copyright", "spdx"})
_OF_IMPORTS = frozenset({"import", "includ", "requir", "depend", "dependenci", "us", "modul"})

Lines = Sequence[str]
Range = tuple[int, int]  # lines, end exclusive


@dataclass(frozen=True)
class Wanted:
    """What a query looks for in a hit: tokens with their weights, the stems of its words, kinds of definitions."""

    weights: Mapping[str, float]
    parts: frozenset[str]
    kinds: frozenset[SymbolKind] = frozenset()

    @cached_property
    def _total(self) -> float:
        return sum(self.weights.values()) or 1.0

    @cached_property
    def _needles(self) -> tuple[str, ...]:
        """Beginnings of the words that the tokens may stand for: a stem may end in another letter than its word."""
        whole = (token for token in self.weights if not token.startswith("="))
        return tuple({token[:-1] if len(token) > _SHORTEST_NEEDLE else token for token in whole})

    def said_in(self, line: str) -> frozenset[str]:
        """Return the tokens of the query that a line holds."""
        lowered = line.lower()
        if not any(needle in lowered for needle in self._needles):
            return frozenset()
        return frozenset(self.weights.keys() & tokenize(line))

    def share(self, tokens: Iterable[str]) -> float:
        """Return the share of the query's weight that some of its tokens have."""
        return sum(self.weights[token] for token in tokens) / self._total

    def definition(self, lines: Lines, core: Range, shown: Range, symbols: Sequence[SymbolMatch]) -> SymbolMatch | None:
        """Return the definition that some lines of a file are about: its name and own lines say most of the query.

        If none says anything, it is the first that is named in these lines, or else the innermost around them.
        `symbols` are those that touch them; `shown` are they and the lines around them that are shown too.
        """
        wanted = [match for match in symbols if not self.kinds or match.symbol.kind in self.kinds]
        if not wanted:
            return None
        said = self._said_by(lines, core, wanted)
        names = name_matches([match.symbol.name for match in wanted], self.parts)

        def evidence(place: int) -> tuple[float, bool, bool, int]:
            symbol = wanted[place].symbol
            line, is_lesser = symbol.name_span.start_line, symbol.kind in LESSER_KINDS
            is_named = core[0] <= line < core[1]
            weight = _WEIGHTS.coverage * self.share(said[place])
            if is_named or said[place]:
                weight += _WEIGHTS.names * names[place]
            weight *= (LESSER if is_lesser else 1.0) * (1.0 if shown[0] <= line < shown[1] else _UNSEEN)
            return weight, is_named, not is_lesser, -line if is_named else line

        return wanted[max(range(len(wanted)), key=evidence)]

    def preview(self, lines: Lines, own: int | None, asked: int | None = None) -> str:
        """Return the line that was asked for, or else the one that says most of the query.

        `own` is the place of the line that names the definition, `asked` that of a line that the query names.
        If none says anything, it is the definition's own, or else the first that says what the lines are about. At
        equals the definition's own line comes before code, and code before comments.
        """
        shown = [line.strip()[:_LONGEST_PREVIEW] for line in lines]
        if asked is not None and self._may_be_preview(shown[asked]):
            return shown[asked]
        best, best_rank = -1, (0.0, False, False)
        for place, line in enumerate(shown):
            said = self.said_in(line)
            if said and self._may_be_preview(line):
                rank = (self.share(said), place == own, not _COMMENT.match(line))
                if rank > best_rank:
                    best, best_rank = place, rank
        if best < 0 and own is not None:
            best = own
        if best < 0:
            worthy = [place for place, line in enumerate(shown) if self._may_be_preview(line)]
            best = next((place for place in worthy if _SAYS_MORE.search(shown[place])), worthy[0] if worthy else -1)
        return shown[best] if best >= 0 else next(filter(None, shown), "")

    def _may_be_preview(self, line: str) -> bool:
        """Whether a line says something, and not only what lines of every file say."""
        if not _SAYS_SOMETHING.search(line):
            return False
        if _LICENCE.search(line) and self.weights.keys().isdisjoint(_OF_LICENCES):
            return False
        return not is_import(line) or not self.weights.keys().isdisjoint(_OF_IMPORTS)

    def _said_by(self, lines: Lines, core: Range, wanted: Sequence[SymbolMatch]) -> list[set[str]]:
        """Return the tokens in the own lines of each definition: those of no other inside, and the comment above."""
        said: list[set[str]] = [set() for _ in wanted]
        owners = {}
        end = min(core[1], len(lines))
        spans = [match.symbol.span for match in wanted]
        for place in sorted(range(len(wanted)), key=lambda place: (spans[place].start_line, -spans[place].end_line)):
            first = min(spans[place].start_line, end)
            while first > core[0] and _COMMENT.match(lines[first - 1].lstrip()):
                first -= 1
            owners.update(dict.fromkeys(range(max(first, core[0]), min(spans[place].end_line + 1, end)), place))
        for line, place in owners.items():
            said[place] |= self.said_in(lines[line])
        return said
