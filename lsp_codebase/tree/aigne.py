"""The preset `aigne`: a few levels by the size of the root, some folders one deeper, cut at a line with a notice.

After the workspace tree cache of AIGNE. Done differently where it fails: depth 3 shows three levels, two folders of
one name stay two, and the header and the notice are part of the budget.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsp_codebase.model import CancelToken
from lsp_codebase.tree import glyphs
from lsp_codebase.tree.budget import Budget, depth_limit
from lsp_codebase.tree.depth_first import DepthFirst
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.globs import FolderGlobs
from lsp_codebase.tree.outline import Branch, SymbolsOf
from lsp_codebase.tree.query import AIGNE_EXCLUDED, TreeQuery
from lsp_codebase.tree.quoting import shown


def dynamic_depth(folder: Folder) -> int:
    """Return the depth for a root of this many entries: 4 below 20, 3 below 100, else 2."""
    size = folder.own_files + len(folder.folders)
    return 4 if size < 20 else 3 if size < 100 else 2


def render(
    folders: Sequence[Folder],
    query: TreeQuery,
    symbols_of: SymbolsOf | None = None,
    cancel: CancelToken | None = None,
) -> tuple[str, list[Branch], bool]:
    """Return the text, the plan of each folder and whether something was cut; fills the first folder first."""
    budget = Budget.of(query)
    found = sum(folder.entry_count for folder in folders)
    notice = query.cut_off_message
    if notice is None:
        notice = f"... (truncated; about {found:,} items in total, list a directory for the rest)"
    budget.room -= budget.line(notice)
    text, roots = "", []
    for folder in folders:
        depth = depth_limit(query) if query.max_depth is not None else dynamic_depth(folder)
        header = f"Directory tree of {shown(folder.path)} (depth {depth}; without {_left_out(query)}):\n"
        header = ("\n" if text else "") + header
        budget.room -= budget.measure(header)
        priority = FolderGlobs(folder.path, query.priority or ())
        planner = DepthFirst(budget, depth, query.max_items_per_directory, False, priority.has, symbols_of, cancel)
        root = planner.plan(folder)
        if root is not None:
            roots.append(root)
            text += header + "".join(line + "\n" for line in glyphs.lines(root))
        if planner.is_full:
            return text + notice + "\n" if text else "", roots, True
    return text, roots, any(branch.omitted for root in roots for _, branch in root.walk())


def _left_out(query: TreeQuery) -> str:
    names = [name for name in AIGNE_EXCLUDED if not name.startswith(".")]
    return ", ".join([*names, "hidden folders", *map(shown, query.exclude)])
