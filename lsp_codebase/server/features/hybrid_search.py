"""`codebase/hybridSearch`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.partial_results import deliver
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.wire import to_hits, to_search_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def hybrid_search(client: Client, params: messages.HybridSearchParams) -> messages.HybridSearchResult:
    """Search code by names, words and meaning."""
    folder = client.paths.to_folder(params.folder)
    document = params.text_document
    active = client.paths.to_document(document.uri, "textDocument.uri") if document is not None else None
    documents = (client.paths.to_document(uri, "openDocuments") for uri in params.open_documents)
    open_paths = tuple(path for path in documents if path is not None)

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = client.converter(workspace)
        query = _to_query(params, folder, active, open_paths, converter)
        with uri_field("folder"):
            found = workspace.search(query, cancel)
        hits = deliver(
            client.connection,
            params.partial_result_token,
            to_hits(found, converter),
            cancel,
            messages.HybridSearchPart,
        )
        return to_search_result(found, hits, client.paths)

    return await client.session.ask("codebase/hybridSearch", answer)


def _to_query(
    params: messages.HybridSearchParams,
    folder: Path | None,
    active: Path | None,
    open_paths: tuple[Path, ...],
    converter: PositionConverter,
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
        case_sensitive=params.case_sensitive,
        whole_word=params.whole_word,
        folder=folder,
        active_path=active,
        active_position=converter.position(active, params.position) if active and params.position else None,
        open_paths=open_paths,
        max_chars=params.max_chars,
        pack=params.pack,
        explain=params.explain,
    )
