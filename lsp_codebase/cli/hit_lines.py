"""The printed lines of a hit, with their numbers and with the places where the query stands in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsp_codebase.cli.paint import Mark
from lsp_codebase.model import END_OF_LINE, Hit, Mode, Span

_LONGEST_PREVIEW = 200  # characters: a preview is a line without its indentation, cut there

Read = Callable[[Path, int, int], Sequence[str]]
"""Gives some lines of a file, from the first to the last, as they may be shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, from 0; `marks` are in characters. `column`, in bytes from 0, is the place to jump to."""

    number: int
    text: str
    marks: tuple[Mark, ...] = ()
    column: int = 0
    is_context: bool = False


@dataclass(slots=True)
class FileLines:
    """The printed part of one file: lines by their numbers, and the hits that begin at some of them."""

    path: Path
    lines: dict[int, Line] = field(default_factory=dict)
    hits: dict[int, Hit] = field(default_factory=dict)


def is_literal(mode: Mode) -> bool:
    """Whether hits are the very lines that were asked for."""
    return mode in (Mode.EXACT, Mode.REGEX)


def telling_line(hit: Hit) -> Line:
    """Return the most telling line of a hit: the one of its preview; of equal ones the first that holds a match."""
    rows = _rows(hit)
    equal = [at for at, row in enumerate(rows) if row.strip()[:_LONGEST_PREVIEW] == hit.preview]
    matched = {span.start_line - hit.span.start_line for span in hit.matches}
    at = next((at for at in equal if at in matched), next(iter(equal), None))
    if at is None:  # its text was cut before that line
        return Line(_start(hit), hit.preview)
    return _line(hit, at, rows[at])


def lines_of(hit: Hit, *, is_whole: bool) -> list[Line]:
    """Return all lines of a hit, or the telling ones: that of its name, and its preview."""
    rows = _rows(hit)
    if is_whole and rows:
        return [_line(hit, at, row) for at, row in enumerate(rows)]
    telling = telling_line(hit)
    own = hit.name_span.start_line - hit.span.start_line if hit.name_span else -1
    if 0 <= own < len(rows) and own + hit.span.start_line < telling.number:
        return [_line(hit, own, rows[own]), telling]
    return [telling]


def by_file(hits: Iterable[Hit], *, is_whole: Callable[[Hit], bool]) -> list[FileLines]:
    """Return the lines of hits file by file: the file of the best hit first."""
    files: dict[Path, FileLines] = {}
    for hit in hits:
        file = files.setdefault(hit.path, FileLines(hit.path))
        lines = lines_of(hit, is_whole=is_whole(hit))
        for line in lines:
            known = file.lines.get(line.number)
            if known is None or not known.marks:
                file.lines[line.number] = line
        file.hits.setdefault(lines[0].number, hit)
    return [*files.values()]


def add_context(file: FileLines, before: int, after: int, read: Read) -> None:
    """Add the surrounding lines of a file."""
    for start, end in _runs(file.lines, before, after):
        for number, text in enumerate(read(file.path, start, end), start):
            if number not in file.lines:
                file.lines[number] = Line(number, text, is_context=True)


def _runs(numbers: Iterable[int], before: int, after: int) -> list[tuple[int, int]]:
    """Return the first and last lines of the runs within reach of some lines."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        start, end = max(number - before, 0), number + after
        if runs and start <= runs[-1][1] + 1:
            runs[-1] = runs[-1][0], max(runs[-1][1], end)
        else:
            runs.append((start, end))
    return runs


def _rows(hit: Hit) -> list[str]:
    return hit.text.split("\n") if hit.text else []


def _start(hit: Hit) -> int:
    return hit.matches[0].start_line if hit.matches else hit.span.start_line


def _line(hit: Hit, at: int, text: str) -> Line:
    number = hit.span.start_line + at
    spans = [span for span in hit.matches if span.start_line <= number <= span.end_line]
    marks = tuple(mark for span in spans if (mark := _mark(span, number, text))[0] < mark[1])
    if spans:
        column = spans[0].start_column if spans[0].start_line == number else 0
    elif hit.name_span is not None and hit.name_span.start_line == number:
        column = hit.name_span.start_column
    else:
        column = len(text) - len(text.lstrip())  # blanks are a byte each in all but odd files
    return Line(number, text, marks, column)


def _mark(span: Span, number: int, text: str) -> Mark:
    """Return the part of a line that a span covers, in characters."""
    start = span.start_column if span.start_line == number else 0
    end = span.end_column if span.end_line == number else END_OF_LINE
    if text.isascii():
        return start, min(end, len(text))
    line = text.encode("utf-8", "surrogatepass")
    return len(line[:start].decode("utf-8", "ignore")), len(line[:end].decode("utf-8", "ignore"))
