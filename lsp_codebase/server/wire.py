"""The answers of the core in their form for the client: values of `messages` and of lsprotocol, URIs for paths.

Where a `PositionConverter` is taken, files may be read: call it on a question thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from lsprotocol import types

from lsp_codebase import model
from lsp_codebase.server import messages
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap


def to_status(status: model.IndexStatus, paths: PathMap, *, is_full: bool = False) -> messages.IndexStatus:
    """Return the state of one index; its problems and languages only if it is to be full."""
    root = Path(status.root)
    problems = [messages.Problem(paths.to_uri(root / problem.path), problem.reason) for problem in status.problems]
    return messages.IndexStatus(
        folder=paths.to_uri(root) if status.root else "",  # no folder is open
        phase=status.phase.value,
        files=messages.FileCounts(status.indexed, status.total, status.skipped, status.failed),
        chunks=status.chunks,
        symbols=status.symbols,
        vectors=messages.VectorCounts(status.vectors.done, status.vectors.total, status.vectors.model),
        generation=status.generation,
        role=status.role.value,
        stale=status.stale,
        message=status.message,
        problems=problems if is_full and problems else None,
        problems_total=status.problems_total if is_full and problems else None,
        symbols_cut=_to_symbols_cut(status.symbols_cut) if is_full and status.symbols_cut else None,
        languages=dict(status.languages) if is_full else None,
        commit=status.commit if is_full else None,
        has_index=(status.phase is model.Phase.STARTING and status.has_index) or None,
        seeking=status.seeking or None,
    )


def _to_symbols_cut(cut: model.SymbolsCut) -> messages.SymbolsCut:
    return messages.SymbolsCut(cut.pattern, cut.given, "symbols.maxResults")


def to_host(host: model.Host | None) -> messages.Host | None:
    """Return a host and its clients."""
    if host is None:
        return None
    return messages.Host(host.pid, [messages.HostClient(one.name, one.pid) for one in host.clients])


def to_text_cache(use: model.TextUse, root: Path, paths: PathMap) -> messages.TextCache:
    """Return the use of the kept texts of one folder."""
    most_read = [messages.FileReads(paths.to_uri(root / path), reads) for path, reads in use.most_read]
    return messages.TextCache(use.files, use.bytes, use.hits, use.misses, most_read)


def to_search_result(
    answer: model.SearchAnswer, hits: Sequence[messages.Hit], paths: PathMap
) -> messages.HybridSearchResult:
    """Return an answer with these of its hits; the others were sent before."""
    return messages.HybridSearchResult(
        hits=hits,
        mode=answer.mode.value,
        confidence=answer.confidence.value,
        truncated=answer.truncated,
        index=to_status(answer.status, paths),
        took_ms=round(answer.took_ms, 1),
        next_cursor=answer.next_cursor,
        notes=answer.notes or None,
        total=answer.total,
    )


def to_hits(answer: model.SearchAnswer, converter: PositionConverter) -> Iterator[messages.Hit]:
    """Yield the hits of an answer, best first."""
    return (to_hit(hit, converter) for hit in answer.hits)


def to_hit(hit: model.Hit, converter: PositionConverter) -> messages.Hit:
    """Return one hit. It may read the file: on a question thread."""

    def to_range(span: model.Span) -> types.Range:
        return converter.range(hit.path, span, is_ascii=hit.is_ascii)

    return messages.Hit(
        location=converter.location(hit.path, hit.span, is_ascii=hit.is_ascii),
        language=hit.language,
        score=hit.score,
        preview=hit.preview,
        selection_range=to_range(hit.name_span) if hit.name_span else None,
        name=hit.name,
        kind=hit.kind,
        container=hit.container,
        matches=[to_range(span) for span in hit.matches] or None,
        text=hit.text,
        signals=hit.signals or None,
        context=[messages.ContextPiece(piece.kind.value, to_range(piece.span), piece.text) for piece in hit.context]
        or None,
        copies=[converter.location(place.path, place.span, is_ascii=place.is_ascii) for place in hit.copies] or None,
        related=[
            messages.Related(
                relation=one.relation.value,
                location=converter.location(one.place.path, one.place.span, is_ascii=one.place.is_ascii),
                name=one.name,
                kind=one.kind,
                preview=one.preview,
                container=one.container,
            )
            for one in hit.related
        ]
        or None,
        history=_to_telling_commit(hit.history) if hit.history else None,
    )


def _to_telling_commit(commit: model.TellingCommit) -> messages.TellingCommit:
    return messages.TellingCommit(commit.id, model.iso_time(commit.time), commit.subject)


def to_symbol(hit: model.SymbolHit, converter: PositionConverter) -> types.WorkspaceSymbol:
    """Return a definition with a full location: the place of its name."""
    symbol = hit.symbol
    return types.WorkspaceSymbol(
        name=symbol.name,
        kind=types.SymbolKind(symbol.kind),
        container_name=symbol.container or None,
        location=converter.location(hit.path, symbol.name_span, is_ascii=hit.is_ascii),
        tags=_to_tags(symbol),
    )


def to_symbols_result(
    answer: model.SymbolAnswer, converter: PositionConverter, paths: PathMap
) -> messages.SymbolsResult:
    """Return definitions with all known facts about them."""
    hits = [_to_symbol_hit(hit, converter, paths) for hit in answer.hits]
    return messages.SymbolsResult(hits, answer.is_cut, to_status(answer.status, paths), answer.notes or None)


def to_file_symbols(
    path: Path, found: model.FileSymbols, converter: PositionConverter, paths: PathMap
) -> messages.FileSymbolsResult:
    """Return the definitions of a file."""
    definitions = [_to_definition(path, one, converter, is_ascii=False) for one in found.symbols]
    return messages.FileSymbolsResult(definitions, to_status(found.status, paths))


def to_calls(answer: model.CallAnswer, converter: PositionConverter, paths: PathMap) -> messages.CallsResult:
    """Return the calls of a definition."""
    return messages.CallsResult(
        calls=[
            messages.Call(
                relation=call.relation.value,
                location=converter.location(call.place.path, call.place.span, is_ascii=call.place.is_ascii),
                sites=[
                    messages.CallSite(site.line, site.text, paths.to_uri(site.path) if site.path else None)
                    for site in call.sites
                ],
                definitions=call.definitions,
                name=call.name,
                kind=call.kind,
                container=call.container,
            )
            for call in answer.calls
        ],
        others=[_to_symbol_hit(hit, converter, paths) for hit in answer.others],
        truncated=answer.is_cut,
        index=to_status(answer.status, paths),
        definition=_to_symbol_hit(answer.definition, converter, paths) if answer.definition else None,
    )


def to_history(answer: model.HistoryAnswer, paths: PathMap) -> messages.HistoryResult:
    """Return earlier commits."""
    return messages.HistoryResult(
        commits=[
            messages.PastCommit(
                id=commit.id,
                time=commit.made_at,
                subject=commit.subject,
                files=[*map(paths.to_uri, commit.files)],
                files_total=commit.files_total,
                body=commit.body or None,
                score=commit.score,
            )
            for commit in answer.commits
        ],
        truncated=answer.is_cut,
        index=to_status(answer.status, paths),
        notes=answer.notes or None,
    )


def _to_symbol_hit(hit: model.SymbolHit, converter: PositionConverter, paths: PathMap) -> messages.SymbolHit:
    return messages.SymbolHit(
        uri=paths.to_uri(hit.path),
        definition=_to_definition(hit.path, hit.symbol, converter, is_ascii=hit.is_ascii),
        language=hit.language,
        score=hit.score,
    )


def _to_definition(
    path: Path, symbol: model.Symbol, converter: PositionConverter, *, is_ascii: bool
) -> messages.Definition:
    return messages.Definition(
        name=symbol.name,
        kind=symbol.kind,
        range=converter.range(path, symbol.span, is_ascii=is_ascii),
        selection_range=converter.range(path, symbol.name_span, is_ascii=is_ascii),
        container=symbol.container or None,
        visibility=symbol.visibility.value or None,
        is_test=symbol.is_test or None,
        is_declaration=symbol.is_declaration or None,
        is_deprecated=symbol.is_deprecated or None,
    )


def to_document_symbols(
    path: Path, symbols: Sequence[model.Symbol], converter: PositionConverter
) -> list[types.DocumentSymbol]:
    """Return the outline of a document, nested by span: a definition lies in the innermost one that surrounds it."""
    top: list[types.DocumentSymbol] = []
    around: list[tuple[model.Span, list[types.DocumentSymbol]]] = []
    for symbol in sorted(symbols, key=lambda one: (one.span.start, [-end for end in one.span.end])):
        span = _with_name(symbol)
        while around and not around[-1][0].contains(span):
            around.pop()
        children: list[types.DocumentSymbol] = []
        (around[-1][1] if around else top).append(
            types.DocumentSymbol(
                name=symbol.name,
                kind=types.SymbolKind(symbol.kind),
                range=converter.range(path, span, is_ascii=False),
                selection_range=converter.range(path, symbol.name_span, is_ascii=False),
                tags=_to_tags(symbol),
                children=children,
            )
        )
        around.append((span, children))
    return top


def to_symbol_informations(
    path: Path, symbols: Sequence[model.Symbol], converter: PositionConverter
) -> list[types.SymbolInformation]:
    """Return the outline of a document as a list, for clients that show no tree."""
    return [
        types.SymbolInformation(
            name=symbol.name,
            kind=types.SymbolKind(symbol.kind),
            location=converter.location(path, _with_name(symbol), is_ascii=False),
            container_name=symbol.container or None,
            tags=_to_tags(symbol),
        )
        for symbol in symbols
    ]


def _with_name(symbol: model.Symbol) -> model.Span:
    """Return the span of a definition; LSP wants its name inside."""
    span, name = symbol.span, symbol.name_span
    return model.Span(*min(span.start, name.start), *max(span.end, name.end))


def _to_tags(symbol: model.Symbol) -> list[types.SymbolTag] | None:
    return [types.SymbolTag.Deprecated] if symbol.is_deprecated else None


def to_tree(answer: model.TreeAnswer, paths: PathMap) -> messages.DirectoryTreeResult:
    """Return a tree, as text or as nodes."""
    stats = asdict(answer.stats) | {"scan_ms": round(answer.stats.scan_ms, 1), "error": answer.stats.error or None}
    return messages.DirectoryTreeResult(
        truncated=answer.truncated,
        etag=answer.etag,
        stats=messages.TreeStats(**stats),
        text=answer.text,
        roots=None if answer.roots is None else [_to_node(node, paths) for node in answer.roots],
        cut_by=answer.cut_by or None,
        core_files=None
        if answer.core_files is None
        else [messages.CoreFile(paths.to_uri(one.path), one.text, one.truncated) for one in answer.core_files],
        not_modified=answer.not_modified or None,
    )


def _to_node(node: model.TreeNode, paths: PathMap) -> messages.TreeNode:
    return messages.TreeNode(
        name=node.name,
        uri=paths.to_uri(node.path),
        kind=node.kind.value,
        size=node.size,
        children=None if node.children is None else [_to_node(child, paths) for child in node.children],
        omitted=node.omitted or None,
        excluded=node.excluded or None,
        symbols=[messages.TreeSymbol(name=symbol.name, kind=symbol.kind, line=symbol.line) for symbol in node.symbols]
        or None,
        error=node.error or None,
    )


def to_directory(page: model.Page, text: str | None, paths: PathMap) -> messages.ListDirectoryResult:
    """Return one page of a directory; `children` is null where it is none."""
    return messages.ListDirectoryResult(
        children=None
        if page.children is None
        else [
            messages.DirectoryEntry(entry.name, paths.to_uri(entry.path), entry.is_directory, entry.is_symbolic_link)
            for entry in page.children
        ],
        has_next_page=page.has_next,
        has_prev_page=page.has_previous,
        items_remaining=page.remaining,
        text=text,
    )


def to_checks(checks: Sequence[model.Check], paths: PathMap) -> messages.DoctorResult:
    """Return the findings of the examination of an index."""
    return messages.DoctorResult(
        [messages.Check(paths.to_uri(one.root), one.name, one.state.value, one.detail) for one in checks]
    )
