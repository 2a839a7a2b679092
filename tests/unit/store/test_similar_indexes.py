"""A copy of the index of a like tree leaves that one alone, whatever an earlier copy left behind."""

from pathlib import Path

import pytest

from lsp_codebase.location import MANIFEST
from lsp_codebase.store import Manifest, copy_index
from lsp_codebase.store.similar_indexes import _LINKED_BYTES

VERSION = Path("tables/files.lance/_versions/18446744073709551600.manifest")  # the name of no index alone


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    sources = [tmp_path / "one", tmp_path / "other"]
    for letter, source in zip("ab", sources, strict=True):
        (source / VERSION.parent).mkdir(parents=True)
        (source / VERSION).write_text(letter * 2 * _LINKED_BYTES)
    return sources


@pytest.mark.parametrize("second", [0, 1])
def test_a_copy_that_was_cut_short_is_begun_anew_and_costs_no_other_index_anything(tmp_path, sources, second):
    manifest, target = Manifest("/root", "1", 1, 1_200), tmp_path / "target"
    assert copy_index(sources[0], target, manifest)
    (target / MANIFEST).unlink()  # it was killed before the end
    (target / "tables/files.lance/data").mkdir()
    (target / "tables/files.lance/data/torn.lance").write_text("torn")
    assert copy_index(sources[second], target, manifest)
    assert (target / VERSION).read_text()[0] == "ab"[second]
    assert [(source / VERSION).read_text()[0] for source in sources] == ["a", "b"]
    assert not (target / "tables/files.lance/data/torn.lance").exists()
