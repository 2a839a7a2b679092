"""The preset `default`: the whole walk counted, the budget spent on what a reader most likely wants."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.model import CancelToken
from lsp_codebase.tree import indented
from lsp_codebase.tree.best_first import BestFirst
from lsp_codebase.tree.budget import Budget, depth_limit
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.globs import Globs
from lsp_codebase.tree.outline import Branch, SymbolsOf
from lsp_codebase.tree.query import TreeQuery
from lsp_codebase.tree.weights import Relevance, Weights

HOW_TO_GO_ON = 'for the rest ask with the "uri" of a folder or a larger "maxChars"'


def render(
    folders: Sequence[Folder],
    query: TreeQuery,
    symbols_of: SymbolsOf | None = None,
    relevance: Relevance | None = None,
    cancel: CancelToken | None = None,
) -> tuple[str, list[Branch], bool]:
    """Return the text, the plan of each folder and whether something was left out.

    Fills the first folder first, but keeps room for the line of each later one.
    """
    budget = Budget.of(query)
    total = len(folders) + sum(folder.entry_count for folder in folders)
    reserve = budget.line(_note(query, total, total))
    roots: list[Branch] = []
    for at, folder in enumerate(folders):
        weights = Weights(folder, Globs(folder.path, query.priority or ()), relevance)
        later = sum(budget.line(indented.root_label(Branch(other))) for other in folders[at + 1 :])
        kept = later + reserve, len(folders) - at - 1
        here = Budget(budget.room - kept[0], budget.entries - kept[1], budget.in_bytes)
        planner = BestFirst(
            here, weights, depth_limit(query), query.max_items_per_directory, symbols_of=symbols_of, cancel=cancel
        )
        root = planner.plan(folder)
        if root is not None:
            roots.append(root)
            budget.room, budget.entries = here.room + kept[0], here.entries + kept[1]
    shown = sum(1 + len(branch.files) for root in roots for _, branch in root.walk())
    text = "".join(line + "\n" for root in roots for line in indented.lines(root))
    if shown < total and roots:
        text += _note(query, shown, total) + "\n"
    return text, roots, shown < total


def _note(query: TreeQuery, shown: int, total: int) -> str:
    if query.cut_off_message is not None:
        return query.cut_off_message
    return f"({shown} of {total} entries shown; {HOW_TO_GO_ON})"
