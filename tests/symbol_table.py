"""A table of symbols that tests fill step by step: the names of one state after another."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pyarrow as pa

from lsp_codebase.indexes import NO_NAMES, Snapshot, SymbolMatch
from lsp_codebase.symbols import find, find_exact


class SymbolTable:
    """The latest names, those that stand in for files in front of them."""

    def __init__(self) -> None:
        self._stored = self._shown = NO_NAMES
        self._paths: frozenset[str] = frozenset()

    @property
    def names(self) -> Snapshot:
        return self._stored.behind(self._shown, self._paths)

    def __len__(self) -> int:
        return len(self.names)

    def update(self, added: pa.Table, removed: Collection[str] = ()) -> None:
        self._stored = self._stored.updated(added, {*added["path"].to_pylist(), *removed})

    def clear(self) -> None:
        self._stored = NO_NAMES

    def shadow(self, rows: pa.Table, paths: Collection[str]) -> None:
        self._shown, self._paths = NO_NAMES.updated(rows), frozenset(paths)

    def search(self, pattern: str, **options: Any) -> list[SymbolMatch]:
        return find(self.names, pattern, **options)

    def exact(self, name: str, *, limit: int = 128, **options: Any) -> list[SymbolMatch]:
        return find_exact(self.names, name, limit=limit, **options)

    def in_file(self, path: str) -> list[SymbolMatch]:
        return self.names.in_file(path)

    def count_below(self, directory: str) -> int:
        return self.names.count_below(directory)
