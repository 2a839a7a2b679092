"""Files that an argument names: each must be there, or the error says which one was probably meant."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, EntryKind
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.tools.places import Places

_MOST_COMPARED = 5_000


class NamedFiles:
    """The files of the folders that are open, by their paths as a model writes them."""

    def __init__(self, answers: Answers, places: Places) -> None:
        self._answers = answers
        self._places = places

    def file(self, path: str, cancel: CancelToken) -> Path:
        """Return a file that is there.

        Raises:
            InvalidQuery: for a folder, and for what is not there.
        """
        place = self.no_folder(path)
        if self._answers.kind_of(place) is not EntryKind.FILE:
            raise InvalidQuery("path", f"there is no file {path}{self.like(path, cancel)}")
        return place

    def no_folder(self, path: str) -> Path:
        """Return what a path names, there or not.

        Raises:
            InvalidQuery: for a folder.
        """
        place = self._places.file(path)
        if self._answers.kind_of(place) is EntryKind.DIRECTORY:
            raise InvalidQuery("path", f"{path or '.'} is a folder; list_files tells which files are in it")
        return place

    def like(self, path: str, cancel: CancelToken) -> str:
        """Return the end of a sentence that names the file most like a path, if any is."""
        last = path.rsplit("/", 1)[-1]
        found = self._answers.list_files(None, _MOST_COMPARED, cancel).paths if last else ()
        return did_you_mean(path, [self._places.shown(file) for file in found]) if found else ""
