"""Where a directory lists its files with their sizes and times, as on Windows, no file is asked for them."""

import os

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import scan, walk


def test_a_walk_takes_sizes_and_times_from_the_listings(tmp_path, monkeypatch):
    (tmp_path / "src").mkdir()
    for name in ("a.py", "src/b.py"):
        (tmp_path / name).write_text(name)

    def walked():
        return scan(tmp_path, respect_gitignore=True, exclude=(), cancel=CancelToken())

    asked = walked()
    monkeypatch.setattr(walk, "_LISTS_TIMES", True)

    def fail(path):
        raise AssertionError(path)

    monkeypatch.setattr(os, "lstat", fail)
    assert walked() == asked
    assert [one.size for one in asked.files.values()] == [len("a.py"), len("src/b.py")]
