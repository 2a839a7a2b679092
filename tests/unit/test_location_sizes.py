"""How large the parts of an index are on disk."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from lsp_codebase import location as module
from lsp_codebase.location import IndexSize, index_bytes, index_directory, index_parts


def test_every_byte_of_an_index_belongs_to_one_part_and_the_largest_comes_first(tmp_path: Path):
    root, location = tmp_path / "root", str(tmp_path / "cache")
    files = {
        "manifest.json": 10,
        "tables/seen.json": 5,
        "tables/chunks.lance/data/a.lance": 700,
        "tables/chunks.lance/_versions/1.manifest": 30,
        "tables/vectors_463084b26e7372b3.lance/data/b.lance": 400,
        "tables/postings/1.v5.arrow": 300,
        "tables/state/1.part.arrow": 200,
    }
    for name, size in files.items():
        path = index_directory(root, location) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    parts = index_parts(index_directory(root, location))
    assert [*parts.items()] == [
        ("chunks", 730),
        ("vectors", 400),
        ("words", 300),
        ("saved state", 200),
        ("other", 15),
    ]
    assert index_bytes(index_directory(root, location)) == sum(files.values())


class Counts:
    """Stands for the counting of sizes, which takes two seconds of a clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.made = 0
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        monkeypatch.setattr(module, "index_parts", self._count)
        monkeypatch.setattr(module.time, "monotonic", lambda: self.now)

    def _count(self, *_: object) -> dict[str, int]:
        self.made += 1
        self.may_go_on.wait()
        self.now += 2
        return {"words": self.made}


def test_a_large_index_is_not_counted_for_every_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, size = Counts(monkeypatch), IndexSize(tmp_path)
    assert [size.parts(7) for _ in range(50)] == [{"words": 1}] * 50
    assert size.parts(8) == {"words": 2}  # another state
    counts.now += 300
    assert size.parts(8) == {"words": 3}  # it was long ago


def test_who_does_not_wait_gets_the_sizes_of_before_while_they_are_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts, size = Counts(monkeypatch), IndexSize(tmp_path)
    assert size.parts(7, waits=False) == {"words": 1}  # there are none of before
    counts.may_go_on.clear()
    assert [size.parts(8, waits=False) for _ in range(50)] == [{"words": 1}] * 50
    counting = [thread for thread in threading.enumerate() if thread.name == "sizes"]
    counts.may_go_on.set()
    for thread in counting:
        thread.join()
    assert (size.parts(8, waits=False), counts.made) == ({"words": 2}, 2)
