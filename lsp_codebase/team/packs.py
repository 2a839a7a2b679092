"""Many small entries in few objects: packs, each with an index of its entries, as git and restic keep theirs.

    <folder>/<id>.pack    entries, one behind the other
    <folder>/<id>.index   the id, a row for each entry, a signature of both (zeros without a key)

The id is a hash of the pack and of its signer, so no object ever changes. A pack counts once its index is there,
which is written last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.errors import Damaged
from lsp_codebase.team.signatures import SIGNATURE_BYTES, check, sign

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PACK, INDEX = ".pack", ".index"
NAME_BYTES = 16
MOST_ENTRY_BYTES = 16_000_000
_MAGIC = b"LCP\x01"
_ID_BYTES = 16
_HEAD_BYTES = len(_MAGIC) + _ID_BYTES
_ROW = np.dtype([("name", "V16"), ("head", "<u8"), ("start", "<u4"), ("length", "<u4"), ("digest", "V16")])
_MOST_PACK_BYTES = 1 << 30
MOST_INDEX_BYTES = 100_000 * _ROW.itemsize


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an entry, and the hash of its bytes."""

    start: int
    end: int
    digest: bytes

    def fits(self, entry: bytes) -> bool:
        """Whether these are the bytes that were packed."""
        return _digest(entry) == self.digest


@dataclass(frozen=True, slots=True)
class PackIndex:
    """The entries of one pack, in the order of `head`, the beginning of their names as numbers."""

    pack: str
    rows: NDArray[np.void]

    def find(self, names: Sequence[bytes]) -> dict[bytes, Place]:
        """Return the places of those names that are in the pack."""
        heads = np.frombuffer(b"".join(name[:8] for name in names), "<u8")
        places = np.searchsorted(self.rows["head"], heads)
        found = {}
        for name, place in zip(names, places.tolist(), strict=True):
            if place < len(self.rows) and (row := self.rows[place])["name"].tobytes() == name:
                start = int(row["start"])
                found[name] = Place(start, start + int(row["length"]), row["digest"].tobytes())
        return found

    @property
    def end(self) -> int:
        """The least size of the pack."""
        return int((self.rows["start"].astype(np.int64) + self.rows["length"]).max(initial=0))


def packed(entries: Mapping[bytes, bytes], key: Ed25519PrivateKey | None) -> tuple[str, bytes, bytes]:
    """Return the id of the pack of these entries, by their 16-byte names, the pack itself, and its index."""
    body = b"".join(entries.values())
    signer = key.public_key().public_bytes_raw() if key is not None else b""
    pack = _digest(_digest(body) + signer)  # so that an unsigned pack replaces no signed one
    rows = np.zeros(len(entries), _ROW)
    start = 0
    for row, (name, entry) in zip(rows, entries.items(), strict=True):
        row["name"], row["head"] = np.void(name), int.from_bytes(name[:8], "little")
        row["start"], row["length"], row["digest"] = start, len(entry), np.void(_digest(entry))
        start += len(entry)
    signed = _MAGIC + pack + np.sort(rows, order="head").tobytes()
    return pack.hex(), body, signed + (sign(signed, key) if key is not None else bytes(SIGNATURE_BYTES))


def read_index(data: bytes, pack: str, key: Ed25519PublicKey | None) -> PackIndex:
    """Return the index of a pack.

    Raises:
        Damaged: it is no index of this pack, or `key` did not sign it.
    """
    signed, signature = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
    if signed[:_HEAD_BYTES] != _MAGIC + bytes.fromhex(pack) or (len(signed) - _HEAD_BYTES) % _ROW.itemsize:
        raise Damaged(f"{pack}{INDEX} is no index of this pack")
    if key is not None:
        check(signed, signature, key)
    rows = np.frombuffer(signed, _ROW, offset=_HEAD_BYTES)
    index = PackIndex(pack, rows)
    names = rows["name"]
    is_sorted = bool((rows["head"][1:] >= rows["head"][:-1]).all())
    heads = np.frombuffer(names.tobytes(), "<u8")[::2]
    if not is_sorted or (heads != rows["head"]).any() or rows["length"].max(initial=0) > MOST_ENTRY_BYTES:
        raise Damaged(f"{pack}{INDEX} has rows that no publisher writes")
    if index.end > _MOST_PACK_BYTES:
        raise Damaged(f"{pack}{INDEX} is of a pack that is too large")
    return index


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_ID_BYTES).digest()
