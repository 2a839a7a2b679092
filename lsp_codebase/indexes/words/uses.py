"""How tokens stand in chunks: a few thousand ways, of which each of millions of postings holds the number.

So a posting takes four bytes: two for its chunk, two for its use. A use is one number as long as uses are compared:
from its lowest byte on impact, fields, counts and forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import UInt32
from lsp_codebase.indexes.words.forms import ANY_FORM

COLUMNS = ("impacts", "fields", "counts", "forms")
_MOST = 1 << 16  # that two bytes tell apart
_ANY = np.uint32(ANY_FORM << 24)


class Uses(NamedTuple):
    """Distinct uses, and which of them each of some earlier numbers stands for."""

    distinct: UInt32
    places: NDArray[Any]  # uint16 wherever that is enough

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the distinct uses."""
        values = np.ascontiguousarray(self.distinct.astype("<u4").view(np.uint8).reshape(-1, len(COLUMNS)).T)
        return dict(zip(COLUMNS, values, strict=True))


def uses_of(*columns: NDArray[Any]) -> Uses:
    """Return the uses of postings, given each of `COLUMNS` for all of them."""
    found = pa.array(joined(*columns)).dictionary_encode()  # in a fifth of the time of sorting them
    distinct, places = found.dictionary.to_numpy(), found.indices.to_numpy()
    if len(distinct) > _MOST:
        fewer = merged([distinct], [places])
        return Uses(fewer.distinct, fewer.places[places])
    return Uses(distinct, places.astype(np.uint16))


def joined(*columns: NDArray[Any]) -> UInt32:
    """Return uses, each as one number."""
    uses = columns[0].astype(np.uint32)
    for place, column in enumerate(columns[1:], 1):
        uses |= column.astype(np.uint32) << np.uint32(8 * place)
    return uses


def merged(parts: Sequence[UInt32], postings: Sequence[NDArray[Any]]) -> Uses:
    """Return the uses of several segments; `places` are those of the uses of all `parts`, one behind the other.

    If two bytes do not tell them apart, the rarest are taken for words in any form.
    """
    distinct, places = np.unique(np.concatenate(parts), return_inverse=True)
    if len(distinct) > _MOST:
        counts = [np.bincount(own, minlength=len(part)) for part, own in zip(parts, postings, strict=True)]
        formless = _formless(distinct, np.bincount(places, np.concatenate(counts)))
        distinct, second = np.unique(formless, return_inverse=True)
        places = second[places]
    return Uses(distinct, places.astype(least_type(len(distinct) - 1)))


def _formless(distinct: UInt32, counts: NDArray[Any]) -> UInt32:
    """Return the uses with the forms of the rarest given up, as far as that makes them few enough."""
    room = _MOST - len(np.unique(distinct | _ANY))
    if room <= 0:
        return distinct
    kept = np.argsort(-counts, kind="stable")[:room]
    given_up = distinct | _ANY
    given_up[kept] = distinct[kept]
    return np.asarray(given_up, np.uint32)


def least_type(largest: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of two bytes, or of four, for numbers up to one."""
    return np.uint16 if largest < _MOST else np.uint32
