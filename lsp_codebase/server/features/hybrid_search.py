"""`codebase/hybridSearch`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol.types import Range

from lsp_codebase.model import CancelToken, Hit, SearchAnswer, SearchQuery, Span
from lsp_codebase.server import messages
from lsp_codebase.server.convert import Converter
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.features.status import to_wire as status_to_wire
from lsp_codebase.server.partial_results import deliver

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.workspace import Workspace


async def hybrid_search(server: CodebaseServer, params: messages.HybridSearchParams) -> messages.HybridSearchResult:
    """Search code by names, words and meaning."""
    encoding = server.encoding
    folder = server.places.path(params.folder, "folder") if params.folder is not None else None
    document = params.text_document
    active = server.places.document(document.uri, "textDocument.uri") if document is not None else None
    open_paths = tuple(server.places.paths(params.open_documents))

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = Converter(encoding, server.places, workspace.lines)
        query = _to_query(params, folder, active, open_paths, converter)
        with uri_field("folder"):
            found = workspace.search(query, cancel)
        hits = deliver(server, params.partial_result_token, _hits(found, converter), cancel, messages.HybridSearchPart)
        return _result(found, hits, status_to_wire(found.status, server.places))

    return await server.session.ask("codebase/hybridSearch", answer)


def _to_query(
    params: messages.HybridSearchParams,
    folder: Path | None,
    active: Path | None,
    open_paths: tuple[Path, ...],
    converter: Converter,
) -> SearchQuery:
    return SearchQuery(
        text=params.query,
        limit=params.limit,
        cursor=params.cursor,
        mode=params.mode,
        weights=(params.weights.lexical, params.weights.vector) if params.weights is not None else None,
        languages=tuple(params.languages),
        exclude_languages=tuple(params.exclude_languages),
        source_code_only=params.source_code_only,
        include=tuple(params.include),
        exclude=tuple(params.exclude),
        kinds=tuple(params.kinds),
        folder=folder,
        active_path=active,
        active_position=converter.position(active, params.position) if active and params.position else None,
        open_paths=open_paths,
        max_chars=params.max_chars,
        pack=params.pack,
        explain=params.explain,
    )


def to_wire(answer: SearchAnswer, status: messages.IndexStatus, converter: Converter) -> messages.HybridSearchResult:
    """Return an answer as the wire shows it."""
    return _result(answer, list(_hits(answer, converter)), status)


def _result(
    answer: SearchAnswer, hits: Sequence[messages.Hit], status: messages.IndexStatus
) -> messages.HybridSearchResult:
    return messages.HybridSearchResult(
        hits=hits,
        mode=answer.mode.value,
        truncated=answer.truncated,
        index=status,
        took_ms=round(answer.took_ms, 1),
        next_cursor=answer.next_cursor,
    )


def _hits(answer: SearchAnswer, converter: Converter) -> Iterator[messages.Hit]:
    return (_hit_to_wire(hit, converter) for hit in answer.hits)


def _hit_to_wire(hit: Hit, converter: Converter) -> messages.Hit:
    def to_range(span: Span) -> Range:
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
    )
