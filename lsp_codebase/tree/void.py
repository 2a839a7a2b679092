"""The preset `void`: names shown and not entered, all or else three levels of three, glyphs, cut-off sentences.

After `DirectoryStrService` of the Void editor, in its own words and glyphs. Done differently where it fails: a root
called `build` is shown, the first level is whole however long the rest, nothing exceeds the budget (headers and
sentences included), and the last line of a directory always has the elbow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from lsp_codebase.globs import compiled
from lsp_codebase.model import CancelToken
from lsp_codebase.tree import glyphs
from lsp_codebase.tree.budget import Budget, depth_limit
from lsp_codebase.tree.depth_first import DepthFirst
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.outline import Branch, SymbolsOf
from lsp_codebase.tree.query import VOID_CLOSED, TreeQuery
from lsp_codebase.tree.quoting import shown

DEFAULT_MAX_DEPTH = 3
DEFAULT_MAX_ITEMS_PER_DIR = 3
TOOL_TAIL = "\n...Result was truncated..."
WORKSPACE_TAIL = "...Directories string cut off, use tools to read more..."
# a glyph, a name of one character and the end of the line
_LEAST_LINE = len(glyphs.TEE) + 2
_CLOSED_WORDS = re.compile(r"\b(?:out|build)\b")


def closed_names(include_hidden: Sequence[str]) -> Callable[[Sequence[str]], Collection[str]]:
    """Return what finds, among names of directories, those that are listed and not entered."""

    shown_hidden = compiled(tuple(include_hidden))

    def is_closed(name: str) -> bool:
        if name.startswith("."):
            return not shown_hidden.has(name, is_directory=True)
        return name in VOID_CLOSED or _CLOSED_WORDS.search(name) is not None

    def closed(names: Sequence[str]) -> Collection[str]:
        joined = "/" + "/".join(names)
        if "/." in joined or _CLOSED_WORDS.search(joined) or not VOID_CLOSED.isdisjoint(names):
            return {name for name in names if is_closed(name)}
        return ()

    return closed


def render(
    folders: Sequence[Folder],
    query: TreeQuery,
    is_whole_workspace: bool,
    symbols_of: SymbolsOf | None = None,
    cancel: CancelToken | None = None,
) -> tuple[str, list[Branch], bool]:
    """Return the text, the plan of each folder and whether something was cut; fills the first folder first."""
    message = query.cut_off_message
    if message is None and is_whole_workspace:
        message = WORKSPACE_TAIL
    tail = TOOL_TAIL if message is None else "\n" + message
    budget = Budget.of(query)
    text, roots, is_cut = "", [], False
    for folder in folders:
        header = ("\n" if text else "") + f"Directory of {shown(folder.path)}:\n"
        here = Budget(budget.room - budget.measure(header), budget.entries, budget.in_bytes)
        root, here, is_cut = _plan(folder, query, here, budget.measure(tail), symbols_of, cancel)
        if root is not None:
            roots.append(root)
            text += header + "".join(line + "\n" for line in glyphs.lines(root))
        if is_cut:
            break
        budget = here
    if is_cut and roots:
        cut = (text if message is None else text.rstrip()) + tail
        text = cut if budget.measure(cut) <= Budget.of(query).room else text
    return text, roots, is_cut


def _plan(
    folder: Folder,
    query: TreeQuery,
    budget: Budget,
    tail: int,
    symbols_of: SymbolsOf | None,
    cancel: CancelToken | None,
) -> tuple[Branch | None, Budget, bool]:
    """Plan all of it; where that is too much, a part that leaves room for the cut-off sentence."""
    depth, items = depth_limit(query), query.max_items_per_directory
    if folder.entry_count < budget.entries and folder.entry_count * _LEAST_LINE < budget.room:
        left = Budget(budget.room, budget.entries, budget.in_bytes)
        everything = DepthFirst(left, depth, items, True, None, symbols_of, cancel)
        root = everything.plan(folder)
        if not everything.is_cut:
            return root, left, False
    left = Budget(budget.room - tail, budget.entries, budget.in_bytes)
    depth = DEFAULT_MAX_DEPTH if query.max_depth is None else depth
    items = DEFAULT_MAX_ITEMS_PER_DIR if items is None else items
    part = DepthFirst(left, depth, items, True, None, symbols_of, cancel)
    root = part.plan(folder)
    return root, left, part.is_cut
