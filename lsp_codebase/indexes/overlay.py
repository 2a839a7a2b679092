"""Texts of open documents, which stand in for their stored files. Made by `live/`."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.indexes.names import NO_NAMES, Snapshot
from lsp_codebase.indexes.words import Segment
from lsp_codebase.model import Document, Edit
from lsp_codebase.parse import decode
from lsp_codebase.store import SYMBOLS, FileRecord

_numbers = itertools.count(1)


def new_file_id() -> int:
    """Return an id for a text that stands in for a file: no stored file has a negative one."""
    return -next(_numbers)


@dataclass(frozen=True)
class LiveFile:
    """One text, parsed. `chunks` are rows of `store.schema.CHUNKS`, with ids below 0: no stored chunk has such.

    `vectors` is float32, (chunks, dimension), with rows of NaN where there is none yet, by `model`; None without one.
    """

    record: FileRecord
    data: bytes
    chunks: pa.Table
    symbols: pa.Table
    segment: Segment
    vectors: NDArray[np.float32] | None = None
    model: str | None = None

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the text, as the parser splits them."""
        return decode(self.data).lines

    @cached_property
    def chunk_ids(self) -> NDArray[np.int64]:
        """The ids of the chunks, ascending."""
        return np.asarray(self.chunks["chunk_id"].to_numpy(), np.int64)


@dataclass(frozen=True)
class Overlay:
    """The texts, by the path, relative to the root, of the file that each stands in for.

    `serials` has, for every open document, itself and the number of its edits in the text that answers: its own
    text, or that of its file. `own` are the paths for which a client has a document of its own, in place of another's.
    """

    files: Mapping[str, LiveFile] = field(default_factory=dict)
    serials: Mapping[str, tuple[Document, int]] = field(default_factory=dict)
    own: frozenset[str] = frozenset()

    def lines(self, path: str) -> Sequence[str] | None:
        """Return the lines of a text, None where the file stands for itself."""
        live = self.files.get(path)
        return live.lines if live else None

    def since(self, path: str, document: Document, until: int | None = None) -> list[Edit]:
        """Return the edits of a document of a file that are not in the text which answers, oldest first."""
        known, serial = self.serials.get(path, (document, 0))
        return document.since(serial, until) if known is document else []

    def with_file(self, path: str, file: LiveFile | None, known: tuple[Document, int] | None = None) -> Overlay:
        """Return the texts with this text, or the file (None), in place of one open document."""
        files, serials = dict(self.files), dict(self.serials)
        files.pop(path, None)
        if file is not None:
            files[path] = file
        if known is not None:
            serials[path] = known
        return replace(self, files=files, serials=serials)

    def with_own(self, path: str, file: LiveFile | None, known: tuple[Document, int]) -> Overlay:
        """Return the texts with a document of one client in place of another's."""
        return replace(self.with_file(path, file, known), own=self.own | {path})

    def without(self, path: str) -> Overlay:
        """Return the texts of all open documents but one."""
        files, serials = dict(self.files), dict(self.serials)
        files.pop(path, None)
        serials.pop(path, None)
        return Overlay(files, serials)

    @cached_property
    def names(self) -> Snapshot:
        """The symbols of all texts."""
        return NO_NAMES.updated(
            pa.concat_tables([SYMBOLS.empty_table(), *(live.symbols for live in self.files.values())])
        )


NOTHING = Overlay()
"""No open documents: every file stands for itself."""
