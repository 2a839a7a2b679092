"""A part of the table that never changes: the symbols of some files, in arrays, rows in path and file order.

`build` makes one from Arrow; the table keeps a few of different size, as a log-structured merge tree does, beside a
mask of the rows that are still alive.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int16, Int32, Int64, UInt8, UInt32, pc, runs_from
from lsp_codebase.indexes.names import symbol_priors
from lsp_codebase.indexes.names.last_parts import dotted
from lsp_codebase.indexes.names.name_array import Names
from lsp_codebase.indexes.names.paths import Paths
from lsp_codebase.indexes.names.spans import COLUMNS, Spans
from lsp_codebase.model import Span, Symbol, SymbolKind, Visibility

_T = TypeVar("_T", bound=np.generic)
Numbers = npt.NDArray[np.unsignedinteger]

IS_TEST, IS_DECLARATION, IS_DEPRECATED = 4, 8, 16
_VISIBILITY_BITS = 3
_KINDS = {int(kind): kind for kind in SymbolKind}
_ENTRY_STEMS = frozenset({"__init__", "index", "mod", "main", "lib"})


@dataclass(frozen=True, slots=True)
class Segment:
    """Rows sorted by (path, line, column).

    `first_row[i]` is the first row of `paths[i]` (ascending), with one more entry at the end. `by_name` holds the rows
    grouped by name, best prior first; those of name `i` lie from `first_of_name[i]`. `flags` holds the place in
    `symbol_priors.VISIBILITIES` in its low bits. `containers` and `scopes` are Arrow string arrays; a scope is the
    container and the parts of a name before its last, with dots. `best_prior` is that of each name.
    """

    names: Names
    paths: Paths
    first_row: Int32
    languages: list[str]
    path_language: npt.NDArray[np.uint16]
    path_is_ascii: Bools
    path_is_generated: Bools
    containers: pa.Array
    scopes: pa.Array
    name: Int32
    container: Numbers
    scope: Numbers
    kind: UInt8
    flags: UInt8
    spans: Spans
    prior: Int16
    by_name: Int32
    first_of_name: Int32
    best_prior: Int16
    saved_in: Path | None = None  # the file that holds all of this

    def __len__(self) -> int:
        return len(self.name)

    def rows_of(self, path: str) -> tuple[int, int]:
        """Return the half-open range of the rows of a file, empty if it has none."""
        at = self.paths.at(path)
        if at is None:
            return 0, 0
        return int(self.first_row[at]), int(self.first_row[at + 1])

    def rows_of_all(self, paths: Collection[str]) -> Int64:
        """Return the rows of some files."""
        places = self.paths.find(paths)
        return runs_from(self.first_row[places], np.diff(self.first_row)[places])

    def path_of(self, rows: npt.NDArray[np.integer]) -> Int64:
        """Return the numbers of the paths of some rows."""
        return self.first_row.searchsorted(rows, side="right") - 1

    def by_path(self, values: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """Return for each row the value of its path."""
        return np.repeat(values, np.diff(self.first_row))

    def name_of(self, row: int) -> str:
        """Return the name of a row."""
        return self.names.text(int(self.name[row]))

    def bonus(self, names: Int32) -> npt.NDArray[np.float32]:
        """Return the best prior of some names, as a score."""
        return (self.best_prior[names] * symbol_priors.UNIT).astype(np.float32)

    def rows_named(self, name: int) -> Int32:
        """Return the rows of a name, best prior first."""
        return self.by_name[self.first_of_name[name] : self.first_of_name[name + 1]]

    def rows_called(self, name: str) -> Int32:
        """Return the rows of a name as it is written."""
        return np.concatenate([np.empty(0, np.int32), *map(self.rows_named, self.names.written(name))])

    def rows_below(self, directory: str) -> tuple[int, int]:
        """Return the half-open range of the rows of the files below a directory ("" is the root)."""
        if not directory:
            return 0, len(self)
        first = bisect_left(self.paths, directory + "/")
        last = bisect_left(self.paths, directory + chr(ord("/") + 1))
        return int(self.first_row[first]), int(self.first_row[last])

    def symbols(self, rows: Int32) -> list[Symbol]:
        """Return symbols, without signature."""
        numbers = self.container[rows].tolist()
        containers = {number: self.containers[number].as_py() for number in {*numbers}}  # of a file rather few
        columns = (self.kind[rows], self.flags[rows], self.spans.take(rows))
        return [
            Symbol(
                name=name,
                kind=_KINDS[kind],
                span=Span(*spans[:4]),
                name_span=Span(*spans[4:]),
                container=containers[number],
                visibility=symbol_priors.VISIBILITIES[flags & _VISIBILITY_BITS],
                is_test=bool(flags & IS_TEST),
                is_declaration=bool(flags & IS_DECLARATION),
                is_deprecated=bool(flags & IS_DEPRECATED),
            )
            for name, number, kind, flags, spans in zip(
                self.names.take(self.name[rows]), numbers, *(c.tolist() for c in columns), strict=True
            )
        ]


def numbered(column: pa.ChunkedArray) -> tuple[pa.Array, Int32]:
    """Return the distinct values of a column and for each row the number of its value."""
    encoded = pc.dictionary_encode(column.combine_chunks())
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
    return encoded.dictionary, encoded.indices.to_numpy(zero_copy_only=False).astype(np.int32)


def narrow(numbers: Int32, count: int) -> Numbers:
    """Return numbers below `count` in no more bytes than they need."""
    return numbers.astype(np.min_scalar_type(max(count - 1, 0)))


def _numbers(table: pa.Table, column: str, dtype: npt.DTypeLike) -> npt.NDArray[np.generic]:
    return np.asarray(table[column].to_numpy(), dtype=dtype)


def renumber(values: list[str], indices: Int32) -> tuple[list[str], Int32]:
    """Sort the values and give each row the new index of its value."""
    order = sorted(range(len(values)), key=values.__getitem__)
    new = np.empty(len(values), dtype=np.int32)
    new[order] = np.arange(len(values), dtype=np.int32)
    return [values[i] for i in order], new[indices] if len(values) else indices


def _flags(table: pa.Table) -> UInt8:
    values = pa.array([v.value for v in symbol_priors.VISIBILITIES])
    visibility = pc.fill_null(
        pc.index_in(table["visibility"], value_set=values), symbol_priors.VISIBILITIES.index(Visibility.UNKNOWN)
    )
    flags = np.asarray(visibility.to_numpy(), dtype=np.uint8)
    for column, bit in (("is_test", IS_TEST), ("is_declaration", IS_DECLARATION), ("is_deprecated", IS_DEPRECATED)):
        flags |= _numbers(table, column, np.bool_).astype(np.uint8) * np.uint8(bit)
    return flags


def _stem(path: str) -> str:
    """Return the telling name of a file: its stem, or its directory if the stem says nothing."""
    directory, _, name = path.rpartition("/")
    stem = name.lstrip(".").split(".", 1)[0]
    return directory.rpartition("/")[2] if stem in _ENTRY_STEMS else stem


def _stem_hashes(paths: list[str]) -> UInt32:
    """Return the hashes of the letters of the telling names of files, as `Names` hashes letters."""
    distinct, stem = numbered(pa.chunked_array([pa.array(map(_stem, paths), pa.string())]))
    names, number = Names.build(distinct)
    return names.hashes[number[stem]]


def _priors(
    names: Names, paths: list[str], is_generated: Bools, name: Int32, path: Int32, kind: UInt8, flags: UInt8
) -> Int16:
    of_path = np.fromiter((symbol_priors.path_prior(p) for p in paths), dtype=np.int16, count=len(paths))
    of_path = np.where(is_generated, np.minimum(of_path, np.int16(symbol_priors.GENERATED_PRIOR)), of_path)
    stems = _stem_hashes(paths)
    prior: Int16 = symbol_priors.KIND_PRIOR[kind] + symbol_priors.VISIBILITY_PRIOR[flags & _VISIBILITY_BITS]
    role = of_path[path]
    prior += np.where((flags & IS_TEST) != 0, np.minimum(role, np.int16(symbol_priors.TEST_PRIOR)), role)
    prior += np.where((flags & IS_DECLARATION) != 0, np.int16(symbol_priors.DECLARATION_PRIOR), np.int16(0))
    prior += np.where((flags & IS_DEPRECATED) != 0, np.int16(symbol_priors.DEPRECATED_PRIOR), np.int16(0))
    prior += np.where(names.hashes[name] == stems[path], np.int16(symbol_priors.STEM_PRIOR), np.int16(0))
    return prior


def _scopes(names: Names, name: Int32, containers: pa.Array, container: Int32) -> tuple[pa.Array, Int32]:
    """Return the distinct scopes, and for each row the index of its own."""
    parts = names.last_parts
    place = np.full(len(names), -1, dtype=np.int32)
    place[parts.names] = np.arange(len(parts.names), dtype=np.int32)
    rows = np.flatnonzero(place[name] >= 0)
    if not len(rows):
        return dotted(containers), container
    texts = [text.encode() for text in names.take(parts.names)]
    before = pa.array(
        [text[:start].decode("utf-8", "replace") for text, start in zip(texts, parts.starts, strict=True)]
    )
    outer = containers.take(pa.array(container[rows]))
    full = pc.binary_join_element_wise(outer, before.take(pa.array(place[name[rows]])), ".")
    values, own = numbered(pa.chunked_array([full]))
    scope = container.copy()
    scope[rows] = own + np.int32(len(containers))
    return dotted(pa.concat_arrays([containers, values])), scope


def build(table: pa.Table) -> Segment:
    """Build a segment from a table with the columns of `store.schema.SYMBOLS`."""
    path_values, path = numbered(table["path"])
    paths, path = renumber(path_values.to_pylist(), path)
    spans = np.empty((len(table), len(COLUMNS)), dtype=np.int32)
    for i, column in enumerate(COLUMNS):
        spans[:, i] = _numbers(table, column, np.int32)
    order = np.lexsort((spans[:, 1], spans[:, 0], path))
    path, spans = path[order], spans[order]
    first_row = np.searchsorted(path, np.arange(len(paths) + 1)).astype(np.int32)

    name_values, name = numbered(table["name"])
    names, new_name = Names.build(name_values)
    name = new_name[name[order]]
    container_values, container = numbered(table["container"])
    container = container[order]
    scopes, scope = _scopes(names, name, container_values, container)
    language_values, language = numbered(table["language"])
    kind = _numbers(table, "kind", np.uint8)[order].astype(np.uint8)
    flags = _flags(table)[order]
    is_generated = _numbers(table, "is_generated", np.bool_)[order][first_row[:-1]].astype(np.bool_)
    prior = _priors(names, paths, is_generated, name, path, kind, flags)
    return Segment(
        names=names,
        paths=Paths(paths),
        first_row=first_row,
        languages=language_values.to_pylist(),
        path_language=language[order][first_row[:-1]].astype(np.uint16),
        path_is_ascii=_numbers(table, "is_ascii", np.bool_)[order][first_row[:-1]].astype(np.bool_),
        path_is_generated=is_generated,
        containers=container_values,
        scopes=scopes,
        name=name,
        container=narrow(container, len(container_values)),
        scope=narrow(scope, len(scopes)),
        kind=kind,
        flags=flags,
        spans=Spans.of(spans),
        prior=prior,
        **by_prior(name, prior, len(names)),
    )


def by_prior(name: Int32, prior: Int16, names: int) -> dict[str, Any]:
    """Return the columns that hold the rows of each of so many names, best prior first."""
    by_name = np.lexsort((-prior, name)).astype(np.int32)
    first_of_name = np.searchsorted(name[by_name], np.arange(names + 1)).astype(np.int32)
    return {"by_name": by_name, "first_of_name": first_of_name, "best_prior": prior[by_name[first_of_name[:-1]]]}
