"""`codebase/directoryTree`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsp_codebase.model import CancelToken, TreeQuery
from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_tree
from lsp_codebase.server.work_done import reporting

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers


@reporting("Drawing a tree")
async def directory_tree(client: Client, params: messages.DirectoryTreeParams) -> messages.DirectoryTreeResult:
    """Draw a directory, or every folder, within the budgets asked for."""
    return await client.session.ask(
        "codebase/directoryTree", lambda workspace, cancel: draw(workspace, params, client.paths, cancel)
    )


def draw(
    answers: Answers, params: messages.DirectoryTreeParams, paths: PathMap, cancel: CancelToken
) -> messages.DirectoryTreeResult:
    """Draw as the params say. On a question thread."""
    path = paths.to_path(params.uri) if params.uri is not None else None
    with uri_field("uri"):
        return to_tree(answers.tree(path, _to_query(params), cancel), paths)


def _to_query(params: messages.DirectoryTreeParams) -> TreeQuery:
    """Return the question of the params."""
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
        languages=tuple(params.languages),
        min_bytes=params.min_bytes,
        max_bytes=params.max_bytes,
        core_files=_core_chars(params.core_files),
        cut_off_message=params.cut_off_message,
        if_none_match=params.if_none_match,
    )


def _or_preset(globs: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if globs is None else tuple(globs)


def _core_chars(wanted: bool | messages.CoreFiles) -> int | None:
    options = messages.CoreFiles() if wanted is True else wanted
    return options.max_chars if isinstance(options, messages.CoreFiles) else None
