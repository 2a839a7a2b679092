"""Dress the cut lines as chunks: text, breadcrumb, names, scopes, signatures, comments."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.model import Chunk, Symbol, SymbolKind
from lsp_codebase.parse.chunk_texts import chunk_texts
from lsp_codebase.parse.comments import CommentIndex, without_opening
from lsp_codebase.parse.decoding import SourceText
from lsp_codebase.parse.limits import ParseLimits
from lsp_codebase.parse.signature import label_of

_LEAVES = frozenset(
    {SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable, SymbolKind.Constant, SymbolKind.EnumMember}
)


def assemble(
    path: str,
    source: SourceText,
    starts: Sequence[int],
    symbols: Sequence[Symbol],
    comments: CommentIndex | None,
    limits: ParseLimits,
) -> tuple[Chunk, ...]:
    """Return the chunks that begin at `starts`; `symbols` are in file order."""
    count = len(source.offsets) - 1
    ends = [*starts, count][1:]
    texts = chunk_texts(source, starts, limits)
    raws = comments.text_by_chunk(starts) if comments is not None else [""] * len(starts)
    names = _names(symbols)
    signatures = [symbol.signature for symbol in symbols]
    rows = [symbol.span[0] for symbol in symbols] + [count]
    chunks: list[Chunk] = []
    enclosing: list[Symbol] = []
    place = 0
    for start, end, text, raw in zip(starts, ends, texts, raws, strict=True):
        if enclosing:
            enclosing = [symbol for symbol in enclosing if symbol.span[2] >= start]
        first = place
        while rows[place] < end:
            place += 1
        inside = symbols[first:place]
        scopes, crumbs = _scopes(enclosing, inside)
        chunk = Chunk(
            start,
            end,
            text,
            " > ".join([path, *crumbs]) if crumbs else path,
            tuple(filter(None, names[first:place])),
            scopes,
            tuple(filter(None, signatures[first:place])),
            without_opening(raw) if raw else "",
        )
        chunks.append(chunk)
        if end < count:
            enclosing += [symbol for symbol in inside if symbol.span[2] >= end and symbol.kind not in _LEAVES]
    return tuple(chunks)


def without_told(symbols: Sequence[Symbol]) -> list[Symbol]:
    """Return the symbols without tests that a text tells, as `it("adds up")` does: a text like any other in a chunk.

    As names its words would count for more than those of the tested code.
    """
    return [symbol for symbol in symbols if not (symbol.is_test and _is_quoted(symbol))]


def _is_quoted(symbol: Symbol) -> bool:
    return any(f"{quote}{symbol.name}{quote}" in symbol.signature for quote in "\"'`")


def _names(symbols: Sequence[Symbol]) -> list[str]:
    """Return the names of symbols, "" for a prototype of a function of the same file: its body answers."""
    announced = {(symbol.container, symbol.name) for symbol in symbols if _is_prototype(symbol)}
    if not announced:
        return [symbol.name for symbol in symbols]
    defined = {(symbol.container, symbol.name) for symbol in symbols if not symbol.is_declaration} & announced
    return [
        "" if _is_prototype(symbol) and (symbol.container, symbol.name) in defined else symbol.name
        for symbol in symbols
    ]


def _is_prototype(symbol: Symbol) -> bool:
    return symbol.is_declaration and symbol.kind is SymbolKind.Function


def _scopes(enclosing: Sequence[Symbol], inside: Sequence[Symbol]) -> tuple[tuple[str, ...], list[str]]:
    """Return the names around a chunk's start, and the breadcrumb: these and the one definition in the chunk."""
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
    if outermost is not None and (not enclosing or outermost.span[:2] < enclosing[-1].span[2:]):
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
