"""The last parts of names that are qualified in themselves: `Conn` of `Plug.Conn`, `b` of `A::b`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Int32, Int64, UInt8, UInt64, pc
from lsp_codebase.indexes.names import packing

_SEPARATORS = b".:\\/#"
_IS_SEPARATOR = np.isin(np.arange(256), list(_SEPARATORS))
_IS_BLANK = np.arange(256) <= ord(" ")


class LastParts(NamedTuple):
    """The qualified names, ascending; in bytes, where the last part of each starts; the hash of its letters.

    A name with blanks in it is a sentence, and nothing in it is qualified.
    """

    names: Int32
    starts: Int32
    hashes: UInt64

    def with_letters(self, codes: bytes) -> tuple[Int32, Int32]:
        """Return the names whose last part has exactly these letters, and where it starts."""
        same = np.flatnonzero(self.hashes == np.uint64(packing.hash_letters(codes)))
        return self.names[same], self.starts[same]


def last_parts(texts: UInt8, offsets: Int64) -> LastParts:
    """Find the last parts of names packed end to end; of `a.` the last part is no name."""
    places = np.flatnonzero(_IS_SEPARATOR[texts])
    owners = np.searchsorted(offsets, places, side="right") - 1
    is_last = np.append(owners[1:] != owners[:-1], True)[: len(owners)]
    is_inside = (places > offsets[owners]) & (places + 1 < offsets[owners + 1])
    places, owners = places[is_last & is_inside], owners[is_last & is_inside]
    whole, at = packing.gather(texts, offsets[owners], offsets[owners + 1] - offsets[owners])
    blanks = np.zeros(len(whole) + 1, dtype=np.int64)
    np.cumsum(_IS_BLANK[whole], out=blanks[1:])
    is_name = blanks[at[1:]] == blanks[at[:-1]]
    places, owners = places[is_name], owners[is_name]
    parts, at = packing.gather(texts, places + 1, offsets[owners + 1] - places - 1)
    codes, at = packing.gather(*packing.pack(parts, at))
    return LastParts(
        owners.astype(np.int32), (places + 1 - offsets[owners]).astype(np.int32), packing.hash_names(codes, at)
    )


def dotted(scopes: pa.Array) -> pa.Array:
    """Return scopes with one dot between their parts, however these are separated, and none at their ends."""
    return pc.utf8_trim(pc.replace_substring_regex(scopes, pattern=r"(::|->|[.:\\/#])+", replacement="."), ".")
