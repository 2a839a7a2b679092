"""The preset `void`: the tree as the Void editor draws it for a model, in its own words and glyphs.

Every folder of the root gets a line; hidden ones, dependencies and build outputs are named and not entered. A
project that fits is drawn whole. A larger one gets three levels, with three entries a folder below the first,
and a sentence at the end says that it was cut off.

After `DirectoryStrService` of that editor. Done differently where it fails: a root called `build` is shown, the first
level is whole however long the rest, nothing exceeds the budget (headers and sentences included), and the last line of
a directory always has the elbow.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

from lsp_codebase.globs import compiled
from lsp_codebase.tree import glyphs
from lsp_codebase.tree.budget import Budget, depth_limit, parameter_cutting
from lsp_codebase.tree.depth_first import DepthFirst
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.folder import FindClosed, Folder
from lsp_codebase.tree.outline import Branch
from lsp_codebase.tree.quoting import shown

DEFAULT_MAX_DEPTH = 3
DEFAULT_MAX_ITEMS_PER_DIR = 3
TOOL_TAIL = "\n...Result was truncated..."
WORKSPACE_TAIL = "...Directories string cut off, use tools to read more..."
# a glyph, a name of one character and the end of the line
_LEAST_LINE = len(glyphs.TEE) + 2
_CLOSED = frozenset(
    """.git node_modules dist build out bin coverage __pycache__ env venv tmp temp artifacts target obj vendor logs
    cache resource resources""".split()
)
_CLOSED_WORDS = re.compile(r"\b(?:out|build)\b")


def closed_names(include_hidden: Sequence[str]) -> FindClosed:
    """Return the function that finds, among names of directories, those that are listed and not entered."""

    shown_hidden = compiled(tuple(include_hidden))

    def is_closed(name: str) -> bool:
        if name.startswith("."):
            return not shown_hidden.has(name, is_directory=True)
        return name in _CLOSED or _CLOSED_WORDS.search(name) is not None

    def closed(names: Sequence[str]) -> Collection[str]:
        joined = "/" + "/".join(names)
        if "/." in joined or _CLOSED_WORDS.search(joined) or not _CLOSED.isdisjoint(names):
            return {name for name in names if is_closed(name)}
        return ()

    return closed


def draw(drawing: Drawing) -> Drawn:
    """Draw folders; the first one is filled first."""
    query = drawing.query
    message = query.cut_off_message
    if message is None and drawing.is_whole_workspace:
        message = WORKSPACE_TAIL
    tail = TOOL_TAIL if message is None else "\n" + message
    budget = Budget.of(query)
    text, roots = "", []
    cut_by: AbstractSet[str] = frozenset()
    for folder in drawing.folders:
        header = ("\n" if text else "") + f"Directory of {shown(folder.path)}:\n"
        here = Budget(budget.room - budget.measure(header), budget.entries, budget.in_bytes)
        root, here, cut_by = _plan(folder, drawing, here, budget.measure(tail))
        if root is not None:
            roots.append(root)
            text += header + "".join(line + "\n" for line in glyphs.lines(root))
        if cut_by:
            break
        budget = here
    if cut_by and roots:
        cut = (text if message is None else text.rstrip()) + tail
        text = cut if budget.measure(cut) <= Budget.of(query).room else text
    return Drawn(text, roots, cut_by)


def _plan(
    folder: Folder, drawing: Drawing, budget: Budget, tail: int
) -> tuple[Branch | None, Budget, AbstractSet[str]]:
    """Plan all of it; where that is too much, a part that leaves room for the cut-off sentence.

    The set holds the limits that cut the whole tree, not those of the part, which nobody asked for.
    """
    query, symbols_of, cancel = drawing.query, drawing.symbols_of, drawing.cancel
    depth, items = depth_limit(query), query.max_items_per_directory
    left = Budget(budget.room, budget.entries, budget.in_bytes)
    if left.take(folder.entry_count * _LEAST_LINE + 1, folder.entry_count + 1):
        left = Budget(budget.room, budget.entries, budget.in_bytes)
        everything = DepthFirst(query, left, depth, items, True, None, symbols_of, cancel)
        root = everything.plan(folder)
        if not everything.cut_by:
            return root, left, frozenset()
        cut_by: AbstractSet[str] = everything.cut_by
    else:
        cut_by = {parameter_cutting(query, left)}
    left = Budget(budget.room - tail, budget.entries, budget.in_bytes)
    depth = DEFAULT_MAX_DEPTH if query.max_depth is None else depth
    items = DEFAULT_MAX_ITEMS_PER_DIR if items is None else items
    part = DepthFirst(query, left, depth, items, True, None, symbols_of, cancel)
    root = part.plan(folder)
    return root, left, cut_by if part.cut_by else frozenset()
