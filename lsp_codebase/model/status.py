"""How complete and how fresh an index is: part of every answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath

from lsp_codebase.model.chunk import FileProblem


class Phase(str, Enum):
    """The present work of a codebase's indexer."""

    STARTING = "starting"
    """The index is being opened. A question waits for that, for five seconds at most."""
    SCANNING = "scanning"
    """The files of the folder are compared with the index."""
    INDEXING = "indexing"
    """New and changed files are read."""
    EMBEDDING = "embedding"
    """Every file is found by its words; vectors are being made."""
    READY = "ready"
    """Everything is in the index, unless `stale` says otherwise."""
    FAILED = "failed"
    """Indexing stopped, as `message` says. Answers come from what is there."""
    DISABLED = "disabled"
    """The setting `index.enabled` is off. Searches answer empty."""


class Role(str, Enum):
    """Whether this process commits to the index or follows another that does."""

    WRITER = "writer"
    """This process writes the index."""
    READER = "reader"
    """Another process writes it; this one follows, and takes over when that one ends."""


@dataclass(frozen=True, slots=True)
class VectorStatus:
    """Chunks that have a vector, of how many, by which model (None: search is lexical)."""

    done: int = 0
    total: int = 0
    model: str | None = None


@dataclass(frozen=True, slots=True)
class SymbolsCut:
    """A symbol query that more definitions match than the `given` ones that one answer may hold."""

    pattern: str
    given: int


@dataclass(frozen=True, slots=True)
class HostClient:
    """A process that is served, with its kind, for people."""

    name: str
    pid: int


@dataclass(frozen=True, slots=True)
class Host:
    """The process that has an index open and answers for others. `clients` are all it serves, its own one first."""

    pid: int
    clients: tuple[HostClient, ...]


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of one codebase at one moment.

    `generation` grows by one with every commit. `skipped` files are left out on purpose (binary, too large); `failed`
    ones could not be read or parsed. `problems` names at most 100 of both, and of the files that are indexed as text
    only; `problems_total` counts them all. `stale`: changes are known that are not yet in the index.
    `symbols_cut` is the latest one of the client. `languages` counts the indexed files of every known language, those
    with most files first; `commit` was checked out when the history was last read; both, and `problems`, are of a full
    status only. `has_index`: an index was there when opening began. `host` is in a full status from a process that
    other processes may ask. `seeking`: more may come soon for the question of the request.
    """

    root: str
    phase: Phase
    indexed: int = 0
    total: int = 0
    skipped: int = 0
    failed: int = 0
    chunks: int = 0
    symbols: int = 0
    vectors: VectorStatus = VectorStatus()
    generation: int = 0
    role: Role = Role.WRITER
    stale: bool = False
    message: str | None = None
    problems: tuple[FileProblem, ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    problems_total: int = 0
    symbols_cut: SymbolsCut | None = None
    has_index: bool = False
    host: Host | None = None
    commit: str | None = None
    seeking: bool = False

    @property
    def is_held(self) -> bool:
        """Whether a user stopped the indexing, or cleared the index: only a request resumes it."""
        return self.phase is Phase.READY and self.stale and self.message is not None

    @property
    def is_unread(self) -> bool:
        """Whether files are still to be read, as far as its phase tells."""
        return self.phase in (Phase.STARTING, Phase.SCANNING, Phase.INDEXING)

    @property
    def is_half_read(self) -> bool:
        """Whether at least half of the files are in the index, so that it holds the answer sooner than not."""
        return 2 * self.indexed >= self.total > 0

    @property
    def absence(self) -> str | None:
        """Why nothing can be found yet, as a sentence for the asker; None where an index can answer."""
        if not self.indexed and self.is_held:
            return f"Nothing of {PurePath(self.root).name or self.root} is indexed: {self.message}."
        if self.indexed or not self.is_unread:
            return None
        name = PurePath(self.root).name or self.root
        if self.has_index and self.phase is Phase.STARTING:
            return f"The index of {name} is still being opened: ask again in a moment."
        return (
            f"There is no index of {name} yet: its files are being read for the first time, so ask again in a moment."
        )

    @property
    def emptiness(self) -> str | None:
        """Why nothing will be found, whatever is asked, as a sentence; None where files are indexed or yet to be."""
        if self.indexed or self.phase is not Phase.READY or self.stale:
            return None
        name = PurePath(self.root).name or self.root
        if self.total:
            return f"All files of {name} are left out of the index: the status says why."
        return f"There are no files in {name}, or git and the settings leave all of them out."


_LEAST_COMPLETE_FIRST = (
    Phase.FAILED,
    Phase.STARTING,
    Phase.SCANNING,
    Phase.INDEXING,
    Phase.EMBEDDING,
    Phase.READY,
    Phase.DISABLED,
)


def least_complete(statuses: Iterable[IndexStatus]) -> IndexStatus:
    """Return the status that says most about gaps in an answer from several indexes."""
    return min(statuses, key=lambda one: (_LEAST_COMPLETE_FIRST.index(one.phase), not one.stale))
