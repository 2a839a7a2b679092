from __future__ import annotations

from bisect import bisect_left

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.names import paths as module
from lsp_codebase.indexes.names.paths import Paths


@given(st.sets(st.text(st.characters(exclude_categories=("Cs",)), max_size=8)), st.text("ab/é", max_size=4))
def test_packed_paths_are_the_paths(chosen: set[str], wanted: str) -> None:
    ascending = sorted(chosen)
    paths = Paths(ascending)
    assert list(paths) == paths.to_arrow().to_pylist() == ascending
    assert paths.take(np.arange(len(paths), dtype=np.int32)) == ascending
    assert [paths.at(path) for path in ascending] == list(range(len(ascending)))
    assert (paths.at(wanted) is not None) == (wanted in chosen)
    assert bisect_left(paths, wanted) == bisect_left(ascending, wanted)
    for few in (0, 100):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(module, "_FEW_PATHS", few)
            found = paths.find({wanted, *ascending[::2]})
            assert paths.take(np.sort(found)) == sorted({*ascending[::2], *({wanted} & chosen)})


def test_there_is_no_path_beyond_the_last() -> None:
    paths = Paths(["a", "b"])
    assert paths[-1] == "b"
    with pytest.raises(IndexError):
        paths[2]
