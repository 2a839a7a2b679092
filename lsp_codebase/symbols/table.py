"""The table of every symbol of a codebase: what `codebase.py` keeps in memory.

Segments of falling size, newest last, as in a log-structured merge tree: an update adds a small one and clears the rows
it replaces in the masks of the others, so a save costs milliseconds and readers keep the snapshot they began with.
"""

from __future__ import annotations

import threading
from collections.abc import Collection

import pyarrow as pa

from lsp_codebase.model import CancelToken
from lsp_codebase.symbols import segment
from lsp_codebase.symbols.match import ANYTHING, SymbolContext, SymbolMatch
from lsp_codebase.symbols.pattern import SymbolPattern, parse_pattern
from lsp_codebase.symbols.search import Search
from lsp_codebase.symbols.snapshot import Part, Snapshot

_SMALL_ROWS = 2048
"""A segment of fewer rows is always merged into its neighbour."""
_GROWTH = 16
"""A segment is merged into the one before when it is not smaller by this factor: few segments, few rewrites."""
_DEAD_SHARE = 0.25
"""A segment with a larger share of dead rows is rewritten."""


class SymbolTable:
    """Every symbol of one codebase. Any thread may call: a search keeps the snapshot it began with."""

    def __init__(self) -> None:
        self._stored = Snapshot(())
        self._shadow: tuple[Part, ...] = ()
        self._shadowed: frozenset[str] = frozenset()
        self._snapshot = self._stored  # what is asked: the stored parts without the shadowed files, and the shadow
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._snapshot)

    def update(self, added: pa.Table, removed_paths: Collection[str] = ()) -> None:
        """Replace the symbols of files: those of `removed_paths` and of every path in `added` go first.

        `added` has the columns of `store.schema.SYMBOLS`. What stands in for files stays in front of them.
        """
        built = segment.build(added) if len(added) else None
        gone = {*removed_paths, *(built.paths if built else ())}
        with self._lock:
            parts = list(self._stored.parts)
            parts = [part.without(gone) for part in parts] if gone else parts
            if built:
                parts.append(Part.whole(built))
            self._stored = Snapshot(tuple(_settle([part for part in parts if part.living])))
            self._show()

    def clear(self) -> None:
        """Forget every stored symbol."""
        with self._lock:
            self._stored = Snapshot(())
            self._show()

    def shadow(self, rows: pa.Table, paths: Collection[str]) -> None:
        """Answer with these symbols in place of those of `paths`, until the next call; the table keeps its own."""
        built = segment.build(rows) if len(rows) else None
        with self._lock:
            self._shadow = (Part.whole(built),) if built else ()
            self._shadowed = frozenset(paths)
            self._show()

    def _show(self) -> None:
        stored = [part.without(self._shadowed) for part in self._stored.parts] if self._shadowed else self._stored.parts
        self._snapshot = Snapshot((*(part for part in stored if part.living), *self._shadow))

    def search(
        self,
        pattern: str,
        *,
        limit: int,
        context: SymbolContext = ANYTHING,
        cancel: CancelToken | None = None,
    ) -> list[SymbolMatch]:
        """Return the symbols that fit what was typed, best first; an empty pattern gives the most telling ones.

        Raises `Cancelled` when `cancel` is set meanwhile.
        """
        return Search(self._snapshot, parse_pattern(pattern), context, cancel or CancelToken()).run(limit)

    def exact(self, name: str, *, limit: int = 128, context: SymbolContext = ANYTHING) -> list[SymbolMatch]:
        """Return the symbols of just this name, best first, by one look-up."""
        return Search(self._snapshot, SymbolPattern(name), context, CancelToken()).exact(limit)

    def in_file(self, path: str, lines: tuple[int, int] | None = None) -> list[SymbolMatch]:
        """Return the symbols of a file that touch a half-open range of lines (None: all), in file order."""
        return self._snapshot.in_file(path, lines)

    def count_below(self, directory: str) -> int:
        """Count the symbols of the files below a directory; "" is the root."""
        return self._snapshot.count_below(directory.strip("/"))


def _settle(parts: list[Part]) -> list[Part]:
    """Merge parts until each is much smaller than the one before and holds few dead rows."""
    while len(parts) > 1 and _belong_together(parts[-2].living, parts[-1].living):
        last, before = parts.pop(), parts.pop()
        parts.append(_rewrite([before, last]))
    return [part if part.dead_share <= _DEAD_SHARE else _rewrite([part]) for part in parts]


def _belong_together(before: int, last: int) -> bool:
    return before < _SMALL_ROWS or last * _GROWTH >= before


def _rewrite(parts: list[Part]) -> Part:
    tables = [part.segment.to_table(part.alive) for part in parts]
    return Part.whole(segment.build(pa.concat_tables(tables)))
