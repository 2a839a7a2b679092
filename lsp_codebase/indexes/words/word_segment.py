"""Which tokens stand in which chunks of some files, as arrays, which search reads instead of the chunks.

The contribution of a chunk depends on that chunk alone: its field lengths are compared with those of typical code,
not with the averages of this index. So an index brought up to date scores exactly as one built anew, chunks can be
added, dropped and merged in any order, and a missing segment is made again from the chunk table.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import Int64, UInt32
from lsp_codebase.indexes.mapped import map_arrays, write_arrays
from lsp_codebase.indexes.words import joints, trigrams
from lsp_codebase.indexes.words.uses import COLUMNS as USES

FORMAT = 11  # of saved segments; raise it when the stored arrays change

FIELDS = (
    "body_tokens",
    "name_tokens",
    "scope_tokens",
    "signature_tokens",
    "comment_tokens",
    "stem_tokens",
    "directory_tokens",
    "string_tokens",
)
LARGEST_IMPACT = 2.0  # the limit of x (k1 + 1) / (x + k1) with k1 = 1
IMPACT_SCALE = LARGEST_IMPACT / 255
ALL_COMMENTED = 255

Numbers = NDArray[Any]


def field_bits(*fields: str) -> np.uint8:
    """Return the bits that stand for some of the `FIELDS` in the fields of a posting."""
    bits: np.uint8 = np.uint8(sum(1 << FIELDS.index(field) for field in fields))
    return bits


def token_hash(token: str) -> int:
    """Return the number for a token: two of a code base's million distinct ones rarely share it."""
    return zlib.crc32(token.encode())


