"""How often names are mentioned, from the postings: what orders definitions that fit a pattern equally well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import distinct
from lsp_codebase.indexes.words import Segment, token_hash
from lsp_codebase.parse import token_string
from lsp_codebase.store import FileRecord

_MOST_FILES = 256
"""A name that more files mention is not looked at file by file."""


def name_hash(name: str) -> int:
    """Return what stands in the postings for a whole name: it is the last of its tokens, after its parts."""
    return token_hash(token_string(name).rpartition(" ")[2])


class Mentions:
    """Counts chunks that mention a name; where it is defined several times, the files that each definition is nearest.

    `owner` gives the file of an id, None for what is not answered from.
    """

    def __init__(self, segments: Sequence[Segment], owner: Callable[[int], FileRecord | None]) -> None:
        self._segments = segments
        self._owner = owner

    def __call__(self, names: Sequence[str], paths: Sequence[str]) -> list[float]:
        """Return how often each name is mentioned for the sake of its definition in that path."""
        defined: dict[int, set[str]] = defaultdict(set)
        hashes = [name_hash(name) for name in names]
        for token, path in zip(hashes, paths, strict=True):
            defined[token].add(path)
        tokens = np.array(sorted(defined), dtype=np.uint32)
        counts = dict(zip(tokens.tolist(), self._chunks(tokens).tolist(), strict=True))
        shares = {
            token: self._shares(token, own)
            for token, own in defined.items()
            if len(own) > 1 and counts[token] <= _MOST_FILES
        }
        return [
            shares[token][path] if token in shares else float(counts[token])
            for token, path in zip(hashes, paths, strict=True)
        ]

    def _chunks(self, tokens: NDArray[np.uint32]) -> NDArray[np.int64]:
        counts = np.zeros(len(tokens), dtype=np.int64)
        for segment in self._segments:
            counts += segment.living_in(segment.postings_of(tokens))
        return counts

    def _shares(self, token: int, defining: set[str]) -> dict[str, float]:
        """Share the files that mention a name among those that define it: each goes to the nearest directory."""
        near: dict[str, list[str]] = defaultdict(list)
        for path in defining:
            for directory in _parents(path):
                near[directory].append(path)
        shares = dict.fromkeys(defining, 0.0)
        for path in self._files(token) - defining:
            owners = next(near[directory] for directory in _parents(path) if directory in near)
            for owner in owners:
                shares[owner] += 1 / len(owners)
        return shares

    def _files(self, token: int) -> set[str]:
        ids: set[int] = set()
        for segment in self._segments:
            places = distinct(segment.file_of[segment.rows[segment.postings(token)]])
            ids.update(segment.file_ids[places[segment.live[places]]].tolist())
        return {record.path for record in map(self._owner, ids) if record is not None}


def _parents(path: str) -> Iterator[str]:
    """Yield the directories that a path lies in, the innermost first and the root, "", last."""
    while path:
        path = path.rpartition("/")[0]
        yield path
