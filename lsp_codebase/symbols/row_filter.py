"""Which rows of a segment may be answered: kinds, languages, path hints, qualifier. All whole-array steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int32, bools, pc
from lsp_codebase.globs import Globs
from lsp_codebase.indexes.names import Segment
from lsp_codebase.model import SymbolKind
from lsp_codebase.symbols.context import SymbolContext
from lsp_codebase.symbols.pattern import SymbolPattern


@dataclass(frozen=True, slots=True)
class RowFilter:
    """What a pattern and a context ask of a row. Hashable: masks are kept by it."""

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
        mask = np.ones(len(segment), dtype=np.bool_)
        if self.kinds is not None:
            wanted = np.zeros(max(SymbolKind) + 1, dtype=np.bool_)
            wanted[[int(kind) for kind in self.kinds]] = True
            mask &= wanted[segment.kind]
        if self.languages is not None:
            known = np.array([language in self.languages for language in segment.languages], dtype=np.bool_)
            mask &= segment.by_path(known[segment.path_language])
        if self.folders:
            mask &= _any_matches(segment, map(_folder_regex, self.folders))
        if self.globs:
            mask &= _any_matches(segment, _glob_regexes(self.globs))
        if self.qualifier:
            mask &= qualified(segment, self.qualifier) > 0
        return mask


_OPEN = RowFilter()
_NAMESPACES = (int(SymbolKind.Namespace), int(SymbolKind.Package))


def row_filter(pattern: SymbolPattern, context: SymbolContext) -> RowFilter:
    """Join what was typed with what the caller allows."""
    kinds = context.kinds if pattern.kinds is None else pattern.kinds
    if pattern.kinds is not None and context.kinds is not None:
        kinds = pattern.kinds & context.kinds
    return RowFilter(kinds, context.languages, pattern.folders, pattern.globs, pattern.qualifier)


def _any_matches(segment: Segment, regexes: Iterable[str]) -> Bools:
    paths = segment.paths.to_arrow()
    fits = np.zeros(len(paths), np.bool_)
    for regex in regexes:
        fits |= _matches(paths, regex)
    return segment.by_path(fits)


def _matches(values: pa.Array, regex: str) -> Bools:
    return bools(pc.match_substring_regex(values, pattern=regex, ignore_case=True))


def _folder_regex(folder: str) -> str:
    return "(^|/)" + re.escape(folder)


def _glob_regexes(globs: Sequence[str]) -> Sequence[str]:
    """Translate globs; typed by hand, each may begin in any directory. One that cannot be read fits nothing."""
    return Globs([f"**/{glob.lstrip('/')}" for glob in globs]).expressions


def qualified(segment: Segment, qualifier: tuple[str, ...], rows: Int32 | None = None) -> npt.NDArray[np.int8]:
    """Tell how a qualifier fits rows, or each: 3 it is the scope, 2 it ends it, 1 it lies in it or the path, 0 not.

    The outer parts may lie in the path and the inner ones in the container: `tcp::Stream.read` in `net/tcp.rs`. The
    namespace of a file counts like its path, which need not say so: `Acme\\Shop\\Cart` in `src/Cart.php`.
    """
    parts = [re.escape(part) for part in qualifier]
    paths = segment.paths.to_arrow()
    scope = segment.scope if rows is None else segment.scope[rows]
    fits = np.zeros(len(scope), dtype=np.int8)
    for split in range(len(parts) + 1):
        outer, inner = parts[:split], parts[split:]
        # A dot of a file name has parted it, too.
        in_path: Bools | bool = True
        if outer:
            of_file = _matches(paths, "(^|/)" + "[/.]".join(outer) + r"($|/|\.)") | _in_namespace(segment, outer)
            in_path = segment.by_path(of_file) if rows is None else of_file[segment.path_of(rows)]
        if not inner:
            np.maximum(fits, in_path, out=fits, casting="unsafe")
            continue
        begin = r"(^|\.)" + r"\.".join(inner)
        begins = _matches(segment.scopes, begin)[scope]
        names = _matches(segment.scopes, begin + "$")[scope]
        np.maximum(fits, (begins & in_path).astype(np.int8) + (names & in_path), out=fits)
    fits += _matches(segment.scopes, "^" + r"\.".join(parts) + "$")[scope]
    return fits


def _in_namespace(segment: Segment, parts: Sequence[str]) -> Bools:
    """Tell of each path whether the file is of a namespace that ends with some parts."""
    rows = np.flatnonzero(np.isin(segment.kind, _NAMESPACES))
    names = np.unique(segment.name[rows])
    fits = re.compile(r"(?:^|[.:\\])" + r"(?:\.|::|\\)".join(parts) + r"\Z", re.IGNORECASE).search
    fitting = [name for name, text in zip(names, segment.names.take(names), strict=True) if fits(text)]
    of_file = np.zeros(len(segment.paths), np.bool_)
    of_file[segment.path_of(rows[np.isin(segment.name[rows], fitting)])] = True
    return of_file
