"""Segments of names that are merged are the segment that is built of the same rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from lsp_codebase.indexes.names import merge as merging
from lsp_codebase.indexes.names import saved_names
from lsp_codebase.indexes.names.merge import LiveRows, merge
from lsp_codebase.indexes.names.name_segment import Segment, build
from lsp_codebase.model import SymbolKind

FILES = (
    ("src/net/client.py:HttpClient", "src/net/client.py:open_connection", "src/net/client.py:x"),
    ("src/net/größe.py:größeÄndern", "src/net/größe.py:httpClient", "src/net/größe.py:=="),
    ({"path": "src/main.c", "name": "main", "language": "c", "is_declaration": True},),
    ({"path": "src/net/plug.ex", "name": "Plug.Conn", "container": "Plug", "language": "elixir"},),
    ("a.py:http_client", "a.py:HttpClient", {"path": "a.py", "name": "b::c.d", "kind": SymbolKind.Class}),
    ({"path": "vendor/lib.js", "name": "render", "language": "javascript", "is_generated": True},),
    ({"path": "tests/test_x.py", "name": "a" * 300 + "_b", "is_test": True, "container": "Plug"},),
)


def known(segment: Segment) -> dict[str, Any]:
    """All that a segment says; words with equal keys, containers and languages are in no order."""
    arrays = {name: array.tolist() for name, array in saved_names.arrays_of(segment).items()}
    words = segment.names.words
    for name in [
        name for name in arrays if name.startswith(("container", "scope", "language", "path_language", "word_"))
    ]:
        del arrays[name]
    return arrays | {
        "containers": segment.containers.take(pa.array(segment.container)).to_pylist(),
        "scopes": segment.scopes.take(pa.array(segment.scope)).to_pylist(),
        "languages": [segment.languages[language] for language in segment.path_language],
        "word_keys": words.keys.tolist(),
        "words": sorted(words.places.tolist()),
    }


@pytest.mark.parametrize("dead", [(), (0,), (1, 4), (0, 2, 3, 5, 6)])
@pytest.mark.parametrize("cuts", [(1, 2), (3,), (), (1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize("keys_a_run", [1, 4_096])
def test_what_is_merged_is_what_is_built_of_the_living_rows(
    rows: Callable[..., pa.Table],
    monkeypatch: pytest.MonkeyPatch,
    keys_a_run: int,
    cuts: tuple[int, ...],
    dead: tuple[int, ...],
) -> None:
    monkeypatch.setattr(merging, "_KEYS_A_RUN", keys_a_run)
    gone = {build(rows(*FILES[number])).paths[0] for number in dead}
    parts = []
    for first, last in zip((0, *cuts), (*cuts, len(FILES)), strict=True):
        segment = build(rows(*(row for file in FILES[first:last] for row in file)))
        alive = np.array([segment.paths[path] not in gone for path in segment.by_path(np.arange(len(segment.paths)))])
        parts.append(LiveRows(segment, alive))
    living = [row for number, file in enumerate(FILES) if number not in dead for row in file]
    assert known(merge(parts)) == known(build(rows(*living)))
