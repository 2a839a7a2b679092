"""The preset `default`: the whole walk counted, the budget spent on the likely wishes of a reader."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet

from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import indented
from lsp_codebase.tree.best_first import BestFirst, names_fit
from lsp_codebase.tree.budget import ANY_ENTRIES, Budget, depth_limit, parameter_cutting
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.globs import FolderGlobs
from lsp_codebase.tree.outline import Branch
from lsp_codebase.tree.query import BUDGETS, LIMITS
from lsp_codebase.tree.weights import Weights, stays_closed

_MORE_ROOM = 1 << 16
"""Extra room, to see whether more would be shown: other parameters leave out few lines."""
CUT = "…"
"""Says that something is left out where there is no room to say more."""


def how_to_go_on(cut_by: Collection[str]) -> str:
    """Return the advice to a reader who wants more than the parameters `cut_by` let through."""
    larger = " and ".join(f'"{name}"' for name in (*BUDGETS, *LIMITS) if name in cut_by)
    return f'for the rest ask with the "uri" of a folder or a larger {larger}'


def draw(drawing: Drawing) -> Drawn:
    """Draw folders.

    Fills the first folder first, but keeps room for the line of each later one. A note says what is left out, in as
    many words as leave room for a folder. Folders that are never opened need none: their lines say how much they hold.
    """
    budget = Budget.of(drawing.query)

    def plan(note: str | None) -> tuple[list[Branch], AbstractSet[str]]:
        here = Budget(budget.room - (0 if note is None else budget.line(note)), budget.entries, budget.in_bytes)
        roots = _plan(drawing, here)
        cut_by = _cut_by(drawing, roots, here)
        if cut_by and cut_by.isdisjoint(BUDGETS):
            ample = Budget(budget.room + _MORE_ROOM, ANY_ENTRIES, budget.in_bytes)
            if _text(_plan(drawing, ample)) != _text(roots):
                cut_by = {*cut_by, parameter_cutting(drawing.query, here)}
        return roots, cut_by

    depth = depth_limit(drawing.query)
    if all(names_fit(folder, budget.room, depth) for folder in drawing.folders):
        roots, cut_by = plan(None)
        text = _text(roots)
        if not cut_by:
            return Drawn(text, roots)
        note = _notes(drawing, roots, cut_by)[0]
        if cut_by.isdisjoint(BUDGETS) and budget.line(note) <= budget.room - budget.measure(text):
            return Drawn(f"{text}{note}\n", roots, cut_by)
    for note in _notes(drawing, None, _given(drawing.query)):
        roots, cut_by = plan(note)
        if roots:
            break
    text = _text(roots)
    if cut_by and roots:
        room = budget.room - budget.measure(text)
        text += next(note for note in _notes(drawing, roots, cut_by) if budget.line(note) <= room) + "\n"
    return Drawn(text, roots, cut_by)


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
        budget.lacks_entries |= here.lacks_entries
        if root is not None:
            roots.append(root)
            budget.room, budget.entries = here.room + kept, here.entries + kept_entries
    return roots


def _cut_by(drawing: Drawing, roots: Sequence[Branch], budget: Budget) -> AbstractSet[str]:
    """Return the parameters for which the plan is not all of the folders, given its rest of the budget."""
    cut_by = {parameter_cutting(drawing.query, budget)} if len(roots) < len(drawing.folders) else set[str]()
    for root in roots:
        priority = FolderGlobs(root.folder.path, drawing.query.priority or ())
        for depth, branch in root.walk():
            if not (depth and stays_closed(branch.folder, priority)):
                cut_by.update(_cut_at(branch, depth, drawing.query, budget))
    return cut_by


def _cut_at(branch: Branch, depth: int, query: TreeQuery, budget: Budget) -> Iterator[str]:
    """Yield the parameters for which something directly in a directory has no line of its own."""
    size = branch.folder.own_files + len(branch.folder.folders)
    lines = len(branch.branches) + len(branch.files)
    if lines == size:
        return
    most = query.max_items_per_directory
    if depth >= depth_limit(query):
        yield "maxDepth"
    elif most is None or not depth or size <= most:
        yield parameter_cutting(query, budget)
    else:
        yield "maxItemsPerDirectory"


def _given(query: TreeQuery) -> AbstractSet[str]:
    """Return the parameters that are likely to cut: those for which room is kept to name them."""
    budget = Budget.of(query)
    budget.lacks_entries = query.max_entries is not None
    limits = {"maxItemsPerDirectory": query.max_items_per_directory, "maxDepth": query.max_depth}
    return {parameter_cutting(query, budget), *(name for name, given in limits.items() if given is not None)}


def _text(roots: Sequence[Branch]) -> str:
    return "".join(line + "\n" for root in roots for line in indented.lines(root))


def _notes(drawing: Drawing, roots: Sequence[Branch] | None, cut_by: AbstractSet[str]) -> tuple[str, ...]:
    """Return the notes on what is left out, in ever fewer words; the longest of them where no plan is made."""
    if drawing.query.cut_off_message is not None:
        return drawing.query.cut_off_message, CUT
    total = sum(folder.entry_count for folder in drawing.folders)
    shown = total
    if roots is not None:
        shown = sum(bool(depth) + len(branch.files) for root in roots for depth, branch in root.walk())
    count = f"{shown} of {total} entries shown"
    return f"({count}; {how_to_go_on(cut_by)})", f"({count})", CUT
