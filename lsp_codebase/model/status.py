"""How complete and how fresh an index is: part of every answer (invariant 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from lsp_codebase.model.chunk import FileProblem


class Phase(str, Enum):
    """What the indexer of a codebase is doing."""

    STARTING = "starting"
    SCANNING = "scanning"
    INDEXING = "indexing"
    EMBEDDING = "embedding"
    READY = "ready"
    FAILED = "failed"
    DISABLED = "disabled"


class Role(str, Enum):
    """Whether this process commits to the index or follows another that does."""

    WRITER = "writer"
    READER = "reader"


@dataclass(frozen=True, slots=True)
class VectorStatus:
    """Chunks that have a vector, of how many, by which model (None: search is lexical)."""

    done: int = 0
    total: int = 0
    model: str | None = None


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of one codebase at one moment.

    `generation` grows by one with every commit. `skipped` files are left out on purpose (binary, too large);
    `failed` ones could not be read or parsed. `problems` names at most 100 of both. `stale` says that changes are
    known that are not yet in the index.
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
