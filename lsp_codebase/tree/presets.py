"""The ways to draw a tree: one row each. A new one is a row here and a module that draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lsp_codebase.errors import check_all
from lsp_codebase.globs import compiled
from lsp_codebase.model import TreePreset, TreeQuery
from lsp_codebase.tree import aigne, default, void
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.folder import FindClosed
from lsp_codebase.tree.query import BUDGETS, LIMITS, check_choice, check_query


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to draw a tree, and its defaults for the fields that a query leaves open.

    A walk leaves out the directories that `excluded` names, and hidden ones but those of `include_hidden`. With
    `closed`, which is made for these, it lists the directories that this finds instead, and does not enter them. An
    answer counts as truncated where one of `truncated_by` left something out.
    """

    draw: Callable[[Drawing], Drawn]
    max_chars: int
    include_hidden: tuple[str, ...]
    max_entries: int | None = None
    priority: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    closed: Callable[[Sequence[str]], FindClosed] | None = None
    truncated_by: frozenset[str] = frozenset(BUDGETS)

    def left_out(self, query: TreeQuery) -> tuple[str, ...]:
        """Return the globs of paths that a walk leaves out: the preset's, hidden directories, those of the query."""
        own = [f"{name}/" for name in self.excluded]
        shown_hidden = query.include_hidden or ()
        if self.closed is None and "*" not in shown_hidden:
            own += [".*/", *(f"!{name.rstrip('/')}/" for name in shown_hidden)]
        return (*own, *query.exclude)

    def lists_git(self, query: TreeQuery) -> bool:
        """Whether `.git` is listed, which no walk enters."""
        return self.closed is not None and not compiled(query.exclude).has(".git", is_directory=True)

    def find_closed(self, query: TreeQuery) -> FindClosed | None:
        """Return the function that finds the directories which a walk lists and does not enter."""
        return self.closed and self.closed(query.include_hidden or ())


PRESETS: Mapping[TreePreset, Preset] = {
    "default": Preset(default.draw, 10_000, include_hidden=("*",)),
    "void": Preset(
        void.draw,
        20_000,
        include_hidden=(),
        max_entries=1_000,
        closed=void.closed_names,
        truncated_by=frozenset((*BUDGETS, *LIMITS)),
    ),
    "aigne": Preset(
        aigne.draw,
        10_000,
        include_hidden=(".github", ".aigne"),
        priority=("src", "docs", "examples", "packages"),
        excluded=aigne.EXCLUDED,
    ),
}


def resolve(query: TreeQuery) -> tuple[Preset, TreeQuery]:
    """Return the preset of a query, and the query with its defaults filled in.

    Raises:
        InvalidQuery: on a bad value.
    """
    check_all(partial(check_choice, "preset", query.preset, PRESETS), partial(check_query, query))
    preset = PRESETS[query.preset]
    is_unbounded = query.max_chars is None and query.max_tokens is None
    return preset, replace(
        query,
        max_chars=preset.max_chars if is_unbounded else query.max_chars,
        max_entries=query.max_entries or preset.max_entries,
        include_hidden=preset.include_hidden if query.include_hidden is None else query.include_hidden,
        priority=preset.priority if query.priority is None else query.priority,
    )
