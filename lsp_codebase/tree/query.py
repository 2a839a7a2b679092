"""What may be asked of the tree, and the ranges of the numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from lsp_codebase import globs
from lsp_codebase.errors import InvalidQuery, check_all
from lsp_codebase.model import bounds
from lsp_codebase.nearest import not_one_of

Format = Literal["text", "json"]

BUDGETS = ("maxChars", "maxTokens", "maxEntries")
"""Parameters of which a larger one shows more of a tree that was too large."""
LIMITS = ("maxItemsPerDirectory", "maxDepth")
"""Parameters that say how much of a tree is wanted at all."""

# UTF-8 bytes per token: the 10,000 characters = 2,500 tokens of the source systems
BYTES_PER_TOKEN = 4

# what tools put next to sources: `default` counts what is inside and opens it only when asked for it
DEFAULT_CLOSED = frozenset(
    """.hg .jj .mypy_cache .nox .pytest_cache .ruff_cache .svn .tox .venv __pycache__ bower_components node_modules
    site-packages""".split()
)


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """The parameters of `codebase/directoryTree`; None means what the preset says.

    `include_hidden`, `exclude` and `priority` are globs (see `globs`), the first for names of hidden
    directories ("*": all). `max_tokens` is an estimate of 4 UTF-8 bytes a token. `languages` and the sizes, in bytes,
    say which files are looked at. `core_files` asks for the texts of the core files, of at most so many characters.
    """

    preset: str = "default"
    format: Format = "text"
    max_depth: int | None = None
    max_entries: int | None = None
    max_items_per_directory: int | None = None
    max_chars: int | None = None
    max_tokens: int | None = None
    respect_gitignore: bool = True
    include_hidden: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    priority: tuple[str, ...] | None = None
    symbols: bool = False
    languages: tuple[str, ...] = ()
    min_bytes: int | None = None
    max_bytes: int | None = None
    core_files: int | None = None
    cut_off_message: str | None = None
    if_none_match: str | None = None

    def check(self) -> None:
        """Raise `InvalidQuery` on a value that no preset takes."""
        check_all(
            partial(check_choice, "format", self.format, ("text", "json")),
            partial(_check_range, "maxDepth", self.max_depth, bounds.TREE_DEPTH),
            partial(_check_range, "maxEntries", self.max_entries, bounds.TREE_ENTRIES),
            partial(_check_range, "maxItemsPerDirectory", self.max_items_per_directory, bounds.TREE_ITEMS),
            partial(_check_range, "maxChars", self.max_chars, bounds.TREE_CHARS),
            partial(_check_range, "maxTokens", self.max_tokens, bounds.TREE_TOKENS),
            partial(_check_range, "coreFiles.maxChars", self.core_files, bounds.FILE_CHARS),
            partial(globs.check, "exclude", self.exclude),
            partial(globs.check, "includeHidden", self.include_hidden or ()),
            partial(globs.check, "priority", self.priority or ()),
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
