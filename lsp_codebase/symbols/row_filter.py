"""Which rows of a segment may be answered: kinds, languages, path hints, qualifier. All whole-array steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int32, Int64, UInt8, among, bools, distinct, pc
from lsp_codebase.globs import Globs, spellings
from lsp_codebase.indexes.names import Segment
from lsp_codebase.model import SymbolKind
from lsp_codebase.symbols.context import SymbolContext
from lsp_codebase.symbols.pattern import SymbolPattern

_T = TypeVar("_T", bound=np.generic)


@dataclass(frozen=True, slots=True)
class RowFilter:
    """The conditions of a pattern and a context on a row. Hashable: masks are kept by it."""

    kinds: frozenset[SymbolKind] | None = None
    languages: frozenset[str] | None = None
    folders: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    qualifier: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether every row passes."""
        return self == _OPEN

    def rows(self, segment: Segment) -> Bools:
        """Return the mask of the rows that pass."""
        return self._passing(_Rows.all(segment))

    def few(self, segment: Segment, rows: Int32) -> Bools:
        """Return which of some rows pass; the others are not checked."""
        return self._passing(_Rows.some(segment, rows))

    def _passing(self, rows: _Rows) -> Bools:
        mask = np.ones(len(rows.kind), dtype=np.bool_)
        if self.kinds is not None:
            wanted = np.zeros(max(SymbolKind) + 1, dtype=np.bool_)
            wanted[[int(kind) for kind in self.kinds]] = True
            mask &= wanted[rows.kind]
        if self.languages is not None:
            known = np.array([language in self.languages for language in rows.segment.languages], dtype=np.bool_)
            mask &= rows.by_path(known[rows.of_paths(rows.segment.path_language)])
        if self.folders:
            mask &= rows.by_path(_any_matches(rows.paths, map(_folder_regex, self.folders)))
        if self.globs:
            mask &= rows.by_path(_any_matches(rows.paths, _glob_regexes(self.globs)))
        if self.qualifier:
            mask &= _is_qualified(rows, self.qualifier)
        return mask


