"""The vectors of a codebase in memory, a byte a dimension, searched in three steps.

A scan of all vectors is bound by memory: 160,000 of 256 dimensions are 160 MB as floats. Their `signatures` are a
32nd of that: these choose some, the same signs weighed choose a tenth of those, and these few are compared in full.
LanceDB needs a scan or a trained index, and another query for the similarity of given chunks. The nearest of 1.1
million take 10 ms of CPU.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import Bools, Int32, UInt64, distinct, highest, runs_from, true_places
from lsp_codebase.indexes.merging import Merging
from lsp_codebase.indexes.signatures import Compared, Distances, signatures
from lsp_codebase.store import MOST_CODE, VectorCodes, chunk_id, file_ids

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
Rows = NDArray[np.intp]

_WEIGHED = 40_000  # at least: those with the fewest other signs,
_ONE_WEIGHED_IN = 14  # or one in so many of very many
_COMPARED = 3_000  # in full, at least: of these the nearest by weighed signs,
_ONE_COMPARED_IN = 140  # or one in so many of all
# Rows made floats at once: they stay in the processor's cache, and the product stays in this thread. With more numbers
# OpenBLAS makes work for all cores, which wait for each other ten times as long on a busy machine.
_MULTIPLIED = 256
_LEAST_ROWS = 8_192  # below, all are compared in full
_MOST_PLACES = 64
_SAMPLED = 64  # one of so many tells how near the best of many are


class VectorFilter(NamedTuple):
    """Which chunks may be answered: some ids, ascending, and which of them pass."""

    ids: Ids
    passing: Bools


class _Places(NamedTuple):
    """The rows of the ids in one range of an array of ids, if need be one by one.

    An id without a row gets the row behind the last one.
    """

    ids: Ids
    asked: slice
    rows: Int32 | slice


@dataclass(frozen=True, slots=True)
class VectorPart:
    """Vectors in the order of their chunk ids: `codes` * `scales` are their coordinates."""

    chunks: Ids
    codes: NDArray[np.int8]  # (rows, dimension)
    scales: Floats  # (rows)
    signatures: UInt64  # (words, rows)
    live: NDArray[np.bool_]  # (rows)
    saved_in: Path | None = None  # the file that holds all arrays but `live`
    # Where chunk ids that were asked about lie, by the identity of their array; it is kept so that it stays its own.
    places: dict[int, _Places] = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.chunks)

    @property
    def living(self) -> int:
        """How many vectors are of live files."""
        return int(np.count_nonzero(self.live))

    @property
    def files(self) -> Ids:
        """The ids of the files that have live vectors, ascending."""
        return distinct(file_ids(self.chunks[self.live]))

    @classmethod
    def of(cls, chunks: Ids, vectors: VectorCodes) -> VectorPart:
        """Return a part of these vectors."""
        order = np.argsort(chunks, kind="stable")
        codes, scales = vectors.codes[order], vectors.largest[order] / np.float32(MOST_CODE)
        return cls(chunks[order], codes, scales, signatures(codes), np.ones(len(order), bool))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]], live: NDArray[np.bool_], path: Path) -> VectorPart:
        """Return a part that was saved as `arrays`.

        Raises:
            KeyError, ValueError: if they are none of a part.
        """
        rows = len(arrays["chunks"])
        codes, signs = arrays["codes"].reshape(rows, -1), arrays["signatures"].reshape(-1, rows)
        return cls(arrays["chunks"], codes, arrays["scales"], signs, live, path)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays but `live`."""
        return {
            "chunks": self.chunks,
            "codes": self.codes,
            "scales": self.scales,
            "signatures": self.signatures,
        }

    def products(self, vector: Floats, rows: Rows) -> Floats:
        """Return the dot products of some rows with a vector."""
        products = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), _MULTIPLIED):
            block = self.codes.take(rows[start : start + _MULTIPLIED], axis=0).astype(np.float32)
            np.matmul(block, vector, out=products[start : start + _MULTIPLIED])
        products *= self.scales.take(rows)
        return products

    def without(self, files: Ids) -> VectorPart:
        """Return the part with the vectors of files left out."""
        begins, ends = (self.chunks.searchsorted(chunk_id(files + after, 0)) for after in (0, 1))
        live = self.live.copy()
        live[runs_from(begins, ends - begins)] = False
        return replace(self, live=live) if (begins < ends).any() else self

    def only(self, among: Sequence[VectorFilter]) -> VectorPart:
        """Return the part with the chunks left out that none of `among` lets pass."""
        live = np.zeros(len(self) + 1, np.bool_)
        for one in among:
            places = self._places_of(one.ids)
            live[places.rows] = one.passing[places.asked]
        return replace(self, live=live[:-1] & self.live)

    def _places_of(self, ids: Ids) -> _Places:
        """Return where chunks lie, remembered: the same are asked about with every filter."""
        known = self.places.get(id(ids))
        if known is None:
            # Parts lie behind each other for the most part: of each only the ids between its ends are looked for.
            ends = [self.chunks[0], self.chunks[-1] + 1] if len(self) else [0, 0]
            asked = slice(*np.searchsorted(ids, ends).tolist())
            rows = np.searchsorted(self.chunks, ids[asked]).astype(np.int32)
            rows[self.chunks[rows] != ids[asked]] = len(self)
            if len(self.places) >= _MOST_PLACES:
                self.places.clear()
            # Most come in one piece, since they were made of the same files.
            is_run = len(rows) > 0 and rows[0] < len(self) and bool((np.diff(rows) == 1).all())
            known = _Places(ids, asked, slice(int(rows[0]), int(rows[-1]) + 1) if is_run else rows)
            self.places[id(ids)] = known
        return known

    def distances(self, compared: Compared) -> tuple[Rows | None, Distances]:
        """Return rows, the live ones or (None) all, and how many of their signs differ from those of a vector.

        Among all, those that are not live are as far away as can be.
        """
        if 2 * self.living < len(self):
            rows = self.live.nonzero()[0]
            return rows, compared.distances(self.signatures.take(rows, axis=1))
        distances = compared.distances(self.signatures)  # in the order in which they lie it is as fast for all of them
        if self.living < len(self):
            distances[~self.live] = _gone(distances)
        return None, distances


