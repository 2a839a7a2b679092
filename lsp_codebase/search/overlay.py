"""Texts that stand in for files: what open documents say, in place of what is stored of them. Made by `live/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.parse.text import decode
from lsp_codebase.store import FileRecord, Segment


@dataclass(frozen=True)
class LiveFile:
    """One text, parsed. `chunks` are rows of `store.schema.CHUNKS`, with ids below 0: no stored chunk has such.

    `vectors` is float32, (chunks, dimension), with rows of NaN where there is none yet, or None without a model.
    """

    record: FileRecord
    data: bytes
    chunks: pa.Table
    symbols: pa.Table
    segment: Segment
    vectors: NDArray[np.float32] | None = None

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
    """The texts, by the path, relative to the root, of the file that each stands in for."""

    files: Mapping[str, LiveFile] = field(default_factory=dict)

    def lines(self, path: str) -> Sequence[str] | None:
        """Return the lines of a text, None where the file stands for itself."""
        live = self.files.get(path)
        return live.lines if live else None


NOTHING = Overlay()
"""Every file stands for itself."""
