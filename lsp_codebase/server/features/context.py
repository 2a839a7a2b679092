"""`codebase/context`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsp_codebase.context import ChosenPlace, of_places, of_search, path_namer, search_for, tokens_of
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, bounds
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import fields_of, uri_field
from lsp_codebase.server.search_params import to_query
from lsp_codebase.server.wire import to_status
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


@reporting("Collecting code")
async def context(client: Client, params: messages.ContextParams) -> messages.ContextResult:
    """Write a document of code for a model: about a question, or of places."""
    if (params.search is None) == (not params.places):
        raise InvalidQuery("places", "give either places or a search")
    bounds.CONTEXT_TOKENS.check("maxTokens", params.max_tokens)
    if params.places:
        bounds.CONTEXT_PLACES.check("places", len(params.places))
    made = _of_places if params.search is None else _of_search
    return await client.session.ask("codebase/context", partial(made, client, params))


def _of_search(
    client: Client, params: messages.ContextParams, workspace: Workspace, cancel: CancelToken
) -> messages.ContextResult:
    assert params.search is not None
    with fields_of("search"):
        query = to_query(params.search, client.paths, client.converter(workspace))
        with uri_field("folder"):
            found = workspace.search(search_for(query, params.max_tokens), cancel)
    index, notes = to_status(found.status, client.paths), [*found.notes] or None
    if not found.hits:
        return messages.ContextResult("", 0, 0, truncated=False, notes=notes, index=index)
    page = of_search(found, query.text, params.max_tokens, path_namer(workspace.roots))
    return messages.ContextResult(page.text, tokens_of(page.text), page.places, page.is_cut, notes, index)


def _of_places(
    client: Client, params: messages.ContextParams, workspace: Workspace, cancel: CancelToken
) -> messages.ContextResult:
    converter = client.converter(workspace)
    places = []
    for number, place in enumerate(params.places):
        field = f"places[{number}].uri"
        path = client.paths.to_path(place.uri, field)
        span = converter.span(path, place.range) if place.range is not None else None
        places.append(ChosenPlace(path, span, partial(uri_field, field)))
    page = of_places(workspace, places, params.max_tokens, path_namer(workspace.roots), cancel)
    return messages.ContextResult(page.text, tokens_of(page.text), page.places, page.is_cut)
