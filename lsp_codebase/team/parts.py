"""The parts of a baseline: each lies in the store once, packed and sealed, under a name that its content tells."""

from __future__ import annotations

import hashlib

import pyarrow as pa

from lsp_codebase.errors import Damaged
from lsp_codebase.team.envelope import name_of, open_sealed, seal

PART_BYTES = 2_000_000
MOST_OVERHEAD = 100_000
"""Bytes of a part that is sealed and cannot be packed, beyond its own."""
_PURPOSE = "part of a baseline"
_FOLDER = "parts"
_HASH_BYTES = 32


def part_hash(data: bytes) -> str:
    """Return the hash of the content of a part."""
    return hashlib.blake2b(data, digest_size=_HASH_BYTES).hexdigest()


def part_key(part: str) -> str:
    """Return the key of a part in the store."""
    return f"{_FOLDER}/{name_of(bytes.fromhex(part), _PURPOSE)}"


def packed_part(part: str, data: bytes) -> bytes:
    """Return a part in its stored form."""
    return seal(bytes.fromhex(part), _PURPOSE, pa.compress(data, codec="zstd", asbytes=True))


def unpacked_part(part: str, stored: bytes, size: int) -> bytes:
    """Return a part of this size from its stored form.

    Raises:
        Damaged: it is not as it was written.
    """
    try:
        data: bytes = pa.decompress(
            open_sealed(bytes.fromhex(part), _PURPOSE, stored), size, codec="zstd", asbytes=True
        )
    except (pa.ArrowInvalid, OSError) as error:
        raise Damaged(f"a part that cannot be unpacked: {error}") from error
    if len(data) != size or part_hash(data) != part:
        raise Damaged("a part with another content")
    return data
