"""Questions as params of requests. A field that is left out has its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsp_codebase.model import (
    CallQuery,
    DefinitionQuery,
    FilesQuery,
    HistoryQuery,
    SearchQuery,
    SimilarQuery,
    Span,
    TreeQuery,
)
from lsp_codebase.uris import to_uri

Params = dict[str, Any]


def search_params(query: SearchQuery) -> Params:
    """Return the params of `codebase/hybridSearch`. The host reads `narrowing` from the text anew."""
    return given(
        query=query.text,
        limit=query.limit,
        cursor=query.cursor,
        mode=query.mode.value,
        weights=query.weights and {"lexical": query.weights[0], "vector": query.weights[1]},
        languages=query.languages,
        excludeLanguages=query.exclude_languages,
        sourceCodeOnly=query.source_code_only,
        excludeRoles=query.exclude_roles,
        include=query.include,
        exclude=query.exclude,
        kinds=query.kinds,
        caseSensitive=query.case_sensitive,
        wholeWord=query.whole_word,
        folder=uri(query.folder),
        textDocument=document(query.active_path),
        position=query.active_position and position(*query.active_position),
        openDocuments=[*map(uri, query.open_paths)],
        maxChars=query.max_chars,
        pack=query.pack.value,
        explain=query.explain,
        effort=query.effort.value,
    )


def similar_params(query: SimilarQuery) -> Params:
    """Return the params of `codebase/similar`."""
    return {"textDocument": document(query.path), "range": range_of(query.span), "limit": query.limit}


def definitions_params(query: DefinitionQuery | CallQuery) -> Params:
    """Return the params of `codebase/definitions`; with a relation, those of `codebase/calls`."""
    return given(name=query.name, uri=uri(query.path), line=query.line, limit=query.limit)


def history_params(query: HistoryQuery) -> Params:
    """Return the params of `codebase/history`; a folder is named like a file."""
    return given(
        query=query.text,
        textDocument=document(query.path),
        range=query.span and range_of(query.span),
        since=query.since,
        limit=query.limit,
    )


def tree_params(path: Path | None, query: TreeQuery) -> Params:
    """Return the params of `codebase/directoryTree`."""
    return given(
        uri=uri(path),
        preset=query.preset,
        format=query.format,
        maxDepth=query.max_depth,
        maxEntries=query.max_entries,
        maxItemsPerDirectory=query.max_items_per_directory,
        maxChars=query.max_chars,
        maxTokens=query.max_tokens,
        respectGitignore=query.respect_gitignore,
        includeHidden=query.include_hidden,
        exclude=query.exclude,
        priority=query.priority,
        symbols=query.symbols,
        languages=query.languages,
        minBytes=query.min_bytes,
        maxBytes=query.max_bytes,
        coreFiles=None if query.core_files is None else {"maxChars": query.core_files},
        cutOffMessage=query.cut_off_message,
        ifNoneMatch=query.if_none_match,
    )


def files_params(path: Path | None, query: FilesQuery) -> Params:
    """Return the params of `codebase/listFiles`."""
    return given(
        uri=uri(path),
        maxResults=query.max_results,
        preset=query.preset,
        languages=query.languages,
        include=query.include,
        exclude=query.exclude,
        minBytes=query.min_bytes,
        maxBytes=query.max_bytes,
    )


def given(**fields: object) -> Params:
    """Return the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def uri(path: Path | None) -> str | None:
    """Return the URI of a path, if there is one."""
    return None if path is None else to_uri(path.absolute())


def document(path: Path | None) -> Params | None:
    """Return the identifier of a document, if there is one."""
    return None if path is None else {"uri": uri(path)}


def position(line: int, column: int) -> Params:
    """Return a position."""
    return {"line": line, "character": column}


def range_of(span: Span) -> Params:
    """Return a range."""
    return {"start": position(*span.start), "end": position(*span.end)}