@dataclass(frozen=True, slots=True)
class ResidentVectors:
    """Chunk ids and vectors. Nothing here changes: each change makes new ones that share the unchanged parts."""

    parts: tuple[VectorPart, ...] = ()

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    @property
    def files(self) -> set[int]:
        """The ids of the files whose vectors are there."""
        return {file_id for part in self.parts for file_id in part.files.tolist()}

    @classmethod
    def of(cls, batches: Iterable[tuple[Ids, VectorCodes]]) -> ResidentVectors:
        """Return these vectors; many at once are merged but once, in parts that bound the memory for it."""
        merged: list[VectorPart] = []
        waiting: list[VectorPart] = []
        for batch in batches:
            waiting.append(VectorPart.of(*batch))
            if sum(map(len, waiting)) >= _MOST_ROWS:
                merged, waiting = [*merged, _merge(waiting)], []
        return cls((*merged, *([_merge(waiting)] if waiting else ())))

    def with_added(self, chunks: Ids, vectors: VectorCodes) -> ResidentVectors:
        """Return them with further vectors."""
        return replace(self, parts=_MERGING.settle((*self.parts, VectorPart.of(chunks, vectors))))

    def settled(self) -> ResidentVectors:
        """Return them in fewer parts than those that are added to while very many come."""
        return replace(self, parts=_SETTLED.settle(self.parts))

    def without(self, files: Collection[int]) -> ResidentVectors:
        """Return them without the vectors of files."""
        gone = np.fromiter(files, np.int64, len(files))
        masked = (part.without(gone) for part in self.parts)
        return replace(self, parts=tuple(part for part in masked if part.live.any()))

    def nearest(self, vector: Floats, limit: int, among: Sequence[VectorFilter] | None = None) -> tuple[Ids, Floats]:
        """Return chunk ids and dot products of the best, best first; ties by chunk id.

        `among` leaves out all other chunks.
        """
        parts = self.parts if among is None else tuple(part.only(among) for part in self.parts)
        chunks, products = [np.empty(0, np.int64)], [np.empty(0, np.float32)]
        for part, rows in zip(parts, _worth_comparing(parts, vector), strict=True):
            chunks.append(part.chunks[rows])
            products.append(part.products(vector, rows))
        return highest(np.concatenate(chunks), np.concatenate(products), limit)

    def products(self, vector: Floats, chunk_ids: Collection[int]) -> dict[int, float]:
        """Return the dot products of `vector` with the vectors of these chunks, of those that have one."""
        wanted = np.fromiter(chunk_ids, np.int64, len(chunk_ids))
        products: dict[int, float] = {}
        for part in self.parts:
            places = np.minimum(np.searchsorted(part.chunks, wanted), len(part) - 1)
            here = (part.chunks[places] == wanted) & part.live[places]
            products.update(zip(wanted[here].tolist(), part.products(vector, places[here]).tolist(), strict=True))
        return products


def _worth_comparing(parts: Sequence[VectorPart], vector: Floats) -> Sequence[Rows]:
    """Return the rows of each part whose vectors may be among the nearest."""
    living = sum(part.living for part in parts)
    if living < _LEAST_ROWS:
        return [part.live.nonzero()[0] for part in parts]
    compared = Compared(vector)
    found = [part.distances(compared) for part in parts]
    rows = _least(found, max(_WEIGHED, living // _ONE_WEIGHED_IN))
    signs = (part.signatures.take(own, axis=1, mode="clip") for part, own in zip(parts, rows, strict=True))
    weighed = [compared.weighed(own) for own in signs]
    return _least([*zip(rows, weighed, strict=True)], max(_COMPARED, living // _ONE_COMPARED_IN))


def _gone(distances: Distances) -> int:
    """Return the distance of vectors that are not live: larger than any that counts."""
    return int(np.iinfo(distances.dtype).max)


def _least(found: Sequence[tuple[Rows | None, Distances]], count: int) -> Sequence[Rows]:
    """Return the rows with the smallest distances: `count` and those that tie, of very many about so many."""
    step = _SAMPLED if count >= _SAMPLED**2 else 1
    sample = np.concatenate([distances[::step] for _, distances in found])
    last = min(count // step, len(sample)) - 1
    most = min(np.partition(sample, last)[last], _gone(sample) - 1)
    near = ((rows, true_places(distances <= most)) for rows, distances in found)
    return [own if rows is None else rows[own] for rows, own in near]


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

    return VectorPart(
        chunks[order],
        joined([part.codes for part in parts]),
        joined([part.scales for part in parts]),
        np.stack([joined([part.signatures[word] for part in parts]) for word in range(len(parts[0].signatures))]),
        np.ones(len(order), bool),
    )


_MOST_ROWS = 262_144  # of a merged part: bounds the memory of one merge to some hundred MB
_MERGING = Merging(_merge, growth=8, small=2_048, together=6, most=_MOST_ROWS)
_SETTLED = replace(_MERGING, growth=2, together=2)
