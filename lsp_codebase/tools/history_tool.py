"""Earlier commits, as a model sees them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, EntryKind, HistoryAnswer, HistoryQuery, PastCommit, Span
from lsp_codebase.tools import values
from lsp_codebase.tools.budget import left_out, within
from lsp_codebase.tools.common_arguments import Limit, MaxTokens, bytes_of, check_lines
from lsp_codebase.tools.named_files import OverFolders
from lsp_codebase.tools.places import Places
from lsp_codebase.tools.render import index_notes, joined, size_of
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.schemas import Described

_FILES_SHOWN = 5


class HistoryTool(OverFolders):
    """The tool for earlier commits."""

    def history(
        self,
        cancel: CancelToken,
        query: Annotated[str | None, Described("What was done, in words; without it the newest")] = None,
        path: Annotated[str, Described("A file or folder that was touched")] = ".",
        start_line: Annotated[int | None, Described("First line of the file", minimum=1)] = None,
        end_line: Annotated[int | None, Described("Last line", minimum=1)] = None,
        since: Annotated[str | None, Described("A date: 2026-01-31")] = None,
        limit: Limit = 10,
        max_tokens: MaxTokens = 2_000,
    ) -> Reply:
        """Tell which commits touched some lines, a file or a folder, or fit a query: why code is as it is, and which
        files change together.

        Answers with `id date subject`, then the message and the files, best or newest first.
        """
        room, place = bytes_of(max_tokens), self._places.read(path)
        if end_line is not None and start_line is None:
            raise InvalidQuery("start_line", "is missing; end_line alone says no lines")
        check_lines(start_line, end_line)
        kind = EntryKind.DIRECTORY if place is None else self._answers.kind_of(place)
        if start_line is not None and kind is EntryKind.DIRECTORY:
            raise InvalidQuery("path", "must be a file, since start_line names a line of it")
        span = None
        if start_line is not None:
            place = self._files.file(path, cancel)
            span = Span.of_lines(start_line - 1, (end_line or start_line) - 1)
        answer = self._answers.history(HistoryQuery(query, place, span, since, limit), cancel)
        if not answer.commits and kind is None:
            raise self._files.missing(path, cancel)
        text, shown = _text(answer, self._places, room)
        return Reply(text, values.history(shown, self._places))


def _text(answer: HistoryAnswer, places: Places, room: int) -> tuple[str, HistoryAnswer]:
    """Return the commits that fit, and the answer with these alone."""
    notes = [*(f"({note})" for note in answer.notes), *index_notes(answer.status)]
    found = within([_commit_text(commit, places) for commit in answer.commits], room, size_of(notes))
    left = left_out(len(answer.commits) - len(found), "commits", is_cut=answer.is_cut)
    more = ["(there are more: raise limit)"] if answer.is_cut and not left else []
    shown = replace(answer, commits=answer.commits[: len(found)], is_cut=answer.is_cut or bool(left))
    return joined(found, [*left, *more, *notes]), shown


def _commit_text(commit: PastCommit, places: Places) -> str:
    lines = [f"{commit.short_id} {commit.day} {commit.subject}"]
    lines += [f"  {line}" for line in commit.body.split("\n") if line]
    if commit.files:
        named = ", ".join(places.shown(path) for path in commit.files[:_FILES_SHOWN])
        more = commit.files_total - min(len(commit.files), _FILES_SHOWN)
        lines.append(f"  in {named}{f' and {more} more' if more else ''}")
    return "\n".join(lines)
