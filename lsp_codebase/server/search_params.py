"""The question of the params of a search, whichever request they came with."""

from __future__ import annotations

from lsp_codebase.model import SearchQuery
from lsp_codebase.server import messages
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.uris import PathMap


def to_query(params: messages.HybridSearchParams, paths: PathMap, converter: PositionConverter) -> SearchQuery:
    """Return the question of the params. On a question thread."""
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
