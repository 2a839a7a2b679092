"""Queries that stand word for word in a tree, or in what was said before: they say nothing about understanding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_TO_SPACES = bytes(byte if bytes([byte]).isalnum() else 32 for byte in range(256))
_MOST_BYTES = 2_000_000
PROBE_WORDS = 12


def flattened(text: bytes) -> bytes:
    """Return the letters and digits of a text in small letters, one space at whatever is between them."""
    return b" " + b" ".join(text.translate(_TO_SPACES).lower().split()) + b" "


def probe(query: str) -> bytes:
    """Return the words by which a query is looked for: the first twelve."""
    return b" " + b" ".join(flattened(query.encode()).split()[:PROBE_WORDS]) + b" "


def leaked(queries: Sequence[str], texts: Iterable[bytes]) -> set[str]:
    """Return the queries whose words stand one after the other in a text, whatever is between the words."""
    probes = {query: probe(query) for query in queries}
    found: set[str] = set()
    for text in map(flattened, texts):
        found |= {query for query in probes.keys() - found if probes[query] in text}
    return found


def texts_below(tree: Path, paths: Iterable[str]) -> Iterator[bytes]:
    for path in paths:
        file = tree / path
        if file.is_file() and file.stat().st_size <= _MOST_BYTES:
            yield file.read_bytes()
