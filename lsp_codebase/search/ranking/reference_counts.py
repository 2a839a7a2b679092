"""Counts of mentions of names, from the postings: they order definitions that fit a pattern equally well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from lsp_codebase.arrays import distinct
from lsp_codebase.indexes.words import Segment, token_hash
from lsp_codebase.parse import token_string
from lsp_codebase.paths import directories_above
from lsp_codebase.store import FileRecord

_MOST_FILES = 256
"""A name that more files mention is not counted file by file."""


def name_hash(name: str) -> int:
    """Return the hash of a whole name in the postings: that of the last of its tokens, after its parts."""
    return token_hash(token_string(name).rpartition(" ")[2])


class Mentions:
    """Counts chunks that mention a name; where it is defined several times, the files that each definition is nearest.

    `owner` gives the file of an id, None for a file that does not answer.
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
        tokens = np.array(list(defined), dtype=np.uint32)
        postings = [(segment, *segment.bounds_of(tokens)) for segment in self._segments]
        chunks = sum((segment.living_in(*bounds) for segment, *bounds in postings), np.zeros(len(defined), np.int64))
        counts = dict(zip(defined, chunks.tolist(), strict=True))
        shares = {
            token: self._shares(
                [(segment, slice(begins[place], ends[place])) for segment, begins, ends in postings], paths_of
            )
            for place, (token, paths_of) in enumerate(defined.items())
            if len(paths_of) > 1 and counts[token] <= _MOST_FILES
        }
        return [
            shares[token][path] if token in shares else float(counts[token])
            for token, path in zip(hashes, paths, strict=True)
        ]

    def _shares(self, mentions: Iterable[tuple[Segment, slice]], defining: set[str]) -> dict[str, float]:
        """Share the files that mention a name among those that define it: each goes to the nearest directory."""
        near: dict[str, list[str]] = defaultdict(list)
        for path in defining:
            for directory in (*directories_above(path), ""):
                near[directory].append(path)
        shares = dict.fromkeys(defining, 0.0)
        for path in self._files(mentions) - defining:
            owners = next(near[directory] for directory in (*directories_above(path), "") if directory in near)
            for owner in owners:
                shares[owner] += 1 / len(owners)
        return shares

    def _files(self, mentions: Iterable[tuple[Segment, slice]]) -> set[str]:
        ids: set[int] = set()
        for segment, postings in mentions:
            if postings.start < postings.stop:
                places = distinct(segment.file_of[segment.rows[postings]])
                ids.update(segment.file_ids[places[segment.live[places]]].tolist())
        return {record.path for record in map(self._owner, ids) if record is not None}
