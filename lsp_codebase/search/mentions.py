"""The files and chunks in which a name may stand, the nearest to a file first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Segment, field_bits
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.store import FileRecord

_BODY = field_bits("body_tokens")
_MOST_MENTIONS = 2_000  # of one segment: a name in more chunks says little

Lateness = Callable[[FileRecord], int | None]
"""Tells how late a file is told: later ones come behind all others, and those of no lateness not at all."""


class ChunkLines(NamedTuple):
    """Lines of a chunk that holds a word, end exclusive."""

    path: str
    start_line: int
    end_line: int


class Mentions(NamedTuple):
    """The chunks of a file that mention a name, by their rows: of thousands of files the nearest ten are looked at."""

    path: str
    segment: Segment
    rows: Ids

    @property
    def chunks(self) -> Iterator[ChunkLines]:
        """The lines of the chunks, in order."""
        return (ChunkLines(self.path, start, end) for start, end in sorted(self.segment.lines[self.rows].tolist()))


class Mentioning(NamedTuple):
    """A file in which a name may stand, how near it is to another one, and the rows of a segment that mention it."""

    nearness: int
    record: FileRecord
    segment: Segment
    rows: Ids


def mentions_near(
    segments: Iterable[Segment], owner: Callable[[int], FileRecord | None], token: int, path: str
) -> list[Mentioning]:
    """Return the files in which the name of a token may stand; one that lies in two segments comes twice."""
    found, parts = [], path.split("/")
    for segment in segments:
        rows = segment.living_rows(segment.postings(token), _BODY)[:_MOST_MENTIONS]
        files, firsts = np.unique(segment.file_of[rows], return_index=True)
        bounds = pairwise([*firsts.tolist(), len(rows)])
        for file_id, own in zip(segment.file_ids[files].tolist(), bounds, strict=True):
            if (record := owner(file_id)) is not None:
                found.append(Mentioning(agreeing(record.path.split("/"), parts), record, segment, rows[slice(*own)]))
    return found


def in_order(files: Iterable[Mentioning], path: str, lateness: Lateness) -> list[Mentions]:
    """Return files in the order in which they are told: `path`, then those near to it."""
    found = []
    for nearness, record, segment, rows in files:
        late = lateness(record) if record.path != path else 0
        if late is not None:
            found.append((late, -nearness, record.path, segment, rows))
    return [Mentions(*one[2:]) for one in sorted(found, key=itemgetter(0, 1, 2))]


def nearest_first(paths: Iterable[str], path: str) -> list[str]:
    """Return paths in their nearness to one of them, which is the first."""
    parts = path.split("/")
    return sorted(paths, key=lambda one: (-agreeing(one.split("/"), parts), one))
