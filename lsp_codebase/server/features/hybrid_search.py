"""`codebase/hybridSearch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, SearchAnswer
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.partial_results import deliver
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.search_params import to_query
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
