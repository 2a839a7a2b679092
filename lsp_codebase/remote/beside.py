"""The servers of a team beside the small index of local changes: the files that each of them answers for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.model import CancelToken, SearchQuery, SymbolAnswer
from lsp_codebase.remote.index import RemoteIndex
from lsp_codebase.remote.server import ServerUnavailable
from lsp_codebase.scan import Scan, changed_since
from lsp_codebase.search import Found

logger = logging.getLogger(__name__)

_HEAD = "HEAD"
_UNKNOWN = "Which files differ from the team's index is not known: its commit is not in this repository; fetch it."
_NO_COMMIT = (
    "The team's index does not say of which commit it is: files that later commits changed are shown as it has them."
)


class TeamIndex:
    """The servers' index of one root. Any thread may ask; the indexer's thread narrows."""

    def __init__(self, root: Path, urls: Sequence[str], doubt: Callable[[], None]) -> None:
        """`doubt` is called when the servers answer from another commit than the compared one."""
        self._root = root
        self._doubt = doubt
        self._servers: list[RemoteIndex] = []
        self._changed: frozenset[str] = frozenset()
        self._told: set[str] = set()  # several threads add
        self._commit: str | None = None  # of the comparison
        self.notes: tuple[str, ...] = ()
        """Facts that an asker should know with any question."""
        self._wrong: list[str] = []
        for url in urls:
            try:
                self._servers.append(RemoteIndex(root, url))
            except ServerUnavailable as error:
                self._wrong.append(f"team.server: {error}.")
                logger.warning("team.server: %s", error)
        self.notes = tuple(self._wrong)

    @property
    def problem(self) -> str | None:
        """The reason, for the status, why not all of the team's index answers."""
        problems = (server.problem for server in self._servers)
        return next(filter(None, (*self.notes, *problems)), None)

    def narrow(self, found: Scan, cancel: CancelToken) -> Scan:
        """Return the files that differ here from the servers' ones: these are indexed here."""
        commit = self._served()
        self._commit = commit
        changed = changed_since(self._root, commit or _HEAD, found.files, cancel)
        unknown = [_NO_COMMIT] if commit is None and any(server.status for server in self._servers) else []
        self.notes = (*self._wrong, *(unknown if changed is not None else [_UNKNOWN]))
        self._changed = changed or frozenset()
        wanted = self._changed | self._told
        return replace(found, files={path: stat for path, stat in found.files.items() if path in wanted})

    def note_changed(self, paths: Iterable[str]) -> None:
        """Answer for these files here from now on."""
        self._told.update(paths)

    def is_ours(self, path: str) -> bool:
        """Whether a file differs here from the servers' one."""
        return path in self._changed or path in self._told

    def find(
        self, query: SearchQuery, text: str, is_held: Callable[[str], bool], cancel: CancelToken
    ) -> tuple[list[Found], list[str]]:
        """Begin to ask all servers; return the requests, and a sentence for each server that cannot be asked.

        `text` is the query with its operators; `is_held` says which files an index of ours answers for.
        """
        asked = [server.find(query, text, self._shows(is_held), cancel) for server in self._servers]
        self._compare()
        return [one for one in asked if isinstance(one, Found)], [
            *self.notes,
            *(one for one in asked if isinstance(one, str)),
        ]

    def symbols(
        self, pattern: str, limit: int, folder: Path | None, is_held: Callable[[str], bool]
    ) -> list[SymbolAnswer]:
        """Return the symbols of all servers that match the typed text."""
        asked = [server.symbols(pattern, limit, folder, self._shows(is_held)) for server in self._servers]
        self._compare()
        return [one for one in asked if isinstance(one, SymbolAnswer)]

    def close(self) -> None:
        """Ask nothing more; returns at once."""
        for server in self._servers:
            server.close()

    def _shows(self, is_held: Callable[[str], bool]) -> Callable[[str], bool]:
        return lambda path: not (self.is_ours(path) or is_held(path))

    def _served(self) -> str | None:
        """Return the commit that the servers answer from: that of the first to tell one."""
        for server in self._servers:
            try:
                if commit := server.look().commit:
                    return commit
            except ServerUnavailable as error:
                logger.info("the team's index is not asked: %s", error)
        return None

    def _compare(self) -> None:
        commits = (server.status.commit for server in self._servers if server.status)
        served = next(filter(None, commits), None)
        if served is not None and served != self._commit:
            self._commit = served
            self._doubt()
