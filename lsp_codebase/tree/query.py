"""The checks of a query of the tree, and the ranges of its numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from lsp_codebase import globs
from lsp_codebase.errors import InvalidQuery, check_all
from lsp_codebase.model import TreeQuery, bounds
from lsp_codebase.nearest import not_one_of

BUDGETS = ("maxChars", "maxTokens", "maxEntries")
"""Parameters of which a larger one shows more of a tree that was too large."""
LIMITS = ("maxItemsPerDirectory", "maxDepth")
"""Parameters that say how much of a tree is wanted at all."""


def check_query(query: TreeQuery) -> None:
    """Raise `InvalidQuery` on a value that no preset takes."""
    check_all(
        partial(check_choice, "format", query.format, ("text", "json")),
        partial(_check_range, "maxDepth", query.max_depth, bounds.TREE_DEPTH),
        partial(_check_range, "maxEntries", query.max_entries, bounds.TREE_ENTRIES),
        partial(_check_range, "maxItemsPerDirectory", query.max_items_per_directory, bounds.TREE_ITEMS),
        partial(_check_range, "maxChars", query.max_chars, bounds.TREE_CHARS),
        partial(_check_range, "maxTokens", query.max_tokens, bounds.TREE_TOKENS),
        partial(_check_range, "coreFiles.maxChars", query.core_files, bounds.FILE_CHARS),
        partial(globs.check, "exclude", query.exclude),
        partial(globs.check, "includeHidden", query.include_hidden or ()),
        partial(globs.check, "priority", query.priority or ()),
    )


def check_files_query(max_results: int, include: Sequence[str], exclude: Sequence[str]) -> None:
    """Raise `InvalidQuery` on values that no list of files takes."""
    check_all(
        partial(bounds.FILES.check, "maxResults", max_results),
        partial(globs.check, "include", include),
        partial(globs.check_some_match, "include", include, instead="exclude"),
        partial(globs.check, "exclude", exclude),
    )


def _check_range(field: str, value: int | None, allowed: bounds.Bounds) -> None:
    if value is not None:
        allowed.check(field, value)


def check_choice(field: str, value: str, choices: Collection[str]) -> None:
    """Raise `InvalidQuery` unless `value` is one of the choices."""
    if value not in choices:
        raise InvalidQuery(field, not_one_of(value, choices))
