"""The preset `aigne`: the tree as the AIGNE assistant is given of its workspace, with a header and a notice.

Each folder has a header with the depth, the time of the walk and the things left out: dependencies, build outputs,
hidden folders. A root of few entries is drawn four levels deep, one of many two; folders that mostly hold
sources (`src`, `docs`, ...) one level deeper. The text is cut at a line, and a notice then says how much there is.

After the workspace tree cache of AIGNE. Done differently where it fails: depth 3 shows three levels, two folders of
one name stay two, and the header and the notice are part of the budget.
"""

from __future__ import annotations

from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import glyphs
from lsp_codebase.tree.budget import Budget, depth_limit
from lsp_codebase.tree.depth_first import DepthFirst
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.globs import FolderGlobs
from lsp_codebase.tree.quoting import shown

EXCLUDED = tuple("node_modules .git dist build coverage .next .nuxt out __pycache__ venv .venv .turbo .cache".split())
"""Names of directories that are left out."""


def dynamic_depth(folder: Folder) -> int:
    """Return the depth for a root of this many entries: 4 below 20, 3 below 100, else 2."""
    size = folder.own_files + len(folder.folders)
    return 4 if size < 20 else 3 if size < 100 else 2


def draw(drawing: Drawing) -> Drawn:
    """Draw folders; the first one is filled first."""
    folders, query = drawing.folders, drawing.query
    budget = Budget.of(query)
    found = sum(folder.entry_count for folder in folders)
    notice = query.cut_off_message
    if notice is None:
        notice = f"... (truncated; about {found:,} items in total, list a directory for the rest)"
    budget.room -= budget.line(notice)
    text, roots = "", []
    cut_by: set[str] = set()
    for folder, walked_at in zip(folders, drawing.walked_at, strict=True):
        depth = depth_limit(query) if query.max_depth is not None else dynamic_depth(folder)
        about = f"depth {depth}; as of {walked_at}; without {_left_out(query)}"
        header = f"Directory tree of {shown(folder.path)} ({about}):\n"
        header = ("\n" if text else "") + header
        budget.room -= budget.measure(header)
        priority = FolderGlobs(folder.path, query.priority or ())
        planner = DepthFirst(
            query,
            budget,
            depth,
            query.max_items_per_directory,
            goes_deeper=priority.has,
            symbols_of=drawing.symbols_of,
            cancel=drawing.cancel,
        )
        root = planner.plan(folder)
        cut_by |= planner.cut_by
        if root is not None:
            roots.append(root)
            text += header + "".join(line + "\n" for line in glyphs.lines(root))
        if planner.is_full:
            return Drawn(text + notice + "\n" if text else "", roots, cut_by)
    return Drawn(text, roots, cut_by)


def _left_out(query: TreeQuery) -> str:
    names = [name for name in EXCLUDED if not name.startswith(".")]
    return ", ".join([*names, "hidden folders", *map(shown, query.exclude)])
