"""The names that one search reads: segments and the live rows of each. Nothing here changes."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate, chain, repeat
from typing import Protocol, TypeVar

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int32, Int64, among, bools, distinct, pc, runs_from
from lsp_codebase.indexes.merging import Merging
from lsp_codebase.indexes.names.file_symbols import FileSymbols
from lsp_codebase.indexes.names.letters import encode
from lsp_codebase.indexes.names.line_ranges import LineRanges
from lsp_codebase.indexes.names.match import SymbolMatch
from lsp_codebase.indexes.names.merge import LiveRows, merge
from lsp_codebase.indexes.names.name_segment import IS_DECLARATION, IS_TEST, Segment, build
from lsp_codebase.indexes.names.spans import COLUMNS
from lsp_codebase.model import SymbolKind


class RowFilter(Protocol):
    """Which rows of a segment may be answered. Hashable: masks are kept by it."""

    @property
    def is_open(self) -> bool:
        """Whether every row passes."""

    def rows(self, segment: Segment) -> Bools:
        """Return the mask of the rows that pass."""


_KEPT_MASKS = 8
_FUNCTIONS = frozenset({SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor, SymbolKind.Operator})
_FEW_NAMES = 2048
_MOST_REMEMBERED = 512
_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


@cache
def _are(kinds: frozenset[SymbolKind]) -> Bools:
    """Return for each kind, by its number, whether it is one of some."""
    return np.isin(np.arange(max(SymbolKind) + 1), [*kinds])


@dataclass(frozen=True)
class Part:
    """A segment, the mask of its living rows, and that of the names which have one."""

    segment: Segment
    alive: Bools
    alive_names: Bools
    _masks: dict[RowFilter, tuple[Bools, Bools]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def whole(cls, segment: Segment) -> Part:
        """Return a part with every row alive."""
        return cls(segment, np.ones(len(segment), dtype=np.bool_), np.ones(len(segment.names), dtype=np.bool_))

    def masks(self, rows: RowFilter) -> tuple[Bools, Bools] | tuple[None, None]:
        """Return which rows and which names pass, None where all do. The last few filters are remembered."""
        if rows.is_open:
            return (None, None) if self.living == len(self.segment) else (self.alive, self.alive_names)
        known = self._masks.get(rows)
        if known is None:
            allowed = self.alive & rows.rows(self.segment)
            known = allowed, self.names_of(allowed)
            if len(self._masks) >= _KEPT_MASKS:
                self._masks.clear()
            self._masks[rows] = known
        return known

    def names_of(self, rows: Bools) -> Bools:
        """Return the mask of the names that a mask of rows holds."""
        names = np.zeros(len(self.segment.names), dtype=np.bool_)
        names[self.segment.name[rows]] = True
        return names

    @cached_property
    def living(self) -> int:
        """The number of living rows."""
        return int(np.count_nonzero(self.alive))

    def __len__(self) -> int:
        return len(self.alive)

    def without(self, paths: Collection[str]) -> Part:
        """Return the part with the rows of these files dead."""
        rows = self.segment.rows_of_all(paths)
        if not len(rows):
            return self
        alive = self.alive.copy()
        alive[rows] = False
        touched = distinct(self.segment.name[rows])
        if len(touched) > _FEW_NAMES:
            return Part(self.segment, alive, self.names_of(alive))
        names = self.alive_names.copy()
        names[touched] = [alive[self.segment.rows_named(name)].any() for name in touched.tolist()]
        return Part(self.segment, alive, names)

    def matches(self, rows: Sequence[int] | Int32, scores: Iterable[float]) -> list[SymbolMatch]:
        """Return rows as answers, in the order given; `scores` may be longer."""
        segment = self.segment
        at = np.asarray(rows, dtype=np.int32)
        paths = segment.path_of(at)
        languages = segment.path_language[paths].tolist()
        is_ascii = segment.path_is_ascii[paths].tolist()
        columns = zip(segment.paths.take(paths), languages, is_ascii, segment.symbols(at), scores, strict=False)
        return [
            SymbolMatch(path, segment.languages[language], ascii_only, symbol, score)
            for path, language, ascii_only, symbol, score in columns
        ]


class _Remembered(dict[_Asked, _Answer]):
    """Answers to the latest questions; all are forgotten when there are many."""

    def __setitem__(self, asked: _Asked, answer: _Answer) -> None:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        super().__setitem__(asked, answer)


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment. A file's living rows lie in one part."""

    parts: tuple[Part, ...]

    def __len__(self) -> int:
        return sum(part.living for part in self.parts)

    def in_file(self, path: str, lines: tuple[int, int] | None = None) -> Sequence[SymbolMatch]:
        """Return the symbols of a file that touch a half-open range of lines (None: all), in file order.

        Those of a range are remembered: the lines of a hit are asked about several times.
        """
        found = self._place_of(path)
        if found is None:
            return []
        part, first, last = found
        if lines is None:
            return part.matches(np.arange(first, last, dtype=np.int32), repeat(1.0))
        symbols = self._files.get(path)
        if symbols is None:
            self._files[path] = symbols = FileSymbols(part.segment, path, first, last)
        return symbols.touching(lines)

    def of_kinds(self, path: str, kinds: frozenset[SymbolKind], letters: str | None = None) -> Sequence[SymbolMatch]:
        """Return the symbols of some kinds in a file, in file order; with `letters` only those `is_spelled` means."""
        found = self._place_of(path)
        if found is None:
            return []
        part, first, last = found
        segment = part.segment
        is_such = _are(kinds)[segment.kind[first:last]]
        if letters is not None:
            is_such &= among(segment.name[first:last], segment.names.with_letters(encode(letters)))
        rows = (np.flatnonzero(is_such) + first).astype(np.int32)
        return part.matches(rows, repeat(1.0)) if len(rows) else []

    def is_spelled(self, letters: str) -> bool:
        """Whether anything is called by just these letters, lower case, in any case and with any separators."""
        codes = encode(letters)
        return any(part.alive_names[part.segment.names.with_letters(codes)].any() for part in self.parts)

    def inside(self, scope: str, name: str | None = None, path: str | None = None) -> list[SymbolMatch]:
        """Return the symbols directly inside a scope, written with its containers and dots, by file and line.

        They may stand elsewhere than their container, as methods of Go do. With a `name` or a `path` only those of it.
        """
        found: list[SymbolMatch] = []
        called = self._rows_called(name) if name is not None else repeat(None)
        asked = self._scopes_written(scope) if name is None else [own.get(scope) for own in self._scopes_of(name)]
        for part, scopes, rows in zip(self.parts, asked, called, strict=False):
            if not scopes:
                continue
            segment = part.segment
            first, last = (0, len(part)) if path is None else segment.rows_of(path)
            if rows is None:
                rows = np.arange(first, last, dtype=np.int32)
                rows = rows[part.alive[rows]]
            elif path is not None:
                rows = rows[(first <= rows) & (rows < last)]
            rows = rows[among(segment.scope[rows], scopes)]
            found += part.matches(rows, repeat(1.0)) if len(rows) else ()
        return sorted(found, key=lambda match: (match.path, match.symbol.span.start))

    def scopes_of(self, name: str) -> Iterator[str]:
        """Yield the scopes in which a name is defined."""
        return chain.from_iterable(self._scopes_of(name))

    def _scopes_of(self, name: str) -> Sequence[Mapping[str, list[int]]]:
        """Return the scopes in which a name is defined, with their numbers in each part.

        Remembered: a name is asked for in many scopes, each of which would be looked for among all.
        """
        with suppress(KeyError):
            return self._scopes_named[name]
        found = []
        for part, rows in zip(self.parts, self._rows_called(name), strict=True):
            numbers = distinct(part.segment.scope[rows])
            written = part.segment.scopes.take(pa.array(numbers)).to_pylist()
            by_scope = defaultdict[str, list[int]](list)
            for scope, number in zip(written, numbers.tolist(), strict=True):
                by_scope[scope].append(number)
            found.append(by_scope)
        self._scopes_named[name] = found
        return found

    def _rows_called(self, name: str) -> Sequence[Int32]:
        """Return the living rows of a name as it is written, those of each part; remembered: many scopes have it."""
        with suppress(KeyError):
            return self._called[name]
        rows = ((part, part.segment.rows_called(name)) for part in self.parts)
        self._called[name] = found = [own[part.alive[own]] for part, own in rows]
        return found

    def _scopes_written(self, scope: str) -> Sequence[list[int]]:
        """Return the numbers of a scope, those of each part; remembered for types that are asked about."""
        with suppress(KeyError):
            return self._scopes[scope]
        equal = (bools(pc.equal(part.segment.scopes, scope)) for part in self.parts)
        self._scopes[scope] = found = [np.flatnonzero(one).tolist() for one in equal]
        return found

    def called(
        self, name: str, kinds: frozenset[SymbolKind], declared: frozenset[SymbolKind] | None = None
    ) -> list[SymbolMatch]:
        """Return the symbols of some kinds that are called just so, in any scope, by file and line.

        With `declared` mere declarations only of these kinds: a type of C++ may have hundreds.
        """
        found: list[SymbolMatch] = []
        for part, rows in zip(self.parts, self._rows_called(name), strict=True):
            kind = part.segment.kind[rows]
            is_such = _are(kinds)[kind]
            if declared is not None:
                is_such &= _are(declared)[kind] | (part.segment.flags[rows] & IS_DECLARATION == 0)
            such = rows[is_such]
            found += part.matches(such, repeat(1.0)) if len(such) else ()
        return sorted(found, key=lambda match: (match.path, match.symbol.span.start))

    def test_lines(self, path: str) -> Sequence[tuple[int, int]]:
        """Return the lines of the tests in a file that lie in no others, end exclusive, in file order; remembered."""
        with suppress(KeyError):
            return self._tests[path]
        found = self._outermost({0: path}, lambda segment, rows: segment.flags[rows] & IS_TEST > 0)
        self._tests[path] = tests = [*zip(found.starts.tolist(), found.ends.tolist(), strict=True)]
        return tests

    def outermost(self, path: str, kinds: frozenset[SymbolKind]) -> Sequence[tuple[int, int]]:
        """Return the lines of the symbols of some kinds in a file that lie in no others, end exclusive, in order."""
        found = self._outermost({0: path}, lambda segment, rows: _are(kinds)[segment.kind[rows]])
        return [*zip(found.starts.tolist(), found.ends.tolist(), strict=True)]

    def body_lines(self, paths: Mapping[int, str]) -> LineRanges:
        """Return the lines of the functions in some files, by number, that have a body and lie in no others."""
        return self._outermost(
            paths,
            lambda segment, rows: _are(_FUNCTIONS)[segment.kind[rows]] & (segment.flags[rows] & IS_DECLARATION == 0),
        )

    def _outermost(self, paths: Mapping[int, str], chosen: Callable[[Segment, Int64], Bools]) -> LineRanges:
        """Return the lines of the chosen rows in some files, but for those that lie in others."""
        of_part: dict[int, tuple[Segment, list[tuple[int, int, int]]]] = {}
        for owner, path in paths.items():
            if (place := self._place_of(path)) is not None:
                part, first, last = place
                of_part.setdefault(id(part), (part.segment, []))[1].append((owner, first, last - first))
        owners, spans = [np.empty(0, np.int64)], [np.empty((0, len(COLUMNS)), np.int32)]
        for segment, places in of_part.values():
            numbers, firsts, sizes = np.array(places).T
            rows = runs_from(firsts, sizes)
            is_chosen = chosen(segment, rows)
            owners.append(np.repeat(numbers, sizes)[is_chosen])
            spans.append(segment.spans.take(rows[is_chosen]))
        lines = np.concatenate(spans)
        return LineRanges.of(np.concatenate(owners), lines[:, 0], lines[:, 2] + 1)

    @cached_property
    def _tests(self) -> _Remembered[str, Sequence[tuple[int, int]]]:
        return _Remembered()

    @cached_property
    def _called(self) -> _Remembered[str, Sequence[Int32]]:
        return _Remembered()

    @cached_property
    def _scopes(self) -> _Remembered[str, Sequence[list[int]]]:
        return _Remembered()

    @cached_property
    def _scopes_named(self) -> _Remembered[str, Sequence[Mapping[str, list[int]]]]:
        return _Remembered()

    @cached_property
    def _files(self) -> _Remembered[str, FileSymbols]:
        return _Remembered()

    def begun_in(self, path: str, lines: tuple[int, int], without: Collection[int] = ()) -> list[str]:
        """Return the names of the symbols, but for some kinds, that begin in a half-open range of lines of a file."""
        found = self._place_of(path)
        if found is None:
            return []
        part, first, last = found
        segment = part.segment
        begins, ends = first + np.searchsorted(segment.spans.first_lines(first, last), lines)
        named = zip(segment.kind[begins:ends].tolist(), segment.name[begins:ends].tolist(), strict=True)
        return segment.names.take(np.array([name for kind, name in named if kind not in without], np.int32))

    def _place_of(self, path: str) -> tuple[Part, int, int] | None:
        """Return the part that has a file, and its rows there; remembered, as each hit is asked about several times."""
        with suppress(KeyError):
            return self._places[path]
        rows = ((part, *part.segment.rows_of(path)) for part in self.parts)
        found = next((one for one in rows if one[1] < one[2] and one[0].alive[one[1]]), None)
        self._places[path] = found
        return found

    @cached_property
    def _places(self) -> _Remembered[str, tuple[Part, int, int] | None]:
        return _Remembered()

    def count_below(self, directory: str) -> int:
        """Count the symbols of the files below a directory."""
        total = 0
        for part in self.parts:
            first, last = part.segment.rows_below(directory.strip("/"))
            total += int(np.count_nonzero(part.alive[first:last]))
        return total

    def updated(self, added: pa.Table, removed_paths: Collection[str] = ()) -> Snapshot:
        """Return the names with those of some files added, which have none here once those of `removed_paths` are gone.

        `added` has the columns of `store.schema.SYMBOLS`.
        """
        kept = self.without(removed_paths).parts
        return Snapshot(_fewer(_SMALL.settle((*kept, Part.whole(build(added))) if len(added) else kept)))

    def settled_further(self) -> Snapshot:
        """Return the names in fewer parts, if they should be in fewer while no more are expected soon.

        The smallest become one: as many as there are too many, and up to the last that is not much larger than all
        before it. So one large part stays as it is beside later additions.
        """
        enough = len(self) // _MOST_ROWS + 1 + _SPARE_PARTS
        parts = sorted(self.parts, key=len)
        rows = list(accumulate(map(len, parts)))
        fit = bisect_right(rows, _MOST_ROWS)
        alike = (at + 1 for at in range(1, fit) if len(parts[at]) <= _MUCH_LARGER * rows[at - 1])
        together = max([min(len(parts) - enough + 1, fit), *alike])
        if together < 2:
            return self
        return Snapshot(_largest_first([_merge(parts[:together]), *parts[together:]]))

    def without(self, paths: Collection[str]) -> Snapshot:
        """Return the names of all files but these."""
        if not paths:
            return self
        parts = [part.without(paths) for part in self.parts]
        return Snapshot(tuple(part for part in parts if part.living))

    def behind(self, shown: Snapshot, paths: Collection[str]) -> Snapshot:
        """Return the names with the `shown` ones in place of those of some files."""
        return Snapshot((*self.without(paths).parts, *shown.parts))


