"""Hits as text: a page to read in a terminal, or a line for each as grep prints it, for pipes and editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsp_codebase.cli.hit_lines import FileLines, Line, Read, add_context, by_file, telling_line
from lsp_codebase.cli.paint import Paint, display_width, fitted
from lsp_codebase.cli.places import Places
from lsp_codebase.model import Hit, byte_length, qualified, spoken_kind
from lsp_codebase.tree import shown

_GAP = "--"
_LONGEST_LINE = 500  # columns of a line of a ranked hit: those of minified code are as long as their file


@dataclass(frozen=True, slots=True)
class Layout:
    """How hits are printed. `width` of a page is in columns; `before` and `after` are numbers of lines around."""

    places: Places
    paint: Paint
    width: int = 80
    before: int = 0
    after: int = 0
    is_whole: bool = False
    is_literal: bool = False

    @property
    def has_context(self) -> bool:
        """Whether lines around hits are wanted."""
        return bool(self.before or self.after)


def page(hits: Sequence[Hit], layout: Layout, read: Read) -> Iterator[str]:
    """Yield the lines of a page: hits by file, the file of the best hit first, with the numbers of their lines."""
    whole = layout.is_whole or layout.is_literal
    files = by_file(hits, is_whole=lambda _: whole)
    for at, file in enumerate(files):
        if layout.has_context:
            add_context(file, layout.before, layout.after, read)
        if at:
            yield ""
        yield layout.paint("path", shown(layout.places.relative(file.path)))
        yield from _file_page(file, layout, digits=max(len(str(number + 1)) for number in file.lines))


def _file_page(file: FileLines, layout: Layout, digits: int) -> Iterator[str]:
    paint, before = layout.paint, None
    for number in sorted(file.lines):
        line, hit = file.lines[number], file.hits.get(number)
        is_apart = before is not None and number > before + 1
        if layout.has_context and is_apart:
            yield paint("dim", f"{'':>{digits}}{_GAP}")
        if hit is not None and not layout.is_literal:
            if before is not None and (not layout.has_context or is_apart):
                yield ""
            yield from _about(hit, layout, digits)
        text, marks = fitted(line.text, line.marks, layout.width - digits - 2)
        sign = "-" if line.is_context else ":"
        body = paint.marked(text, marks, "dim" if line.is_context else None)
        yield f"{paint('number', f'{number + 1:>{digits}}')}{paint('dim', sign)} {body}".rstrip()
        before = number


def _about(hit: Hit, layout: Layout, digits: int) -> Iterator[str]:
    """Yield the text above the lines of a ranked hit: its definition, its extent, its score, its copies."""
    paint, indent = layout.paint, " " * (digits + 2)
    extent = f"lines {hit.span.start_line + 1}-{hit.span.end_line + 1}"
    name = shown(qualified(hit.container, hit.name)) if hit.name else ""
    facts = "  ".join(filter(None, (spoken_kind(hit), extent, f"{hit.score:.2f}")))
    if name and display_width(f"{indent}{name}  {facts}") > layout.width:
        facts = f"{hit.score:.2f}"
    yield indent + "  ".join(filter(None, (paint("name", name), paint("dim", facts))))
    for copy in hit.copies:
        place = f"{shown(layout.places.relative(copy.path))}:{copy.span.start_line + 1}"
        yield indent + paint("dim", f"the same code: {place}")
    if hit.signals:
        shares = sorted(hit.signals.items(), key=lambda item: -abs(item[1]))
        yield indent + paint("dim", "  ".join(f"{signal} {value:.3f}" for signal, value in shares if value))


def grep_lines(hits: Iterable[Hit], layout: Layout, *, each_match: bool = False) -> Iterator[str]:
    """Yield `path:line:col: text` for each hit, best first; with `each_match`, for each match in its line."""
    for hit in hits:
        line = telling_line(hit)
        path = layout.places.relative(hit.path)
        columns = [byte_length(line.text[:start]) for start, _ in line.marks]
        for column in columns if each_match and layout.is_literal and columns else (line.column,):
            yield _grep_line(path, line, layout, column)


def grep_context(hits: Sequence[Hit], layout: Layout, read: Read) -> Iterator[str]:
    """Yield `path:line:col: text` and, for the lines around, `path-line- text`; file by file, the best hit's first."""
    before: tuple[FileLines, int] | None = None
    for file in by_file(hits, is_whole=lambda _: layout.is_literal):
        add_context(file, layout.before, layout.after, read)
        path = layout.places.relative(file.path)
        for number in sorted(file.lines):
            line = file.lines[number]
            if before is not None and (before[0] is not file or number > before[1] + 1):
                yield layout.paint("dim", _GAP)
            yield _grep_line(path, line, layout, line.column)
            before = file, number


def _grep_line(path: str, line: Line, layout: Layout, column: int) -> str:
    paint = layout.paint
    is_cut = not layout.is_literal and len(line.text) > _LONGEST_LINE
    text, marks = fitted(line.text, line.marks, _LONGEST_LINE) if is_cut else (line.text, line.marks)
    sign = paint("dim", "-" if line.is_context else ":")
    place = f"{paint('path', shown(path))}{sign}{paint('number', str(line.number + 1))}{sign}"
    if not line.is_context:
        place += f"{column + 1}{sign}"
    return f"{place} {paint.marked(text, marks)}".rstrip()
