"""`codebase/directoryTree`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, Symbol
from lsp_codebase.server import messages
from lsp_codebase.server.convert import Places
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer
    from lsp_codebase.tree import TreeAnswer, TreeNode, TreeQuery
    from lsp_codebase.workspace import Workspace


async def directory_tree(server: CodebaseServer, params: messages.DirectoryTreeParams) -> messages.DirectoryTreeResult:
    """Draw a directory, or every folder, within the budgets asked for."""
    path = server.places.path(params.uri) if params.uri is not None else None

    def answer(workspace: Workspace, cancel: CancelToken) -> messages.DirectoryTreeResult:
        with uri_field("uri"):
            return _to_wire(workspace.tree(path, _to_query(params), cancel), server.places)

    return await server.session.ask("codebase/directoryTree", answer)


def _to_query(params: messages.DirectoryTreeParams) -> TreeQuery:
    from lsp_codebase.tree import TreeQuery

    return TreeQuery(
        preset=params.preset,
        format=params.format,
        max_depth=params.max_depth,
        max_entries=params.max_entries,
        max_items_per_directory=params.max_items_per_directory,
        max_chars=params.max_chars,
        max_tokens=params.max_tokens,
        respect_gitignore=params.respect_gitignore,
        include_hidden=_or_preset(params.include_hidden),
        exclude=tuple(params.exclude),
        priority=_or_preset(params.priority),
        symbols=params.symbols,
        cut_off_message=params.cut_off_message,
        if_none_match=params.if_none_match,
    )


def _or_preset(globs: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if globs is None else tuple(globs)


def _to_wire(answer: TreeAnswer, places: Places) -> messages.DirectoryTreeResult:
    stats = answer.stats
    return messages.DirectoryTreeResult(
        truncated=answer.truncated,
        etag=answer.etag,
        stats=messages.TreeStats(
            entries=stats.entries,
            files=stats.files,
            directories=stats.directories,
            characters=stats.characters,
            max_depth=stats.max_depth,
            scan_ms=round(stats.scan_ms, 1),
            cached_at=stats.cached_at,
            cache_hits=stats.cache_hits,
            total_scans=stats.total_scans,
            saved_calls=stats.saved_calls,
            error=stats.error or None,
        ),
        text=answer.text,
        roots=None if answer.roots is None else [_node_to_wire(node, places) for node in answer.roots],
        not_modified=answer.not_modified or None,
    )


def _node_to_wire(node: TreeNode, places: Places) -> messages.TreeNode:
    return messages.TreeNode(
        name=node.name,
        uri=places.uri(node.path),
        kind=node.kind.value,
        size=node.size,
        children=None if node.children is None else [_node_to_wire(child, places) for child in node.children],
        omitted=node.omitted or None,
        excluded=node.excluded or None,
        symbols=[_symbol_to_wire(symbol) for symbol in node.symbols] or None,
        error=node.error or None,
    )


def _symbol_to_wire(symbol: Symbol) -> messages.TreeSymbol:
    return messages.TreeSymbol(name=symbol.name, kind=symbol.kind, line=symbol.name_span.start_line)
