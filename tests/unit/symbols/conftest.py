"""Tables of symbols from a few words a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from symbol_table import SymbolTable

from lsp_codebase.model import SymbolKind
from lsp_codebase.store.schema import SYMBOLS

Row = tuple[Any, ...]


def rows_to_table(rows: list[dict[str, Any]]) -> pa.Table:
    """Each row needs `path` and `name`; lines count up in each file."""
    lines: dict[str, int] = {}
    full = []
    for row in rows:
        line = lines[row["path"]] = lines.get(row["path"], -1) + 1
        width = len(row["name"].encode())
        defaults: dict[str, Any] = {
            **dict.fromkeys(SYMBOLS.names, ""),
            **{
                "file_id": 0,
                "language": "python",
                "is_ascii": True,
                "is_generated": False,
                "kind": SymbolKind.Function,
            },
            **{"start_line": line, "start_column": 0, "end_line": line, "end_column": width + 6},
            **{"name_start_line": line, "name_start_column": 4, "name_end_line": line, "name_end_column": width + 4},
            **{"is_test": False, "is_declaration": False, "is_deprecated": False},
        }
        full.append(defaults | row)
    return pa.Table.from_pylist(full, schema=SYMBOLS)


@pytest.fixture
def rows() -> Callable[..., pa.Table]:
    """`rows("a.py:name", {"path": ..., "name": ..., "kind": ...})`."""

    def make(*specs: str | dict[str, Any]) -> pa.Table:
        return rows_to_table(
            [dict(zip(("path", "name"), s.split(":", 1), strict=True)) if isinstance(s, str) else s for s in specs]
        )

    return make


@pytest.fixture
def filled(rows: Callable[..., pa.Table]) -> Callable[..., SymbolTable]:
    """A table that holds such rows."""

    def make(*specs: str | dict[str, Any]) -> SymbolTable:
        table = SymbolTable()
        table.update(rows(*specs))
        return table

    return make
