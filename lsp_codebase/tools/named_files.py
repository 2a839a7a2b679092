"""Files and folders that an argument names: each must be there, or the error says which one was probably meant."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from lsp_codebase.answers import Answers
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import path_glob
from lsp_codebase.model import CancelToken, EntryKind, FilesQuery
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.tools.places import Places

_MOST_COMPARED = 5_000


class NamedFiles:
    """Files and folders below the open folders, by paths as a model writes them."""

    def __init__(self, answers: Answers, places: Places) -> None:
        self._answers = answers
        self._places = places

    def file(self, path: str, cancel: CancelToken) -> Path:
        """Return a file that is there.

        Raises:
            InvalidQuery: for a folder, and for a path that is not there.
        """
        place = self.no_folder(path)
        if self._answers.kind_of(place) is not EntryKind.FILE:
            raise InvalidQuery("path", f"there is no file {path}{self._like(path, cancel)}")
        return place

    def folder(self, path: str, cancel: CancelToken, instead: str) -> Path | None:
        """Return a folder that is there, None for everything; `instead` tells the way for a file.

        Raises:
            InvalidQuery: for a file, and for a path that is not there.
        """
        place = self.entry(path, cancel)
        if place is not None and self._answers.kind_of(place) is EntryKind.FILE:
            raise InvalidQuery("path", f"{path} is a file; {instead}")
        return place

    def entry(self, path: str, cancel: CancelToken) -> Path | None:
        """Return a file or folder that is there, None for everything.

        Raises:
            InvalidQuery: for a path that is not there.
        """
        place = self._places.read(path)
        if place is not None and place not in self._answers.roots and self._answers.kind_of(place) is None:
            raise self.missing(path, cancel)
        return place

    def no_folder(self, path: str) -> Path:
        """Return the file or folder that a path names, there or not.

        Raises:
            InvalidQuery: for a folder.
        """
        place = self._places.file(path)
        if self._answers.kind_of(place) is EntryKind.DIRECTORY:
            raise InvalidQuery("path", f"{path or '.'} is a folder; list_files tells which files are in it")
        return place

    def missing(self, path: str, cancel: CancelToken) -> InvalidQuery:
        """Return the error of a path that names nothing."""
        return InvalidQuery("path", f"there is no file or folder {path}{self._like(path, cancel)}")

    def _like(self, path: str, cancel: CancelToken) -> str:
        """Return the end of a sentence that names the file or folder most like a path, if any is."""
        asked = path.replace(os.sep, "/").removeprefix("./").strip("/")
        if not asked:
            return ""
        if meant := self._deeper(asked, cancel):
            return f"; did you mean {meant}?"
        found = self._answers.list_files(None, FilesQuery(_MOST_COMPARED), cancel).paths
        return did_you_mean(path, _with_folders(map(self._places.shown, found)))

    def _deeper(self, asked: str, cancel: CancelToken) -> str:
        """Return the path that ends with the one asked for: a model often leaves out where it begins."""
        query = FilesQuery(1, include=(f"**{path_glob(asked)}",))
        found = self._answers.list_files(None, query, cancel).paths
        shown = self._places.shown(found[0]) if found else ""
        before, inside, _ = f"/{shown}/".partition(f"/{asked}/")
        return f"{before}/{asked}".removeprefix("/") if inside else ""


class OverFolders:
    """What every group of tools is made over: the folders of one asker, and the names of files in them."""

    def __init__(self, answers: Answers, places: Places) -> None:
        self._answers = answers
        self._places = places
        self._files = NamedFiles(answers, places)


def _with_folders(files: Iterable[str]) -> list[str]:
    """Return files, and the folders that hold them."""
    paths, folders = [*files], set[str]()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:  # those above one that is known are known, however deep it is
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return [*paths, *sorted(folders)]
