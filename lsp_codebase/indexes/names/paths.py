"""The paths of a segment, packed: half the memory of as many strings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lsp_codebase.arrays import Int32, Int64, pc

_FEW_PATHS = 32  # are looked up one by one; for more, all paths are hashed once


class Paths(Sequence[str]):
    """Ascending paths. `bisect` works on them: only the compared paths are decoded."""

    __slots__ = ("offsets", "text")

    def __init__(self, ascending: Iterable[str]) -> None:
        encoded = [path.encode() for path in ascending]
        self.offsets = np.zeros(len(encoded) + 1, dtype=np.int32)
        np.cumsum([len(path) for path in encoded], out=self.offsets[1:])
        self.text = memoryview(b"".join(encoded))

    @classmethod
    def packed(cls, text: memoryview, offsets: Int32) -> Paths:
        """Return ascending paths that lie in `text` from each of `offsets` to the next."""
        paths = cls(())
        paths.text, paths.offsets = text, offsets
        return paths

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Paths: ...
    def __getitem__(self, index: int | slice) -> str | Paths:
        if isinstance(index, slice):
            return Paths(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        return str(self.text[self.offsets[at] : self.offsets[at + 1]], "utf-8")

    @property
    def nbytes(self) -> int:
        """The bytes held."""
        return self.offsets.nbytes + len(self.text)

    def at(self, path: str) -> int | None:
        """Return the place of a path, None if it is not there."""
        wanted = path.encode("utf-8", "surrogatepass")  # bytes of UTF-8 are in the order of the letters
        at = bisect_left(range(len(self)), wanted, key=self._encoded)
        return at if at < len(self) and self._encoded(at) == wanted else None

    def _encoded(self, at: int) -> bytes:
        return self.text[self.offsets[at] : self.offsets[at + 1]].tobytes()

    def find(self, paths: Collection[str]) -> Int64:
        """Return the places of those of some paths that are here."""
        if len(paths) < _FEW_PATHS:
            places = [at for path in paths if (at := self.at(path)) is not None]
            return np.array(places, np.int64)
        found = pc.index_in(pa.array(paths, pa.string()), value_set=self.to_arrow())
        return np.asarray(found.drop_null(), np.int64)

    def to_arrow(self) -> pa.Array:
        """Return the paths as an Arrow string array that shares their memory."""
        return pa.StringArray.from_buffers(len(self), pa.py_buffer(self.offsets), pa.py_buffer(self.text))

    def take(self, indices: npt.NDArray[np.integer]) -> list[str]:
        """Return some of the paths."""
        offsets, text = self.offsets, self.text
        ends = zip(offsets[indices].tolist(), offsets[indices + 1].tolist(), strict=True)
        return [str(text[first:last], "utf-8") for first, last in ends]
