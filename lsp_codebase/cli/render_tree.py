"""A directory tree in the terminal, and as JSON for programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.text import Text

from lsp_codebase.cli.render import console, relative
from lsp_codebase.tree import TreeAnswer, TreeNode, TreeStats, how_to_go_on, shown

# what stands before a name, a name of a folder (which ends in the only slash before a blank), what stands behind it
_FOLDER = re.compile(r"([│├└─ ]*)(?!· )(.*/)( \([^/]*\))?")
_MARK = re.compile(r" (?:\(symbolic link\)|\(\d+ files\))$|^[│├└─ ]*(?:… |· |\().*")


def option(field: str) -> str:
    """Return how the command line calls a field of the request."""
    names = {"uri": "DIR", "languages": "--language", "maxDepth": "--depth", "maxItemsPerDirectory": "--max-items"}
    return names.get(field) or "--" + "".join("-" + char.lower() if char.isupper() else char for char in field)


def print_tree(answer: TreeAnswer, root: Path) -> None:
    """Print a tree, and the core files below it; in a terminal directories stand out and counts stand back."""
    out = console()
    larger = " and ".join(map(option, answer.cut_by))
    advice = f"for the rest name a folder or give a larger {larger}"
    text = (answer.text or "").rstrip("\n")
    for line in text.replace(how_to_go_on(answer.cut_by), advice).split("\n") if text else ():
        out.print(_styled(line))
    for file in answer.core_files or ():
        out.print(f"\n[bold]{escape(shown(relative(file.path, root)))}[/]{' (cut)' if file.truncated else ''}")
        out.print(file.text.rstrip("\n"), markup=False)


def tree_json(answer: TreeAnswer, root: Path) -> dict[str, Any]:
    """Return a tree as plain JSON values, with the names of the request's answer; paths are relative to `root`."""
    found: dict[str, Any] = {"truncated": answer.truncated, "etag": answer.etag, "stats": _stats_json(answer.stats)}
    if answer.cut_by:
        found["cutBy"] = [*answer.cut_by]
    if answer.not_modified:
        return {"notModified": True, **found}
    if answer.core_files is not None:
        found["coreFiles"] = [
            {"path": relative(file.path, root), "text": file.text, "truncated": file.truncated}
            for file in answer.core_files
        ]
    return {"roots": [_node_json(node, root) for node in answer.roots or ()], **found}


def _styled(line: str) -> Text:
    folder = _FOLDER.fullmatch(line)
    if folder is not None:
        indent, name, mark = folder.groups(default="")
        return Text.assemble(indent, (name, "bold cyan"), (mark, "dim"))
    styled = Text(line)
    styled.highlight_regex(_MARK, "dim")
    return styled


def _stats_json(stats: TreeStats) -> dict[str, Any]:
    found: dict[str, Any] = {
        "entries": stats.entries,
        "files": stats.files,
        "directories": stats.directories,
        "characters": stats.characters,
        "maxDepth": stats.max_depth,
        "scanMs": round(stats.scan_ms, 1),
        "cachedAt": stats.cached_at,
        "cacheHits": stats.cache_hits,
        "totalScans": stats.total_scans,
        "savedCalls": stats.saved_calls,
    }
    return found | ({"error": stats.error} if stats.error else {})


def _node_json(node: TreeNode, root: Path) -> dict[str, Any]:
    found: dict[str, Any] = {"name": node.name, "path": relative(node.path, root), "kind": node.kind.value}
    if node.size is not None:
        found["size"] = node.size
    if node.children is not None:
        found["children"] = [_node_json(child, root) for child in node.children]
    if node.omitted:
        found["omitted"] = node.omitted
    if node.excluded:
        found["excluded"] = True
    if node.symbols:
        found["symbols"] = [
            {"name": symbol.name, "kind": symbol.kind.name, "line": symbol.line + 1} for symbol in node.symbols
        ]
    if node.error:
        found["error"] = node.error
    return found
