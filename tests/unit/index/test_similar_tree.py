"""The index of a like tree is looked for at a start, which a close may end."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.opening import manifest_of
from lsp_codebase.index.sharing import similar_tree
from lsp_codebase.store import Sketch


def test_a_close_ends_the_walk_of_a_tree_that_may_be_like_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("a = 1\n")
    monkeypatch.setattr(
        similar_tree, "known_sketches", lambda *_: {tmp_path / "other": Sketch(frozenset({"a.py"}), frozenset())}
    )
    dirty = DirtySet()
    dirty.end()
    with pytest.raises(Cancelled):
        similar_tree.adopt(root, Settings(), tmp_path / "index", manifest_of(root, Settings()), dirty)