_OPEN = RowFilter()
_NAMESPACES = (int(SymbolKind.Namespace), int(SymbolKind.Package))


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of a segment, and their distinct paths and scopes, so that each is checked once.

    `places` are those of the paths in the segment, `path` and `scope` those of each row among the distinct ones. No
    places: all rows, in their order.
    """

    segment: Segment
    kind: UInt8
    paths: pa.Array
    scopes: pa.Array
    scope: npt.NDArray[np.integer]
    path: Int64 | None = None
    places: Int64 | None = None

    @classmethod
    def all(cls, segment: Segment) -> _Rows:
        """Return every row."""
        return cls(segment, segment.kind, segment.paths.to_arrow(), segment.scopes, segment.scope)

    @classmethod
    def some(cls, segment: Segment, rows: Int32) -> _Rows:
        """Return some of the rows."""
        path, scope = segment.path_of(rows), segment.scope[rows]
        places, scopes = distinct(path), distinct(scope)
        return cls(
            segment,
            segment.kind[rows],
            pa.array(segment.paths.take(places), pa.string()),
            segment.scopes.take(pa.array(scopes)),
            scopes.searchsorted(scope),
            places.searchsorted(path),
            places,
        )

    def of_paths(self, values: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """Return the values of these paths, given those of all paths of the segment."""
        return values if self.places is None else values[self.places]

    def by_path(self, values: Bools) -> Bools:
        """Return for each row the value of its path."""
        return self.segment.by_path(values) if self.path is None else values[self.path]


def row_filter(pattern: SymbolPattern, context: SymbolContext) -> RowFilter:
    """Join the typed pattern with the limits of the caller."""
    kinds = context.kinds if pattern.kinds is None else pattern.kinds
    if pattern.kinds is not None and context.kinds is not None:
        kinds = pattern.kinds & context.kinds
    return RowFilter(kinds, context.languages, pattern.folders, pattern.globs, pattern.qualifier)


def _any_matches(paths: pa.Array, regexes: Iterable[str]) -> Bools:
    fits = np.zeros(len(paths), np.bool_)
    for regex in regexes:
        fits |= _matches(paths, regex)
    return fits


def _matches(values: pa.Array, regex: str) -> Bools:
    return bools(pc.match_substring_regex(values, pattern=regex, ignore_case=True))


def _folder_regex(folder: str) -> str:
    return f"(^|/)({'|'.join(map(re.escape, spellings(folder)))})"


def _glob_regexes(globs: Sequence[str]) -> Sequence[str]:
    """Translate globs; typed by hand, each may begin in any directory. One that cannot be read fits nothing."""
    return Globs([f"**/{glob.lstrip('/')}" for glob in globs]).expressions


def qualified(segment: Segment, qualifier: tuple[str, ...], some: Int32) -> npt.NDArray[np.int8]:
    """Tell how a qualifier fits rows: 3 is the scope, 2 ends the scope, 1 lies in it or in the path, 0 does not fit."""
    rows = _Rows.some(segment, some)
    fits = np.zeros(len(some), dtype=np.int8)
    for outer, inner in _shared_out(qualifier):
        in_path = rows.by_path(_in_path(rows, outer))
        if inner:
            ends = _matches(rows.scopes, _begin(inner) + "$")[rows.scope]
            in_path = (in_path & _matches(rows.scopes, _begin(inner))[rows.scope]).astype(np.int8) + (in_path & ends)
        np.maximum(fits, in_path, out=fits, casting="unsafe")
    fits += _matches(rows.scopes, "^" + r"\.".join(map(re.escape, qualifier)) + "$")[rows.scope]
    return fits


def _is_qualified(rows: _Rows, qualifier: tuple[str, ...]) -> Bools:
    """Tell for rows whether a qualifier fits them at all."""
    fits = np.zeros(len(rows.kind), dtype=np.bool_)
    for outer, inner in _shared_out(qualifier):
        of_path = _in_path(rows, outer)
        of_scope = _matches(rows.scopes, _begin(inner)) if inner and of_path.any() else None
        if of_scope is None:
            fits |= rows.by_path(of_path)
        elif of_scope.any():
            fits |= of_scope[rows.scope] if of_path.all() else of_scope[rows.scope] & rows.by_path(of_path)
    return fits


def _shared_out(qualifier: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield how a qualifier may lie with its outer parts in the path and its inner ones in the container.

    An example is `tcp::Stream.read` in `net/tcp.rs`.
    """
    return ((qualifier[:split], qualifier[split:]) for split in range(len(qualifier) + 1))


def _begin(inner: tuple[str, ...]) -> str:
    return r"(^|\.)" + r"\.".join(map(re.escape, inner))


def _in_path(rows: _Rows, outer: tuple[str, ...]) -> Bools:
    """Tell for each path whether some parts lie in it, or are the namespace of its file, which the path need not say.

    `Acme\\Shop\\Cart` is in `src/Cart.php`.
    """
    if not outer:
        return np.ones(len(rows.paths), np.bool_)
    parts = [*map(re.escape, outer)]
    # A dot also parts the name of a file.
    in_path = _matches(rows.paths, "(^|/)" + "[/.]".join(parts) + r"($|/|\.)")
    return in_path | rows.of_paths(_in_namespace(rows.segment, parts))


def _in_namespace(segment: Segment, parts: Sequence[str]) -> Bools:
    """Tell for each path of a segment whether the namespace of the file ends with some parts."""
    rows = np.flatnonzero(among(segment.kind, _NAMESPACES))
    names = distinct(segment.name[rows])
    fits = re.compile(r"(?:^|[.:\\])" + r"(?:\.|::|\\)".join(parts) + r"\Z", re.IGNORECASE).search
    fitting = [name for name, text in zip(names, segment.names.take(names), strict=True) if fits(text)]
    of_file = np.zeros(len(segment.paths), np.bool_)
    if fitting:
        of_file[segment.path_of(rows[among(segment.name[rows], fitting)])] = True
    return of_file
