"""The vectors of a codebase in memory, a byte a dimension, searched in two steps.

A scan of all vectors is bound by memory: 160,000 of 256 dimensions are 160 MB as floats. Their projections on the 64
directions in which they differ most, a byte each too, are a sixteenth of that; the best 3,000 by projection hold 96 %
of the true best 50, and these are then compared in full. LanceDB needs a scan or a trained index, and another query
for the similarity of given chunks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import distinct
from lsp_codebase.indexes.merging import Merging

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]

_DIRECTIONS = 64
_COMPARED = 3_000  # in full: those with the best projections,
_ONE_IN = 50  # or so many of very many
_LEAST_ROWS = 8_192  # below, all are compared in full
_GROWTH = 4  # directions are found again when there are so many times more vectors
_SAMPLE = 16_384
_BLOCK = 4_096
# Rows made floats at once: they stay in the processor's cache, and the product stays in this thread. Of more numbers
# OpenBLAS makes work for all cores, who wait for each other ten times as long on a busy machine.
_SCANNED = 2_048  # projections
_MULTIPLIED = 512  # vectors
_SAMPLED = 64  # one of so many tells how near the best are


class Among(NamedTuple):
    """Which chunks may be answered: those with these ids, ascending, or those of the files that have them."""

    ids: Ids
    are_files: bool


@dataclass(frozen=True, slots=True)
class VectorPart:
    """Vectors in the order of their chunk ids: `codes` * `scales` are their coordinates.

    So are `projections` * `projection_scales` those along the directions, once these are known.
    """

    chunks: Ids
    files: Ids
    codes: NDArray[np.int8]  # (rows, dimension)
    scales: Floats  # (rows)
    live: NDArray[np.bool_]  # (rows)
    projections: NDArray[np.int8] | None = None  # (rows, _DIRECTIONS)
    projection_scales: Floats | None = None  # (rows)
    saved_in: Path | None = None  # the file that holds all arrays but `live`

    def __len__(self) -> int:
        return len(self.chunks)

    @property
    def living(self) -> int:
        """How many vectors are of live files."""
        return int(np.count_nonzero(self.live))

    @classmethod
    def of(cls, chunks: Ids, files: Ids, vectors: NDArray[np.float16]) -> VectorPart:
        """Return a part of these vectors, (rows, dimension)."""
        order = np.argsort(chunks, kind="stable")
        codes, scales = _coded(vectors[order].astype(np.float32))
        return cls(chunks[order], files[order], codes, scales, np.ones(len(order), bool))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]], live: NDArray[np.bool_], path: Path) -> VectorPart:
        """Return a part that was saved as `arrays`.

        Raises:
            KeyError, ValueError: if they are none of a part.
        """
        rows = len(arrays["chunks"])
        projections = arrays["projections"].reshape(rows, _DIRECTIONS) if len(arrays["projections"]) else None
        scales = arrays["projection_scales"] if projections is not None else None
        codes = arrays["codes"].reshape(rows, -1)
        return cls(arrays["chunks"], arrays["files"], codes, arrays["scales"], live, projections, scales, path)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays but `live`."""
        return {
            "chunks": self.chunks,
            "files": self.files,
            "codes": self.codes,
            "scales": self.scales,
            "projections": np.empty(0, np.int8) if self.projections is None else self.projections,
            "projection_scales": np.empty(0, np.float32) if self.projection_scales is None else self.projection_scales,
        }

    def products(self, vector: Floats, rows: NDArray[np.intp]) -> Floats:
        """Return the dot products of some rows with a vector."""
        products = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), _MULTIPLIED):
            block = self.codes[rows[start : start + _MULTIPLIED]].astype(np.float32)
            np.matmul(block, vector, out=products[start : start + _MULTIPLIED])
        products *= self.scales[rows]
        return products

    def only(self, among: Among) -> VectorPart:
        """Return the part with all other chunks left out."""
        if among.are_files:
            return replace(self, live=np.isin(self.files, among.ids, kind="table") & self.live)
        live = np.zeros(len(self), np.bool_)
        if not len(self):
            return replace(self, live=live)
        # Parts lie behind each other for the most part: of each only the ids between its ends are looked for.
        wanted = among.ids[slice(*np.searchsorted(among.ids, [self.chunks[0], self.chunks[-1] + 1]))]
        places = np.searchsorted(self.chunks, wanted)
        live[places[self.chunks[places] == wanted]] = True
        return replace(self, live=live & self.live)

    def projected(self, directions: Floats) -> VectorPart:
        """Return the part with its projections on these directions."""
        projections = np.empty((len(self), directions.shape[1]), np.int8)
        scales = np.empty(len(self), np.float32)
        for start in range(0, len(self), _BLOCK):  # as floats all codes at once are four times the vectors held
            rows = slice(start, start + _BLOCK)
            projections[rows], scales[rows] = _coded(self.codes[rows].astype(np.float32) @ directions)
        return replace(self, projections=projections, projection_scales=scales * self.scales, saved_in=None)

    def near(self, projected: Floats, rows: NDArray[np.intp]) -> Floats:
        """Return the products of some projections with that of a vector."""
        assert self.projections is not None
        assert self.projection_scales is not None
        if 2 * len(rows) > len(self):  # in the order in which they lie it is as fast for all of them
            products = self._near(projected, self.projections, self.projection_scales)
            return products if len(rows) == len(self) else products[rows]
        return self._near(projected, self.projections[rows], self.projection_scales[rows])

    def _near(self, projected: Floats, projections: NDArray[np.int8], scales: Floats) -> Floats:
        products = np.empty(len(projections), np.float32)
        floats = np.empty((_SCANNED, len(projected)), np.float32)
        for start in range(0, len(projections), _SCANNED):
            codes = projections[start : start + _SCANNED]
            block = floats[: len(codes)]
            block[...] = codes
            np.matmul(block, projected, out=products[start : start + _SCANNED])
        products *= scales
        return products


