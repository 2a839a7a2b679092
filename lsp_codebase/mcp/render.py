"""Answers as text for a model to read: places as `path:start-end` with 1-based lines, then code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsp_codebase.model import Confidence, Hit, IndexStatus, Phase, SearchAnswer, SymbolAnswer, SymbolHit
from lsp_codebase.tree import CoreFile, FileList, FileText, TreeAnswer, how_to_go_on, shown

_RENAMED = {"uri": "path", "folder": "path", "maxResults": "limit", "maxDepth": "depth"}
_DOUBTS = {
    Confidence.NONE: "nothing matches well; nearest:",
    Confidence.LOW: "(no hit holds most of the query: it may be elsewhere or in other words)",
}
_NOTHING = "nothing found"
_CUT = "(code was cut to max_chars: raise it, or read a place with read_file)"


def argument(field: str) -> str:
    """Return how a tool calls a field of the request."""
    return _RENAMED.get(field) or "".join("_" + char.lower() if char.isupper() else char for char in field)


def hits_text(answer: SearchAnswer, root: Path) -> str:
    """Return a block for each hit, best first: place, score, name, then its code.

    Above them stands how the query was read and how doubtful the hits are, below them what is missing.
    """
    above = [f"({note})" for note in answer.notes if note != answer.status.absence]  # which stands below
    if not answer.hits:
        above.append(_NOTHING)
    elif answer.confidence in _DOUBTS:
        above.append(_DOUBTS[answer.confidence])
    more = f'(there are more: go on with cursor="{answer.next_cursor}", or raise limit)' if answer.next_cursor else ""
    below = [_CUT if answer.truncated else "", more, *index_notes(answer.status)]
    return "\n\n".join(filter(None, ["\n".join(above), *(_block(hit, root) for hit in answer.hits), *below]))


def symbols_text(answer: SymbolAnswer, limit: int, root: Path) -> str:
    """Return a line for each symbol: place, score, kind, name, signature. There may be more than `limit` of them."""
    lines = [_symbol_line(hit, root) for hit in answer.hits]
    more = ["(more symbols may match: narrow the pattern or raise limit)"] if len(lines) == limit else []
    return _joined(lines, "\n", [*more, *index_notes(answer.status)])


def file_text(found: FileText, path: str) -> str:
    """Return a stretch of a file below the line that says where it stands, and how to read on."""
    start, end = found.span.start_line + 1, found.span.end_line + 1
    last = end - 1 if found.span.end_column == 0 and end > start else end
    text = f"{path}:{start}-{last}\n{found.text}"
    if not found.truncated:
        return text
    how = f"go on with start_line={end}" if end > start else "the line is longer: give a larger max_chars"
    return f"{text.rstrip()}\n(cut at max_chars; {how})"


def files_text(found: FileList, root: Path) -> str:
    """Return a path a line."""
    more = ["(there are more: narrow with path, languages or include, or raise limit)"] if found.truncated else []
    return _joined([_relative(path, root) for path in found.paths], "\n", more)


def tree_text(answer: TreeAnswer, status: IndexStatus, root: Path) -> str:
    """Return the tree, which says itself what it leaves out, and the core files below it."""
    larger = " and ".join(map(argument, answer.cut_by))
    advice = f"for the rest name a folder as path or give a larger {larger}"
    text = (answer.text or answer.stats.error).rstrip("\n").replace(how_to_go_on(answer.cut_by), advice)
    files = "".join(f"\n\n{_core_file(file, root)}" for file in answer.core_files or ())
    return _joined([text + files], "\n", index_notes(status))


def index_notes(status: IndexStatus) -> list[str]:
    """Return the line that says what is not yet in the index, if anything is not."""
    if status.phase is Phase.READY and not status.stale:
        return []
    if status.absence:
        return [f"(index not complete. {status.absence})"]
    if status.phase in (Phase.FAILED, Phase.DISABLED):
        return [f"(index {status.phase.value}{': ' + status.message if status.message else ''})"]
    vectors = status.vectors
    parts = [f"{status.indexed} of {status.total} files"] if status.total else []
    parts += [f"{vectors.done} of {vectors.total} vectors"] if vectors.model and vectors.done < vectors.total else []
    doing = "changes are being read" if status.phase is Phase.READY else ", ".join([status.phase.value, *parts])
    return [f"(index not complete: {doing}; this answer is from what is there, ask again for the rest)"]


def _block(hit: Hit, root: Path) -> str:
    named = ""
    if hit.name is not None and hit.kind is not None:
        named = f"  {_qualified(hit.container, hit.name)} ({hit.kind.name})"
    copies = "".join(f"\nsame code: {_relative(copy.path, root)}:{copy.span.start_line + 1}" for copy in hit.copies)
    code = (hit.text or hit.preview).rstrip("\n")
    place = f"{_relative(hit.path, root)}:{hit.span.start_line + 1}-{hit.span.end_line + 1}"
    return f"{place}  {hit.score:.2f}{named}{copies}\n{code}"


def _core_file(file: CoreFile, root: Path) -> str:
    more = "\n(cut: read it with read_file)" if file.truncated else ""
    return f"{_relative(file.path, root)}:\n{file.text.rstrip()}{more}"


def _symbol_line(hit: SymbolHit, root: Path) -> str:
    symbol = hit.symbol
    place = f"{_relative(hit.path, root)}:{symbol.span.start_line + 1}-{symbol.span.end_line + 1}"
    name = f"{symbol.kind.name} {_qualified(symbol.container, symbol.name)}"
    return f"{place}  {hit.score:.2f}  {name}" + (f"  {symbol.signature}" if symbol.signature else "")


def _qualified(container: str | None, name: str) -> str:
    return f"{container}.{name}" if container else name


def _relative(path: Path, root: Path) -> str:
    return shown(path.relative_to(root).as_posix())


def _joined(blocks: Iterable[str], separator: str, notes: Iterable[str]) -> str:
    return separator.join([separator.join(blocks) or _NOTHING, *notes])
