"""Files, trees and the state of the index as text for a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.model import CoreFile, FileList, FileText, IndexStatus, TreeAnswer
from lsp_codebase.tools.budget import left_out, within
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import argument, index_notes, joined
from lsp_codebase.tools.render_symbols import last_line
from lsp_codebase.tree import how_to_go_on

_MOST_LANGUAGES = 8
_MOST_PROBLEMS = 10


def file_text(found: FileText, path: str) -> str:
    """Return a stretch of a file below the line that says where it stands, and how to read on."""
    start, end, last = found.span.start_line + 1, found.span.end_line + 1, last_line(found)
    text = f"{path}:{start}-{last}\n{found.text}"
    if not found.truncated:
        return text
    how = f"go on with start_line={end}" if end > start else "the line is longer: give a larger max_tokens"
    return f"{text.rstrip()}\n(cut at max_tokens; {how})"


def files_text(found: FileList, places: Places, room: int) -> tuple[str, FileList]:
    """Return a path a line as far as they fit, and these files alone."""
    lines = within([places.shown(path) for path in found.paths], room)
    how = "narrow with path, languages or include, or raise"
    left = left_out(len(found.paths) - len(lines), "files", f"{how} max_tokens", is_cut=found.truncated)
    more = [f"(there are more: {how} limit)"] if found.truncated and not left else []
    shown = replace(found, paths=found.paths[: len(lines)], truncated=found.truncated or bool(left))
    return joined(lines, [*left, *more]), shown


def tree_text(answer: TreeAnswer, statuses: Sequence[IndexStatus], places: Places, room: int) -> str:
    """Return the tree, which tells its own omissions, and the core files below it, as far as they fit."""
    larger = " and ".join(map(argument, answer.cut_by))
    advice = f"for the rest name a folder as path or give a larger {larger}"
    text = places.headed(answer.text) if answer.text else places.hidden(answer.stats.error)
    text = text.rstrip("\n").replace(how_to_go_on(answer.cut_by), advice)
    files = [f"\n{_core_file(file, places)}" for file in answer.core_files or ()]
    shown = within([text, *files], room)
    left = left_out(len(files) + 1 - len(shown), "core files", "raise max_tokens, or read them with read_file")
    return joined(shown, [*left, *(note for status in statuses for note in index_notes(status))])


def status_text(statuses: Sequence[IndexStatus], places: Places) -> str:
    """Return the indexed parts of each folder, and the others with reasons."""
    return "\n\n".join(_status(status, places) for status in statuses)


def _status(status: IndexStatus, places: Places) -> str:
    counts = f"{status.indexed:,} of {status.total:,} files, {status.symbols:,} symbols, {status.chunks:,} chunks"
    left = f"; {status.skipped:,} skipped, {status.failed:,} failed" if status.skipped or status.failed else ""
    lines = [f"{places.name_of(status.root)}: {status.phase.value}; {counts}{left}"]
    if languages := [f"{language} {count:,}" for language, count in status.languages[:_MOST_LANGUAGES] if count]:
        lines.append(f"languages: {', '.join(languages)}")
    vectors = status.vectors
    lines.append(
        f"vectors: {vectors.done:,} of {vectors.total:,} by {vectors.model}" if vectors.model else "no vectors"
    )
    if status.message:
        lines.append(places.hidden(status.message))
    problems = [
        f"  {places.shown(Path(status.root) / problem.path)}: {problem.reason}"
        for problem in status.problems[:_MOST_PROBLEMS]
    ]
    if problems:
        lines += [f"not indexed, or as text only ({status.problems_total:,}), among them:", *problems]
    return "\n".join([*lines, *index_notes(status)])


def _core_file(file: CoreFile, places: Places) -> str:
    more = "\n(cut: read it with read_file)" if file.truncated else ""
    return f"{places.shown(file.path)}:\n{file.text.rstrip()}{more}"
