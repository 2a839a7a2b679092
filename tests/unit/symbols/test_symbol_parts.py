"""The parts that names are kept in while very many come, and once no more come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pyarrow as pa
import pytest

from lsp_codebase.indexes import NO_NAMES, Snapshot
from lsp_codebase.indexes.names import snapshot
from lsp_codebase.symbols import find


def names_found(names: Snapshot) -> set[tuple[str, str]]:
    return {(match.path, match.symbol.name) for match in find(names, "name", limit=1_000)}


def test_each_symbol_is_rewritten_a_few_times_however_many_come(
    rows: Callable[..., pa.Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewritten = []

    def merge(parts: list[snapshot.Part]) -> snapshot.Part:
        merged = real(parts)
        rewritten.append(len(merged))
        return merged

    real = snapshot._merge
    monkeypatch.setattr(snapshot, "_merge", merge)
    monkeypatch.setattr(snapshot, "_SMALL", replace(snapshot._SMALL, merge=merge, small=1, most=2))
    monkeypatch.setattr(snapshot, "_LARGE", 20)
    monkeypatch.setattr(snapshot, "_GROWN", 40)
    monkeypatch.setattr(snapshot, "_MOST_ROWS", 100)
    names, wanted = NO_NAMES, set()
    for number in range(150):
        path = f"{number}.py"
        names = names.updated(rows(f"{path}:name_{number}", f"{path}:other_{number}"))
        wanted.add((path, f"name_{number}"))
        assert sum(len(part) < 20 for part in names.parts) <= snapshot._MOST_GROWING
    assert sum(rewritten) <= 300
    settled = names
    while (fewer := settled.settled_further()) is not settled:
        assert len(fewer.parts) < len(settled.parts)
        settled = fewer
    assert len(settled.parts) <= 300 // snapshot._MOST_ROWS + 1 + snapshot._SPARE_PARTS
    assert sum(rewritten) <= 300 * 2
    assert len(settled) == len(names) == 300
    assert names_found(settled) == names_found(names) == wanted
    again = settled.updated(rows("7.py:name_again"), ["7.py", "8.py"])
    assert names_found(again) == wanted - {("7.py", "name_7"), ("8.py", "name_8")} | {("7.py", "name_again")}


def test_what_a_switch_of_branches_adds_is_merged_without_the_largest_parts(
    rows: Callable[..., pa.Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_SMALL", replace(snapshot._SMALL, small=1, growth=0, most=1))
    monkeypatch.setattr(snapshot, "_LARGE", 20)
    names = NO_NAMES.updated(rows(*(f"large.py:name_{number}" for number in range(60))))
    for path in "abcd":
        names = names.updated(rows(f"{path}.py:name"))
    (large, *_), settled = names.parts, names.settled_further()
    assert settled.parts[0] is large
    assert [len(part) for part in settled.parts] == [60, 4]
