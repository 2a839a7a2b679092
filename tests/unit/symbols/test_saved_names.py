"""A segment of names is the same after it was made plain arrays, and a change of what these say is noticed."""

import zlib

import numpy as np
import pytest

from lsp_codebase.indexes.names import saved_names
from lsp_codebase.indexes.names.name_segment import build
from lsp_codebase.indexes.saved_state import FORMAT
from lsp_codebase.model import SymbolKind

ROWS = (
    "src/net/client.py:HttpClient",
    "src/net/client.py:open_connection",
    "src/net/größe.py:größeÄndern",
    "tests/test_client.py:test_open",
    {"path": "src/main.c", "name": "main", "language": "c", "is_declaration": True},
    {"path": "vendor/lib.js", "name": "render", "language": "javascript", "is_generated": True},
    {"path": "src/net/plug.ex", "name": "Plug.Conn", "container": "Plug"},
    {"path": "src/net/client.py", "name": "TIMEOUT_S", "kind": SymbolKind.Constant, "container": "HttpClient"},
)
SAVED = (5, "ac13ee40")
"""The format, and a digest of what it makes of the rows. Where the digest is another, raise the format: saved states of
an earlier one would answer with other ranks."""


@pytest.fixture
def segment(rows):
    return build(rows(*ROWS))


def test_a_segment_comes_back_as_it_was(segment):
    again = saved_names.segment_of(saved_names.arrays_of(segment))
    every = np.arange(len(segment), dtype=np.int32)
    assert again.symbols(every) == segment.symbols(every)
    assert [*again.paths] == [*segment.paths]
    assert again.languages == segment.languages
    assert again.scopes == segment.scopes
    assert [x.tolist() for x in again.names.last_parts] == [x.tolist() for x in segment.names.last_parts]
    assert again.rows_of("src/net/größe.py") == segment.rows_of("src/net/größe.py")
    arrays = saved_names.arrays_of(again)
    for name, array in saved_names.arrays_of(segment).items():
        assert np.array_equal(arrays[name], array), name


@pytest.mark.parametrize("name", ["text_offsets", "path_offsets", "container_offsets", "scope_offsets"])
@pytest.mark.parametrize("wrong", [-1, 1 << 30])
def test_strings_outside_of_their_text_are_refused(segment, name, wrong):
    arrays = {key: array.copy() for key, array in saved_names.arrays_of(segment).items()}
    arrays[name][1] = wrong
    with pytest.raises(ValueError, match="outside"):
        saved_names.segment_of(arrays)


def test_what_is_saved_of_names_is_that_of_the_format(segment):
    digest = 0
    arrays = {name: array for name, array in saved_names.arrays_of(segment).items() if not name.startswith("word_")}
    for name, array in sorted(arrays.items()):  # equal words may come in any order
        digest = zlib.crc32(np.ascontiguousarray(array).tobytes(), zlib.crc32(name.encode(), digest))
    assert (FORMAT, f"{digest:08x}") == SAVED
