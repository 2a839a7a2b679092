"""The repository around a root and those inside of it, and their changes, told by the entries of their directories."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Set
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.scan.git_state import GitState
from lsp_codebase.scan.ignore import RULE_FILE

_RULES = (RULE_FILE, "config")  # the latter may name a file of rules


class GitNews(NamedTuple):
    """The meaning of changed entries: another commit or branch is checked out, indexes were written, rules changed.

    The repositories of the `indexes` are relative to the root, "" for the one around it. Where repositories may have
    come or gone, they are to be found anew, as are `rules`.
    """

    is_other_head: bool
    indexes: Collection[str]
    is_anew: bool


class Repositories:
    """The repositories of one root at the time of the search. One thread asks."""

    def __init__(self, root: Path, directories: Iterable[str]) -> None:
        """`directories` below the root, absolute, may be the tops of clones."""
        self._around = around = GitState(root)
        self._submodules = around.submodules()
        inner = {top.relative_to(root).as_posix(): GitState(top) for top in around.inner(directories)}
        self._gits = {"": around, **inner}
        self._heads = {repository: git.head() for repository, git in self._gits.items()}
        self._exclude_files = {str(git.exclude_file) for git in self._gits.values() if git.exclude_file}
        self._holding: dict[str, set[str]] = {}  # the repositories that a directory is watched for
        for repository, git in self._gits.items():
            for path in git.watched:
                self._holding.setdefault(str(path), set()).add(repository)
        self.is_around = bool(around.watched)
        """Whether the root was under git."""

    @property
    def names(self) -> Collection[str]:
        """The repositories, relative to the root, "" for the one around it, if there is any."""
        return self._gits.keys()

    @property
    def directories(self) -> Set[str]:
        """The directories whose entries, not those below, tell of changes."""
        return self._holding.keys()

    def hear(self, entries: Collection[str]) -> GitNews:
        """Return the meaning of the changed entries of `directories`."""
        touched = {repository for entry in entries for repository in self._holding[os.path.dirname(entry)]}
        heads = {repository: self._gits[repository].head() for repository in {"", *touched}}
        is_other_head = any(head != self._heads[repository] for repository, head in heads.items())
        self._heads |= heads
        indexes = [one for one in self._gits if one in touched and str(self._gits[one].index_file) in entries]
        is_anew = any(entry in self._exclude_files or os.path.basename(entry) in _RULES for entry in entries)
        is_anew |= bool(entries) and self._around.submodules() != self._submodules
        is_anew |= not self.is_around and bool(self._around.watched)  # the root is under git now
        return GitNews(is_other_head, indexes, is_anew)
