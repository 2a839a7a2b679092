"""Dress the cut lines as chunks: text, breadcrumb, names, scopes, signatures, comments."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.model import Chunk, Symbol, SymbolKind
from lsp_codebase.parse.comments import CommentIndex, strip_marks
from lsp_codebase.parse.limits import ParseLimits
from lsp_codebase.parse.signature import label_of

_LEAVES = frozenset(
    {SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable, SymbolKind.Constant, SymbolKind.EnumMember}
)


def assemble(
    path: str,
    lines: Sequence[str],
    starts: Sequence[int],
    symbols: Sequence[Symbol],
    comments: CommentIndex | None,
    limits: ParseLimits,
) -> tuple[Chunk, ...]:
    """Return the chunks that begin at `starts`; `symbols` are in file order."""
    texts = comments.text_by_chunk(starts) if comments is not None else {}
    chunks: list[Chunk] = []
    enclosing: list[Symbol] = []
    place = 0
    for number, (start, end) in enumerate(zip(starts, [*starts, len(lines)][1:], strict=True)):
        if enclosing:
            enclosing = [symbol for symbol in enclosing if symbol.span[2] >= start]
        first = place
        while place < len(symbols) and symbols[place].span[0] < end:
            place += 1
        inside = symbols[first:place]
        scopes, crumbs = _scopes(enclosing, inside)
        raw = texts.get(number)
        chunks.append(
            Chunk(
                start_line=start,
                end_line=end,
                text=_text(lines, start, end, limits.max_line_chars),
                breadcrumb=" > ".join([path, *crumbs]),
                names=tuple([symbol.name for symbol in inside]),
                scopes=scopes,
                signatures=tuple([symbol.signature for symbol in inside if symbol.signature]),
                comments=strip_marks(raw) if raw else "",
            )
        )
        enclosing += [symbol for symbol in inside if symbol.span[2] >= end and symbol.kind not in _LEAVES]
    return tuple(chunks)


def _text(lines: Sequence[str], start: int, end: int, most: int) -> str:
    text = "\n".join(lines[start:end])
    if len(text) <= most:
        return text
    return "\n".join(line[:most] for line in lines[start:end])


def _scopes(enclosing: Sequence[Symbol], inside: Sequence[Symbol]) -> tuple[tuple[str, ...], list[str]]:
    """Return the names around a chunk's start, and the breadcrumb: those names and the one definition it holds."""
    if enclosing:
        around = enclosing[-1]
        outer = around.container.split(".") if around.container else []
        scopes = (*outer, around.name)
        crumbs = [*outer, label_of(around.name, around.signature)]
    else:
        container = inside[0].container if inside else ""
        scopes = tuple(container.split(".")) if container else ()
        crumbs = list(scopes)
    outermost = _only_definition(inside)
    if outermost is not None:
        crumbs.append(label_of(outermost.name, outermost.signature))
    return scopes, crumbs


def _only_definition(inside: Sequence[Symbol]) -> Symbol | None:
    """Return the definition all others of a chunk lie in, or None when there are several or none."""
    if not inside:
        return None
    first = inside[0]
    for symbol in inside[1:]:
        if symbol.container == first.container:
            return None
    return first
