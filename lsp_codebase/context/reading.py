"""Chosen places, read as hits: their lines, related code, callees and callers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.model import (
    CallQuery,
    CancelToken,
    ContextPiece,
    DefinitionQuery,
    Hit,
    Place,
    Related,
    Relation,
    Span,
    Symbol,
    bounds,
    byte_length,
    kinds_named,
)

_MOST_RELATED = 8  # of each relation
_OUTLINED = frozenset((*kinds_named("type"), *kinds_named("func")))


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads for one asker: credentials are hidden, and files that usually hold some are refused."""

    answers: Answers
    cancel: CancelToken

    def file(self, path: Path, max_chars: int = bounds.FILE_CHARS.most) -> Hit:
        """Return a whole file as a hit."""
        return _hit(path, Span.of_lines(0), self.answers.read_file(path, None, max_chars).text.split("\n"))

    def lines(self, path: Path, span: Span) -> Hit:
        """Return lines of a file as a hit; for an empty span those of the definition around it, else all."""
        lines = self._lines(path, span.start_line, span.last_line)
        last = len(lines) - 1
        first, end = min(span.start_line, last), min(span.last_line, last)
        while first < end and not lines[first].strip():
            first += 1
        found = self.answers.definitions(DefinitionQuery(None, path, first, 1), self.cancel).hits
        around = found[0].symbol if found else None
        if span.start == span.end:
            if around is None:
                return self.file(path)
            first, end = around.span.start_line, around.span.last_line
            lines = self._lines(path, first, end)
            end = min(end, len(lines) - 1)
        symbols = self.answers.symbols_in(path, self.cancel).symbols
        context = _context(lines, path, first, end, around, symbols)
        related = tuple(self._related(path, first)) if around else ()
        return _hit(path, Span.of_lines(first, end), lines, around, context, related)

    def _lines(self, path: Path, first: int, last: int) -> Sequence[str]:
        """Return the lines of a file; of one that is too long to be read at once these, behind as many empty ones."""
        found = self.answers.read_file(path, None, bounds.FILE_CHARS.most)
        lines = found.text.split("\n")
        if not found.truncated or last < len(lines) - 1:
            return lines
        part = self.answers.read_file(path, Span.of_lines(first, last), bounds.FILE_CHARS.most)
        return [*[""] * part.span.start_line, *part.text.split("\n")]

    def outline(self, file: Hit) -> str:
        """Return the line of each function and type of a whole file, with its number."""
        rows = (file.text or "").split("\n")
        symbols = self.answers.symbols_in(file.path, self.cancel).symbols
        found = [one for one in symbols if one.kind in _OUTLINED]
        lines = [(one.name_span.start_line, _depth(one)) for one in found]
        return "\n".join(f"{at + 1}: {'  ' * depth}{rows[at].strip()}" for at, depth in lines if at < len(rows))

    def _related(self, path: Path, line: int) -> Iterator[Related]:
        for relation in Relation:
            found = self.answers.calls(CallQuery(relation, None, path, line, _MOST_RELATED), self.cancel)
            for call in found.calls:
                if call.name is not None and call.kind is not None:
                    yield Related(relation, call.place, call.name, call.kind, call.container, "")


def called_by(hits: Iterable[Hit]) -> Iterator[Place]:
    """Yield the definitions that hits call, each once, but for those that hits show."""
    shown = [(hit.path, hit.span.start_line, hit.span.last_line) for hit in hits]
    for one in [one for hit in hits for one in hit.related if one.relation is Relation.CALLEE]:
        path, line = one.place.path, one.place.span.start_line
        if not any(path == known and first <= line <= last for known, first, last in shown):
            shown.append((path, line, one.place.span.last_line))
            yield one.place


def _hit(
    path: Path,
    span: Span,
    lines: Sequence[str],
    symbol: Symbol | None = None,
    context: tuple[ContextPiece, ...] = (),
    related: tuple[Related, ...] = (),
) -> Hit:
    last = min(span.end_line, len(lines) - 1)
    return Hit(
        path,
        Span(span.start_line, 0, last, byte_length(lines[last])),
        _language(path),
        score=1.0,
        preview="",
        is_ascii=False,
        name=symbol.name if symbol else None,
        kind=symbol.kind if symbol else None,
        container=(symbol.container or None) if symbol else None,
        name_span=symbol.name_span if symbol else None,
        text="\n".join(lines[span.start_line : last + 1]),
        context=context,
        related=related,
    )


def _context(
    lines: Sequence[str], path: Path, first: int, last: int, around: Symbol | None, symbols: Sequence[Symbol]
) -> tuple[ContextPiece, ...]:
    from lsp_codebase.search import siblings_of, surround

    def touching(wanted: tuple[int, int]) -> list[Symbol]:
        return [one for one in symbols if one.span.start_line < wanted[1] and one.span.last_line >= wanted[0]]

    is_whole = around is not None and first <= around.name_span.start_line <= last
    siblings = siblings_of(around, touching) if around is not None and is_whole else []
    end = last + 1
    return tuple(surround(lines, _language(path), first, end, touching((first, end)), siblings, ()))


def _language(path: Path) -> str:
    from lsp_codebase.parse import detect_language  # a terminal that asks over a wire loads neither this nor `search`

    return detect_language(path.name)


def _depth(symbol: Symbol) -> int:
    return symbol.container.count(".") + 1 if symbol.container else 0
