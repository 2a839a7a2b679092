"""Files and directories, as a model sees them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import typed_glob
from lsp_codebase.model import CancelToken, FilesQuery, FileText, Span, TreeQuery, bounds, byte_length
from lsp_codebase.tools import values
from lsp_codebase.tools.budget import NOTE_BYTES, read_within
from lsp_codebase.tools.common_arguments import (
    Exclude,
    FilePath,
    FolderPath,
    Include,
    Languages,
    Limit,
    MaxTokens,
    bytes_of,
    check_lines,
)
from lsp_codebase.tools.named_files import OverFolders
from lsp_codebase.tools.render_files import file_text, files_text, tree_text
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.schemas import Described

_TREE, _CORE_FILES = 1_500, 2_000
"""Tokens of a tree and of the core files below it; they share another budget in this proportion."""
_HOLDING = "name the folder that it is in"


class FileTools(OverFolders):
    """The tools that show files as they are."""

    def read_file(
        self,
        cancel: CancelToken,
        path: FilePath,
        start_line: Annotated[int, Described("First line, from 1", minimum=1)] = 1,
        end_line: Annotated[int | None, Described("Last line, inclusive; without it to the end", minimum=1)] = None,
        max_tokens: MaxTokens = 5_000,
    ) -> Reply:
        """Read some lines of a file, or all of it, as it is now. Secrets are hidden."""
        room, place = bytes_of(max_tokens), self._files.no_folder(path)
        check_lines(start_line, end_line)
        span = Span.of_lines(start_line - 1, None if end_line is None else end_line - 1)
        shown = self._places.shown(place)
        found = self._read(place, path, span, max(room - byte_length(shown) - NOTE_BYTES, room // 2), cancel)
        if not found.text and start_line > 1:
            lines = found.span.start_line + bool(found.span.start_column)  # behind a final line end is no line
            raise InvalidQuery("start_line", f"{path} has only {lines} lines")
        return Reply(file_text(found, shown), values.file(found, shown))

    def list_files(
        self,
        cancel: CancelToken,
        path: FolderPath = ".",
        include: Include = (),
        exclude: Exclude = (),
        languages: Languages = (),
        limit: Limit = 200,
        max_tokens: MaxTokens = 5_000,
    ) -> Reply:
        """List files below a folder, one path a line, without what git ignores; find files by a glob of their paths."""
        room = bytes_of(max_tokens)
        bounds.FILES.check("limit", limit)
        place = self._files.folder(path, cancel, _HOLDING)
        query = FilesQuery(
            limit,
            languages=tuple(languages),
            include=tuple(map(typed_glob, include)),
            exclude=tuple(map(typed_glob, exclude)),
        )
        found = self._answers.list_files(place, query, cancel)
        text, shown = files_text(found, self._places, room)
        return Reply(text, values.files(shown, self._places))

    def tree(
        self,
        cancel: CancelToken,
        path: FolderPath = ".",
        depth: Annotated[int | None, Described("Deepest level; without it what max_tokens allows")] = None,
        symbols: Annotated[bool, Described("List the top-level definitions of each file")] = False,
        core_files: Annotated[bool, Described("Add the texts of README, package.json and the like")] = False,
        languages: Languages = (),
        max_tokens: Annotated[int | None, Described("Budget; without it 1,500, with core_files 3,500")] = None,
    ) -> Reply:
        """Draw the directory tree within a budget, first what a reader most likely wants: where to look in a codebase
        that you do not know.
        """
        room = bytes_of(max_tokens if max_tokens is not None else _TREE + _CORE_FILES * core_files)
        of_core_files = min(room * _CORE_FILES // (_TREE + _CORE_FILES), bounds.CORE_FILES_CHARS) if core_files else 0
        query = TreeQuery(
            max_depth=depth,
            max_tokens=(room - of_core_files) // bounds.BYTES_PER_TOKEN,
            symbols=symbols,
            languages=tuple(languages),
            core_files=of_core_files if core_files else None,
        )
        answer = self._answers.tree(self._files.folder(path, cancel, _HOLDING), query, cancel)
        statuses = self._answers.status() if symbols else []
        return Reply(tree_text(answer, statuses, self._places, room), values.tree(answer))

    def _read(self, place: Path, path: str, span: Span, room: int, cancel: CancelToken) -> FileText:
        """Return a stretch of a file; one that is open in an editor need not be on the disk."""
        try:
            return read_within(partial(self._answers.read_file, place, span), room)
        except InvalidQuery as error:
            if self._answers.kind_of(place) is not None:
                raise
            raise self._files.missing(path, cancel) from error
