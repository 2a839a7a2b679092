"""`codebase/hybridSearch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, SearchAnswer, SearchQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.partial_results import deliver
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_hits, to_search_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def hybrid_search(client: Client, params: messages.HybridSearchParams) -> messages.HybridSearchResult:
    """Search code by names, words and meaning."""

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = client.converter(workspace)
        found = find(workspace, params, client.paths, converter, cancel)
        hits = deliver(
            client.connection,
            params.partial_result_token,
            to_hits(found, converter),
            cancel,
            messages.HybridSearchPart,
        )
        return to_search_result(found, hits, client.paths)

    return await client.session.ask("codebase/hybridSearch", answer)


def find(
    answers: Answers,
    params: messages.HybridSearchParams,
    paths: PathMap,
    converter: PositionConverter,
    cancel: CancelToken,
) -> SearchAnswer:
    """Search as the params say. On a question thread."""
    query = to_query(params, paths, converter)
    with uri_field("folder"):
        return answers.search(query, cancel)


def to_query(params: messages.HybridSearchParams, paths: PathMap, converter: PositionConverter) -> SearchQuery:
    """Return the question that the params ask. On a question thread."""
    folder = paths.to_folder(params.folder)
    document = params.text_document
    active = paths.to_document(document.uri, "textDocument.uri") if document is not None else None
    documents = (paths.to_document(uri, "openDocuments") for uri in params.open_documents)
    open_paths = tuple(path for path in documents if path is not None)
    return SearchQuery(
        text=params.query,
        limit=params.limit,
        cursor=params.cursor,
        mode=params.mode,
        weights=(params.weights.lexical, params.weights.vector) if params.weights is not None else None,
        languages=tuple(params.languages),
        exclude_languages=tuple(params.exclude_languages),
        source_code_only=params.source_code_only,
        exclude_roles=tuple(params.exclude_roles),
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
        effort=params.effort,
    )
