"""What a definition calls and who calls it: the step from a hit to the rest of the answer that a reader takes next.

By names and postings, not by types: a call of a name that several definitions share leads to the nearest of them or
nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Hit, Place, Related, Relation, SymbolKind
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.symbols import SymbolContext, find_exact

_MOST_OF_KIND = 5  # related places of each kind, of one hit
_MOST_DEFINITIONS = 3  # of one name: more are too many to say which is meant
_MOST_CHUNKS_READ = 24
_LEAST_NAME = 4  # letters

_CALL = re.compile(r"([^\W\d]\w+)[?!]?(?:::)?(?:<[\w\s,<>&:]*>)?\(")
_CALLABLE = frozenset(
    {
        SymbolKind.Function,
        SymbolKind.Method,
        SymbolKind.Constructor,
        SymbolKind.Class,
        SymbolKind.Struct,
        SymbolKind.Operator,
    }
)


@dataclass(frozen=True, slots=True)
class Relations:
    """Where relations are read from: one state of the index."""

    root: Path
    corpus: Corpus
    lines: Callable[[str], Sequence[str]]

    def of_hit(self, hit: Hit) -> tuple[Related, ...]:
        """Return what a hit calls, in the order of the calls, then who calls it, nearest first; each other than it."""
        path = hit.path.relative_to(self.root).as_posix()
        own = self._own_lines(path, hit)
        return (
            *(self._related(Relation.CALLEE, match) for match in self._callees(path, own)),
            *self._callers(path, own, hit),
        )

    def that_fit(self, hit: Hit, left: float) -> tuple[tuple[Related, ...], float]:
        """Return the relations of a hit whose previews fit in so many characters, and what is left, -1 of too few."""
        kept: list[Related] = []
        for related in self.of_hit(hit):
            if len(related.preview) > left:
                return tuple(kept), -1
            left -= len(related.preview)
            kept.append(related)
        return tuple(kept), left

    def _own_lines(self, path: str, hit: Hit) -> range:
        """Return the lines of the definition that a hit is named after, or of the hit."""
        span = hit.span
        if hit.name_span is not None:
            line = hit.name_span.start_line
            named = (match.symbol for match in self.corpus.names.in_file(path, (line, line + 1)))
            span = next((symbol.span for symbol in named if symbol.name_span == hit.name_span), span)
        return range(span.start_line, span.end_line + 1)

    def _callees(self, path: str, own: range) -> list[SymbolMatch]:
        text = "\n".join(self.lines(path)[own.start : own.stop])
        found: list[SymbolMatch] = []
        for name in dict.fromkeys(_CALL.findall(text)):
            matches = find_exact(self.corpus.names, name, limit=16, context=SymbolContext(path, None, _CALLABLE))
            if any(match.path == path and match.symbol.name_span.start_line in own for match in matches):
                continue
            definitions = [match for match in matches if not match.symbol.is_declaration] or matches
            if len(definitions) > _MOST_DEFINITIONS or _is_common(name):
                definitions = [match for match in definitions if match.path == path]
            found += definitions[:1]
            if len(found) == _MOST_OF_KIND:
                break
        return found

    def _callers(self, path: str, own: range, hit: Hit) -> Iterator[Related]:
        if hit.name is None or hit.kind not in _CALLABLE or len(hit.name) < _LEAST_NAME or hit.name.startswith("__"):
            return  # called everywhere, or not by its name
        call = re.compile(rf"(?<!\w){re.escape(hit.name)}[?!]?(?:::)?(?:<[\w\s,<>&:]*>)?\(")
        shown: set[tuple[str, int]] = set()
        for chunk in self.corpus.mentioning(hit.name, path)[:_MOST_CHUNKS_READ]:
            lines = self.lines(chunk.path)
            for line in range(chunk.start_line, min(chunk.end_line, len(lines))):
                if (chunk.path == path and line in own) or not call.search(lines[line]):
                    continue
                caller = self._around(chunk.path, line)
                if caller is None or caller.symbol.name_span.start_line == line:
                    continue  # a definition of the name, or code outside of any
                key = (chunk.path, caller.symbol.span.start_line)
                if key not in shown:
                    shown.add(key)
                    yield self._related(Relation.CALLER, caller)
                    if len(shown) == _MOST_OF_KIND:
                        return

    def _around(self, path: str, line: int) -> SymbolMatch | None:
        """Return the innermost definition that can call something around a line."""
        around = [
            match for match in self.corpus.names.in_file(path, (line, line + 1)) if match.symbol.kind in _CALLABLE
        ]
        return max(around, key=lambda match: match.symbol.span.start_line, default=None)

    def _related(self, relation: Relation, match: SymbolMatch) -> Related:
        symbol = match.symbol
        lines = self.lines(match.path)
        line = symbol.name_span.start_line
        return Related(
            relation=relation,
            place=Place(self.root / match.path, symbol.span, match.is_ascii),
            name=symbol.name,
            kind=symbol.kind,
            container=symbol.container or None,
            preview=lines[line].strip()[:200] if line < len(lines) else "",
        )


def _is_common(name: str) -> bool:
    """Whether a name is a single plain word, such as `join`: what is called by it is more often a library's."""
    return name.islower() and "_" not in name
