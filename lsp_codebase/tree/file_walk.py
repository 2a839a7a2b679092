"""The files below a directory in reading order. Reads names only, never a file."""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.globs import Globs
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import IgnoreRules, TrackedNames, is_directory, is_link
from lsp_codebase.tree.folder import FindClosed
from lsp_codebase.tree.quoting import natural

_log = logging.getLogger(__name__)


class FileWalk:
    """A walk over the files below `root` that rules keep, or git tracks: with `globs` only over those that they cover.

    Directories that `closed_names` finds are not entered. Links are left out.
    """

    def __init__(
        self,
        root: Path,
        rules: IgnoreRules,
        tracked: TrackedNames,
        globs: Globs,
        closed_names: FindClosed | None,
        cancel: CancelToken,
    ) -> None:
        self._root = root
        self._rules = rules
        self._tracked = tracked
        self._globs = globs
        self._closed_names = closed_names
        self._cancel = cancel
        self.unread: list[Path] = []
        """Directories that could not be read so far."""

    def below(self, path: str) -> Iterator[str]:
        """Yield files, in each directory its own before those of its sub-directories; paths are relative to `root`.

        A directory is read only when the walk gets there.
        """
        pending = [path]
        behind = defaultdict[str, list[str]](list)  # tracked paths below directories that rules leave out
        while pending:
            self._cancel.check()
            directory = pending.pop()
            if directory in behind:
                covered = (file for file in behind[directory] if not self._globs or self._globs.covers(file))
                yield from sorted(covered, key=natural)
                continue
            try:
                with os.scandir(self._root / directory) as entries:
                    listed = [(entry.name, is_directory(entry), is_link(entry)) for entry in entries]
            except OSError as error:
                _log.warning("cannot list %s: %s", self._root / directory, error.strerror)
                self.unread.append(self._root / directory)
                continue
            prefix = directory + "/" if directory else ""
            all_files = [name for name, is_folder, is_linked in listed if not is_folder and not is_linked]
            all_folders = [name for name, is_folder, _ in listed if is_folder]
            scope = self._rules.scope(directory, [name for name, _, _ in listed])
            files, folders = scope.kept(all_files, all_folders)
            others = {*all_files}.difference(files), {*all_folders}.difference(folders)
            for file in self._tracked.among(directory, *others):
                name, _, below = file[len(prefix) :].partition("/")
                if not below:
                    files.append(name)
                elif self._closed_names is not None and self._closed_names(below.split("/")[:-1]):
                    continue
                else:
                    if prefix + name not in behind:
                        folders.append(name)
                    behind[prefix + name].append(file)
            closed = self._closed_names(folders) if self._closed_names is not None else ()
            listed_files = self._globs.covered(directory, files) if self._globs else files
            yield from (prefix + name for name in sorted(listed_files, key=natural))
            pending += [prefix + name for name in sorted(folders, key=natural, reverse=True) if name not in closed]
