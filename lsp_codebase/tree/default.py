"""The preset `default`: the whole walk counted, the budget spent on what a reader most likely wants."""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.tree import indented
from lsp_codebase.tree.best_first import BestFirst, names_fit
from lsp_codebase.tree.budget import Budget, depth_limit
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.globs import FolderGlobs
from lsp_codebase.tree.outline import Branch
from lsp_codebase.tree.query import TreeQuery
from lsp_codebase.tree.weights import Weights

HOW_TO_GO_ON = 'for the rest ask with the "uri" of a folder or a larger "maxChars"'
CUT = "…"
"""Says that something is left out where there is no room to say more."""


def draw(drawing: Drawing) -> Drawn:
    """Draw folders.

    Fills the first folder first, but keeps room for the line of each later one. What is left out is noted in as many
    words as leave room for a folder.
    """
    folders, query = drawing.folders, drawing.query
    budget = Budget.of(query)
    total = len(folders) + sum(folder.entry_count for folder in folders)

    def plan(note: str) -> tuple[list[Branch], int]:
        here = Budget(budget.room - (budget.line(note) if note else 0), budget.entries, budget.in_bytes)
        roots = _plan(drawing, here)
        return roots, sum(1 + len(branch.files) for root in roots for _, branch in root.walk())

    if all(names_fit(folder, budget.room) for folder in folders):
        roots, shown = plan("")
        if shown == total:
            return _text(roots), roots, False
    for note in _notes(query, total, total):
        roots, shown = plan(note)
        if roots:
            break
    text = _text(roots)
    if shown < total and roots:
        room = budget.room - budget.measure(text)
        text += next(note for note in _notes(query, shown, total) if budget.line(note) <= room) + "\n"
    return text, roots, shown < total


def _plan(drawing: Drawing, budget: Budget) -> list[Branch]:
    folders, query = drawing.folders, drawing.query
    roots: list[Branch] = []
    for at, folder in enumerate(folders):
        weights = Weights(folder, FolderGlobs(folder.path, query.priority or ()), drawing.relevance)
        kept = sum(budget.line(indented.root_label(Branch(other))) for other in folders[at + 1 :])
        kept_entries = len(folders) - at - 1
        here = Budget(budget.room - kept, budget.entries - kept_entries, budget.in_bytes)
        planner = BestFirst(
            here,
            weights,
            depth_limit(query),
            query.max_items_per_directory,
            symbols_of=drawing.symbols_of,
            cancel=drawing.cancel,
        )
        root = planner.plan(folder)
        if root is not None:
            roots.append(root)
            budget.room, budget.entries = here.room + kept, here.entries + kept_entries
    return roots


def _text(roots: Sequence[Branch]) -> str:
    return "".join(line + "\n" for root in roots for line in indented.lines(root))


def _notes(query: TreeQuery, shown: int, total: int) -> tuple[str, ...]:
    """Return what may be said of what is left out, in ever fewer words."""
    if query.cut_off_message is not None:
        return query.cut_off_message, CUT
    count = f"{shown} of {total} entries shown"
    return f"({count}; {HOW_TO_GO_ON})", f"({count})", CUT