def _merge(parts: Sequence[Part]) -> Part:
    return Part.whole(merge([LiveRows(part.segment, part.alive) for part in parts]))


def _largest_first(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=len, reverse=True))


def _fewer(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Merge grown parts once there are a large one or very many small ones: each row is rewritten but once or twice."""
    growing = sorted((part for part in parts if len(part) < _LARGE), key=len)
    if len(growing) <= _MOST_GROWING and sum(map(len, growing)) <= _GROWN:
        return parts
    fit = int(np.searchsorted(np.cumsum([*map(len, growing)]), _GROWN, "right"))
    merged, kept = growing[:fit], growing[fit:]
    return _largest_first([_merge(merged), *kept, *(part for part in parts if len(part) >= _LARGE)])


# Every keystroke searches each part, so few are wanted. But making one costs three microseconds a symbol, and
# some hundred bytes of memory while it is made: the largest are not rewritten for every few files that are read.
_SMALL = Merging(_merge, growth=16, small=2_048, most=16_384, dead=0.25)  # added by saves: rewritten in milliseconds
_MOST_GROWING = 40
_LARGE = 131_072  # symbols
_GROWN = 655_360  # merged while more comes, beside the workers: that takes 300 bytes a symbol
_MOST_ROWS = 8_388_608  # merged while nothing else is to do: 170 bytes a symbol
_MUCH_LARGER = 2
_SPARE_PARTS = 2

NO_NAMES = Snapshot(())
