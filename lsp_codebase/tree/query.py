"""What may be asked of the tree, the constants of each preset, and the ranges of the numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from lsp_codebase import globs
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import bounds
from lsp_codebase.nearest import not_one_of

Preset = Literal["default", "void", "aigne"]
Format = Literal["text", "json"]

# UTF-8 bytes per token: the 10,000 characters = 2,500 tokens of the source systems
BYTES_PER_TOKEN = 4

VOID_CLOSED = frozenset(
    """.git node_modules dist build out bin coverage __pycache__ env venv tmp temp artifacts target obj vendor logs
    cache resource resources""".split()
)
# what tools put next to sources: `default` counts what is inside and opens it only when asked for it
DEFAULT_CLOSED = frozenset(
    """.hg .jj .mypy_cache .nox .pytest_cache .ruff_cache .svn .tox .venv __pycache__ bower_components node_modules
    site-packages""".split()
)
AIGNE_EXCLUDED = tuple(
    "node_modules .git dist build coverage .next .nuxt out __pycache__ venv .venv .turbo .cache".split()
)


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """The parameters of `codebase/directoryTree`; None means what the preset says.

    `include_hidden`, `exclude` and `priority` are globs (see `globs`), the first for names of hidden
    directories ("*": all). `max_tokens` is an estimate of 4 UTF-8 bytes a token.
    """

    preset: Preset = "default"
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
    cut_off_message: str | None = None
    if_none_match: str | None = None

    def resolved(self) -> TreeQuery:
        """Return the query with the constants of its preset filled in; raise `InvalidQuery` on a bad value."""
        _check_choice("preset", self.preset, PRESETS)
        _check_choice("format", self.format, ("text", "json"))
        _check_range("maxDepth", self.max_depth, bounds.TREE_DEPTH)
        _check_range("maxEntries", self.max_entries, bounds.TREE_ENTRIES)
        _check_range("maxItemsPerDirectory", self.max_items_per_directory, bounds.TREE_ITEMS)
        _check_range("maxChars", self.max_chars, bounds.TREE_CHARS)
        _check_range("maxTokens", self.max_tokens, bounds.TREE_TOKENS)
        globs.check("exclude", self.exclude)
        globs.check("includeHidden", self.include_hidden or ())
        globs.check("priority", self.priority or ())
        constants = PRESETS[self.preset]
        max_chars = self.max_chars
        if max_chars is None and self.max_tokens is None:
            max_chars = constants.max_chars
        return replace(
            self,
            max_chars=max_chars,
            max_entries=self.max_entries or constants.max_entries,
            include_hidden=constants.include_hidden if self.include_hidden is None else self.include_hidden,
            priority=constants.priority if self.priority is None else self.priority,
        )


PRESETS: dict[str, TreeQuery] = {
    "default": TreeQuery("default", max_chars=10_000, include_hidden=("*",), priority=()),
    "void": TreeQuery("void", max_chars=20_000, max_entries=1_000, include_hidden=(), priority=()),
    "aigne": TreeQuery(
        "aigne",
        max_chars=10_000,
        include_hidden=(".github", ".aigne"),
        priority=("src", "docs", "examples", "packages"),
    ),
}


def _check_range(field: str, value: int | None, allowed: bounds.Bounds) -> None:
    if value is not None:
        allowed.check(field, value)


def _check_choice(field: str, value: str, choices: Collection[str]) -> None:
    if value not in choices:
        raise InvalidQuery(field, not_one_of(value, choices))
