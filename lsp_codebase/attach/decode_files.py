"""Trees, listings and texts that came over the wire, as values of `model`."""

from __future__ import annotations

from lsp_codebase.attach.decode_answers import Json, span
from lsp_codebase.model import (
    CoreFile,
    EntryKind,
    FileList,
    FileText,
    Page,
    PageEntry,
    SymbolKind,
    TreeAnswer,
    TreeNode,
    TreeStats,
    TreeSymbol,
)
from lsp_codebase.uris import to_path


def tree_answer(wire: Json) -> TreeAnswer:
    """Return the answer of `codebase/directoryTree`."""
    roots, core_files, stats = wire.get("roots"), wire.get("coreFiles"), wire["stats"]
    return TreeAnswer(
        etag=wire["etag"],
        stats=TreeStats(
            entries=stats["entries"],
            files=stats["files"],
            directories=stats["directories"],
            characters=stats["characters"],
            max_depth=stats["maxDepth"],
            scan_ms=stats["scanMs"],
            cached_at=stats["cachedAt"],
            cache_hits=stats["cacheHits"],
            total_scans=stats["totalScans"],
            saved_calls=stats["savedCalls"],
            error=stats.get("error", ""),
        ),
        text=wire.get("text"),
        roots=None if roots is None else tuple(map(_node, roots)),
        truncated=wire["truncated"],
        cut_by=tuple(wire.get("cutBy", ())),
        core_files=None
        if core_files is None
        else tuple(CoreFile(to_path(one["uri"]), one["text"], one["truncated"]) for one in core_files),
        not_modified=wire.get("notModified", False),
    )


def _node(wire: Json) -> TreeNode:
    path, children = to_path(wire["uri"]), wire.get("children")
    return TreeNode(
        name=path.name or wire["name"],  # a name that is no UTF-8 comes over the wire in the URI only
        path=path,
        kind=EntryKind(wire["kind"]),
        size=wire.get("size"),
        children=None if children is None else tuple(map(_node, children)),
        omitted=wire.get("omitted", 0),
        excluded=wire.get("excluded", False),
        symbols=tuple(TreeSymbol(one["name"], SymbolKind(one["kind"]), one["line"]) for one in wire.get("symbols", ())),
        error=wire.get("error", ""),
    )


def page(wire: Json) -> Page:
    """Return the answer of `codebase/listDirectory`."""
    children = wire["children"]
    return Page(
        None if children is None else tuple(map(_entry, children)),
        has_next=wire["hasNextPage"],
        has_previous=wire["hasPrevPage"],
        remaining=wire["itemsRemaining"],
    )


def _entry(wire: Json) -> PageEntry:
    path = to_path(wire["uri"])
    return PageEntry(path.name, path, wire["isDirectory"], wire["isSymbolicLink"])


def file_list(wire: Json) -> FileList:
    """Return the answer of `codebase/listFiles`."""
    return FileList(tuple(map(to_path, wire["uris"])), wire["truncated"])


def file_text(wire: Json) -> FileText:
    """Return the answer of `codebase/readFile`."""
    return FileText(wire["text"], span(wire["range"]), wire["truncated"], wire["encoding"])