@dataclass(frozen=True, slots=True)
class ResidentVectors:
    """Chunk ids, file ids and vectors. Nothing here changes: each change makes new ones that share what stays."""

    parts: tuple[VectorPart, ...] = ()
    directions: Floats | None = None
    rows_at_directions: int = 0  # how many vectors there were when the directions were found

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    @property
    def files(self) -> set[int]:
        """The ids of the files whose vectors are there."""
        return {file_id for part in self.parts for file_id in distinct(part.files[part.live]).tolist()}

    @classmethod
    def of(cls, batches: Iterable[tuple[Ids, Ids, NDArray[np.float16]]]) -> ResidentVectors:
        """Return these vectors, (rows, dimension); many at once are merged but once."""
        parts = [VectorPart.of(*batch) for batch in batches]
        return cls((_merge(parts),) if parts else ())._with_directions()

    def with_added(self, chunks: Ids, files: Ids, vectors: NDArray[np.float16]) -> ResidentVectors:
        """Return them with further vectors, (rows, dimension)."""
        added = VectorPart.of(chunks, files, vectors)
        parts = (*self.parts, added if self.directions is None else added.projected(self.directions))
        return replace(self, parts=_MERGING.settle(parts))._with_directions()

    def settled(self) -> ResidentVectors:
        """Return them in fewer parts than those that are added to while very many come."""
        return replace(self, parts=_SETTLED.settle(self.parts))

    def without(self, files: Collection[int]) -> ResidentVectors:
        """Return them without the vectors of files."""
        gone = np.fromiter(files, np.int64, len(files))
        masked = (replace(part, live=part.live & ~np.isin(part.files, gone)) for part in self.parts)
        return replace(self, parts=tuple(part for part in masked if part.live.any()))

    def nearest(
        self, vector: Floats, limit: int, where: str | None = None, among: Among | None = None
    ) -> tuple[Ids, Floats]:
        """Return chunk ids and dot products of the best, best first; ties by chunk id.

        `among` leaves out all other chunks; `where` says the same in SQL and is not needed here.
        """
        parts = self.parts if among is None else tuple(part.only(among) for part in self.parts)
        found = [_nearest(part, vector, self.directions, limit) for part in parts]
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        chunks, products = (np.concatenate(columns) for columns in zip(*found, strict=True))
        best = np.lexsort((chunks, -products))[:limit]
        return chunks[best], products[best]

    def products(self, vector: Floats, chunk_ids: Collection[int]) -> dict[int, float]:
        """Return the dot products of `vector` with the vectors of these chunks, of those that have one."""
        wanted = np.fromiter(chunk_ids, np.int64, len(chunk_ids))
        products: dict[int, float] = {}
        for part in self.parts:
            places = np.minimum(np.searchsorted(part.chunks, wanted), len(part) - 1)
            here = (part.chunks[places] == wanted) & part.live[places]
            products.update(zip(wanted[here].tolist(), part.products(vector, places[here]).tolist(), strict=True))
        return products

    def _with_directions(self) -> ResidentVectors:
        """Take the principal directions of a sample, evenly spread over all vectors, once there are many more."""
        rows = len(self)
        if rows < _LEAST_ROWS or rows <= _GROWTH * self.rows_at_directions:
            return self
        step = max(rows // _SAMPLE, 1)
        sample = np.concatenate(
            [part.codes[::step].astype(np.float32) * part.scales[::step, None] for part in self.parts if len(part)]
        )
        _, axes = np.linalg.eigh(sample.T @ sample)  # ascending
        directions: Floats = np.ascontiguousarray(axes[:, : -_DIRECTIONS - 1 : -1], dtype=np.float32)
        return ResidentVectors(tuple(part.projected(directions) for part in self.parts), directions, rows)


def _nearest(part: VectorPart, vector: Floats, directions: Floats | None, limit: int) -> tuple[Ids, Floats]:
    rows: NDArray[np.intp] = np.flatnonzero(part.live)
    compared = max(_COMPARED, len(rows) // _ONE_IN)
    if directions is not None and part.projections is not None and len(rows) > compared:
        rows = rows[_greatest(part.near(vector @ directions, rows), compared)]
    products = part.products(vector, rows)
    if len(rows) > limit:
        best = np.argpartition(-products, limit)[:limit]
        rows, products = rows[best], products[best]
    return part.chunks[rows], products


def _greatest(values: Floats, count: int) -> NDArray[np.intp]:
    """Return the places of the greatest values, ascending: about `count` of very many, as a sample of them tells."""
    if len(values) < _SAMPLED * _COMPARED:
        return np.sort(np.argpartition(-values, count)[:count])
    sample = values[::_SAMPLED]
    least = np.partition(sample, -(count // _SAMPLED))[-(count // _SAMPLED)]
    return np.flatnonzero(values >= least)


def _merge(parts: Sequence[VectorPart]) -> VectorPart:
    chunks = np.concatenate([part.chunks[part.live] for part in parts])
    order = np.argsort(chunks, kind="stable")
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    places = np.split(place, np.cumsum([part.living for part in parts])[:-1])

    def joined(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """Return the living rows of all parts, each copied once: of codes there are hundreds of megabytes."""
        merged = np.empty((len(order), *columns[0].shape[1:]), columns[0].dtype)
        for part, rows, column in zip(parts, places, columns, strict=True):
            merged[rows] = column if len(rows) == len(part) else column[part.live]
        return merged

    projections = [part.projections for part in parts if part.projections is not None]
    projection_scales = [part.projection_scales for part in parts if part.projection_scales is not None]
    is_projected = len(projections) == len(parts)
    return VectorPart(
        chunks[order],
        joined([part.files for part in parts]),
        joined([part.codes for part in parts]),
        joined([part.scales for part in parts]),
        np.ones(len(order), bool),
        joined(projections) if is_projected else None,
        joined(projection_scales) if is_projected else None,
    )


_MOST_ROWS = 262_144  # of a merged part: bounds what one merge takes to some hundred MB
_MERGING = Merging(_merge, growth=8, small=2_048, together=6, most=_MOST_ROWS)
_SETTLED = replace(_MERGING, growth=2, together=2)


def _coded(vectors: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Return a byte for each coordinate, and what a row's bytes are to be multiplied with."""
    scales = np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-9) / 127
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)
