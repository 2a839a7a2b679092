"""`codebase/hybridSearch`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, Hit, SearchAnswer, SearchQuery
from lsp_codebase.server import messages
from lsp_codebase.server.convert import Converter
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.features.status import to_wire as status_to_wire

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.workspace import Workspace


async def hybrid_search(server: CodebaseServer, params: messages.HybridSearchParams) -> messages.HybridSearchResult:
    """Search code by names, words and meaning."""
    encoding = server.encoding
    folder = server.places.path(params.folder, "folder") if params.folder is not None else None
    active = (
        server.places.path(params.text_document.uri, "textDocument.uri") if params.text_document is not None else None
    )
    open_paths = tuple(server.places.paths(params.open_documents))

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = Converter(encoding, server.places, workspace.lines)
        query = _to_query(params, folder, active, open_paths, converter)
        with uri_field("folder"):
            found = workspace.search(query, cancel)
        return _to_wire(found, status_to_wire(found.status, server.places), converter)

    return await server.session.ask(answer)


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


def _to_wire(answer: SearchAnswer, status: messages.IndexStatus, converter: Converter) -> messages.HybridSearchResult:
    return messages.HybridSearchResult(
        hits=_hits_to_wire(answer.hits, converter),
        mode=answer.mode.value,
        truncated=answer.truncated,
        index=status,
        took_ms=round(answer.took_ms, 1),
        next_cursor=answer.next_cursor,
    )


def _hits_to_wire(hits: Sequence[Hit], converter: Converter) -> Sequence[messages.Hit]:
    return [
        messages.Hit(
            location=converter.location(hit.path, hit.span, is_ascii=hit.is_ascii),
            language=hit.language,
            score=hit.score,
            preview=hit.preview,
            selection_range=hit.name_span and converter.range(hit.path, hit.name_span, is_ascii=hit.is_ascii),
            name=hit.name,
            kind=hit.kind,
            container=hit.container,
            text=hit.text,
            signals=hit.signals or None,
        )
        for hit in hits
    ]