@dataclass(frozen=True, slots=True)
class Segment:
    """Some whole files. Rows are chunks in the order of their ids; all arrays are read-only and may be on disk."""

    chunk_ids: Numbers  # (rows) int64, ascending
    lines: Numbers  # (rows, 2) int32: start, end
    sizes: Numbers  # (rows) uint16: tokens of the body
    commented: Numbers  # (rows) uint8: the share of these that stand in comments, in units of 1 / ALL_COMMENTED
    file_of: Numbers  # (rows) uint32: place in `file_ids`
    file_ids: Numbers  # (files) int64, ascending
    file_sizes: Numbers  # (files) uint32: tokens of all bodies
    tokens: Numbers  # (tokens) uint32, ascending: hashes
    starts: Numbers  # (tokens + 1) uint32: where the postings of a token begin
    rows: Numbers  # (postings) uint16, or uint32 of more than 65,535 rows; ascending within a token
    uses: Numbers  # (postings) uint16, or uint32: place in the next four
    impacts: Numbers  # (uses) uint8, in units of IMPACT_SCALE
    fields: Numbers  # (uses) uint8: bit i is set if the token stands in FIELDS[i]
    counts: Numbers  # (uses) uint8: how often, for the file as a whole
    forms: Numbers  # (uses) uint8: how it is written; see `forms`
    name_rows: Numbers  # (names) as `rows`, ascending: the chunk that defines a name
    name_kinds: Numbers  # (names) uint8: model.SymbolKind
    name_starts: Numbers  # (names + 1) uint32: where its parts begin
    name_parts: Numbers  # (parts) uint32: hashes of stems
    signatures: Numbers  # (planes, rows) uint8: the strings that the texts may hold; see `trigrams`
    joints: Numbers  # (planes, rows) uint8: which signs may stand behind which words; see `joints`
    untold: Numbers  # (some rows) uint32, ascending: those of which `spellings` do not tell
    spellings: Numbers  # (bytes) uint8: the words of the texts, perhaps of dead files too; see `spellings.of_texts`
    spelling_signs: Numbers  # (planes, stretches) uint8: the strings these words may hold; see `spellings.signs_of`
    live: Numbers  # (files) bool
    saved_in: Path | None = None  # the file that holds all arrays but `live`
    defining: dict[int, Numbers] = field(default_factory=dict, repr=False, compare=False)  # see `rows_of_kinds`

    def __len__(self) -> int:
        return len(self.chunk_ids)

    @property
    def living(self) -> int:
        """How many chunks belong to live files."""
        if self.live.all():
            return len(self)
        dead = np.flatnonzero(~self.live).astype(self.file_of.dtype)  # few among many; `file_of` ascends
        ends = np.searchsorted(self.file_of, dead, "right") - np.searchsorted(self.file_of, dead)
        return len(self) - int(ends.sum())

    def only(self, wanted: Numbers) -> Segment:
        """Return the segment with files left out: those for which `wanted`, (files) bool, is false."""
        return self if wanted.all() else replace(self, live=self.live & wanted)

    def holding_anything(self) -> Segment:
        """Return the segment of texts that were not looked at: any string may stand in each."""
        return replace(
            self,
            signatures=np.full_like(self.signatures, 0xFF),
            joints=np.full_like(self.joints, 0xFF),
            untold=np.arange(len(self), dtype=np.uint32),
        )

    def postings(self, token: int) -> slice:
        """Return which postings are of a token."""
        return self.postings_of([token])[0]

    def postings_of(self, tokens: Sequence[int] | UInt32) -> list[slice]:
        """Return which postings are of each of some tokens."""
        begins, ends = self.bounds_of(np.asarray(tokens, np.uint32))
        return [*map(slice, begins.tolist(), ends.tolist())]

    def bounds_of(self, tokens: Numbers) -> tuple[Numbers, Numbers]:
        """Return where the postings of each of some tokens begin and end."""
        if not len(self.tokens):
            return np.zeros(len(tokens), np.int64), np.zeros(len(tokens), np.int64)
        places = np.minimum(self.tokens.searchsorted(tokens), len(self.tokens) - 1)
        ends = places + (self.tokens[places] == tokens)
        return self.starts[places].astype(np.int64), self.starts[ends].astype(np.int64)

    def living_in(self, begins: Numbers, ends: Numbers) -> Int64:
        """Return how many postings of live files there are from each beginning to its end."""
        if self.live.all():
            return ends - begins
        files = (self.file_of[self.rows[begin:end]] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True))
        return np.array([np.count_nonzero(self.live[own]) for own in files], np.int64)

    def living_rows(self, postings: slice, fields: np.uint8) -> Numbers:
        """Return the rows of live files for which these postings tell of one of some `field_bits`."""
        rows = self.rows[postings][self.fields[self.uses[postings]] & fields > 0]
        return rows[self.live[self.file_of[rows]]]

    def rows_with(self, rows: Numbers, postings: slice, fields: np.uint8) -> Numbers:
        """Return those of some rows that these postings hold, too, as `living_rows` does."""
        own = self.rows[postings]
        places = np.searchsorted(own, rows)
        inside = places < len(own)
        rows, places = rows[inside], places[inside]
        kept: Numbers = rows[(own[places] == rows) & (self.fields[self.uses[postings][places]] & fields > 0)]
        return kept

    def rows_of_kinds(self, kinds: Iterable[int]) -> Numbers:
        """Return which rows define a name of one of these kinds, (rows) bool; found but once for each kind."""
        bits = np.zeros(-(-len(self) // 8), np.uint8)
        for kind in kinds:
            known = self.defining.get(kind)
            if known is None:
                rows = np.zeros(len(self), np.bool_)
                rows[self.name_rows[self.name_kinds == kind]] = True
                known = self.defining[kind] = np.packbits(rows)
            bits |= known
        return np.unpackbits(bits, count=len(self)).view(np.bool_)

    def find(self, chunk_ids: Numbers) -> Numbers:
        """Return the rows of those of some chunks that are here."""
        places = np.searchsorted(self.chunk_ids, chunk_ids)
        inside = places < len(self)
        places, wanted = places[inside], chunk_ids[inside]
        found: Numbers = places[self.chunk_ids[places] == wanted]
        return found

    def lines_of(self, first_id: int, end_id: int) -> Numbers:
        """Return start and end line of the chunks with ids from `first_id` to before `end_id`, (chunks, 2)."""
        begin, end = np.searchsorted(self.chunk_ids, [first_id, end_id])
        return self.lines[begin:end]

    def save(self, path: Path) -> None:
        """Write all arrays but `live` to a file."""
        write_arrays(path, self.saved)

    @property
    def saved(self) -> dict[str, Numbers]:
        """All arrays but `live`."""
        return {name: getattr(self, name) for name in _SAVED}

    @property
    def decided(self) -> dict[str, Numbers]:
        """The arrays that the live chunks alone decide, once dead files are left out; not the numbers of uses."""
        own = {name: getattr(self, name) for name in _SAVED if name not in ("uses", "spellings", "spelling_signs")}
        return own | {name: own[name][self.uses] for name in USES} | {"live": self.live}

    @classmethod
    def load(cls, path: Path) -> Segment:
        """Read a saved segment; its arrays stay on disk until they are looked at.

        Raises one of `mapped.UNREADABLE` if it cannot be read.
        """
        arrays = map_arrays(path)
        columns: dict[str, Any] = {name: arrays[name] for name in _SAVED}
        columns["lines"] = columns["lines"].reshape(-1, 2)
        for name, planes in _PLANES.items():
            columns[name] = columns[name].reshape(planes, -1)
        return cls(live=np.ones(len(columns["file_ids"]), bool), saved_in=path, **columns)


_PLANES = {"signatures": trigrams.PLANES, "spelling_signs": trigrams.PLANES, "joints": joints.PLANES}
_SAVED = tuple(name for name in Segment.__slots__ if name not in ("live", "saved_in", "defining"))


def runs(values: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct values of a sorted array and where each begins, with the end appended."""
    is_new = np.ones(len(values), np.bool_)
    is_new[1:] = values[1:] != values[:-1]
    begins = np.flatnonzero(is_new)
    return values[begins], np.append(begins, len(values)).astype(np.int64)
