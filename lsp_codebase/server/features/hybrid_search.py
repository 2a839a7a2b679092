"""`codebase/hybridSearch`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, SearchAnswer, SearchQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.partial_results import EarlyParts, deliver
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.search_params import to_query
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_hit, to_hits, to_search_result
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Searching")
async def hybrid_search(client: Client, params: messages.HybridSearchParams) -> messages.HybridSearchResult:
    """Search code by names, words and meaning."""

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.HybridSearchResult:
        converter, token = client.converter(workspace), params.partial_result_token
        with EarlyParts(client.connection, token, cancel, messages.HybridSearchPart) as early:
            on_hit = None if token is None else lambda hit: early.add(to_hit(hit, converter))
            search = partial(workspace.search, on_hit=on_hit)
            found = find(search, params, client.paths, converter, cancel)
        left = islice(to_hits(found, converter), early.given, None)
        hits = deliver(client.connection, token, left, cancel, messages.HybridSearchPart)
        return to_search_result(found, hits, client.paths)

    return await client.session.ask("codebase/hybridSearch", answer)


def find(
    search: Callable[[SearchQuery, CancelToken], SearchAnswer],
    params: messages.HybridSearchParams,
    paths: PathMap,
    converter: PositionConverter,
    cancel: CancelToken,
) -> SearchAnswer:
    """Search as the params say. On a question thread."""
    query = to_query(params, paths, converter)
    with uri_field("folder"):
        return search(query, cancel)
