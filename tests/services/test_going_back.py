"""A table whose latest version cannot be read costs what came with that version, and nothing else."""

import os
from dataclasses import replace

import pytest
from codebases import names, settle, write
from index_states import rebuilt, state

from lsp_codebase.model import Phase
from lsp_codebase.store import dead_rows, rollback
from lsp_codebase.store.torn_files import NewFiles

FIRST = "def first_function():\n    return 'the first of all'\n"


def newest(folder, pattern):
    return max(folder.glob(pattern), key=lambda path: path.stat().st_mtime_ns)


def cut(path, size):
    os.truncate(path, size)


def is_done(codebase):
    """Whether the save has left nothing to write: what it replaced is deleted too, and what is new has its vectors."""
    status, store = codebase.full_status(), codebase._indexer.store
    return not status.stale and status.vectors.done in (None, 0, status.chunks) and not store._dead._since


TABLES, PARTS = ("files", "chunks", "symbols"), ("data/*.lance", "_deletions/*", "_versions/*.manifest")
EACH_PART_OF_EACH_TABLE = [
    # The same lines read all tables: one part of each shows it.
    pytest.param(table, part, marks=[] if TABLES.index(table) == PARTS.index(part) else pytest.mark.slow)
    for table in TABLES
    for part in PARTS
]


@pytest.mark.parametrize(("table", "part"), EACH_PART_OF_EACH_TABLE)
def test_what_came_last_is_read_again_and_the_rest_is_kept(
    root, open_codebase, settings, pool, tmp_path, table, part, monkeypatch
):
    monkeypatch.setattr(dead_rows, "_READ_S", 0.0)  # what the save replaces is deleted, too, and at once
    monkeypatch.setattr(dead_rows, "_MANY", 1)
    write(root, {f"m{i}.py": FIRST.replace("first", f"number_{i}") for i in range(6)})
    codebase = open_codebase()
    write(root, {"m0.py": FIRST.replace("first", "saved")})
    codebase.mark_changed([root / "m0.py"])
    folder = codebase._indexer._directory / "tables" / f"{table}.lance"
    settle(codebase, lambda _: names(codebase, "saved_function") == ["saved_function"] and is_done(codebase))
    kept = {path: record.file_id for path, record in codebase._indexer.store.files.items() if path != "m0.py"}
    codebase.close()
    cut(newest(folder, part), 0 if "_deletions" in part else 20)
    again = open_codebase()
    status = again.status()
    assert status.phase is Phase.READY
    assert "rebuilt" not in status.message
    assert "repaired" in status.message
    assert {path: again._indexer.store.files[path].file_id for path in kept} == kept
    fresh = rebuilt(root, replace(settings, index_location=str(tmp_path / "fresh")), pool)
    assert state(again) == state(fresh)
    fresh.close()


def test_vectors_that_came_last_are_made_again_and_the_rest_is_kept(root, open_codebase, settings, monkeypatch):
    monkeypatch.setattr(dead_rows, "_READ_S", 0.0)  # what the save replaces is deleted at once
    monkeypatch.setattr(dead_rows, "_MANY", 1)
    hashed = replace(settings, embedding_model="hash")
    write(root, {f"m{i}.py": FIRST.replace("first", f"number_{i}") for i in range(6)})
    codebase = open_codebase(settings=hashed)
    write(root, {"m0.py": FIRST.replace("first", "saved")})
    codebase.mark_changed([root / "m0.py"])
    settle(codebase, lambda _: names(codebase, "saved_function") == ["saved_function"] and is_done(codebase))
    (folder,) = (codebase._indexer._directory / "tables").glob("vectors_*.lance")
    codebase.close()
    cut(newest(folder, "data/*.lance"), 20)
    again = open_codebase(settings=hashed)
    settle(again, lambda status: status.vectors.done == status.chunks == 6)
    kept = again._indexer.store.vectors._table.rows(["file_id"])["file_id"].to_pylist()
    assert sorted(kept) == sorted(again._indexer.store.live)
    assert len([*rollback.manifests(codebase._indexer._directory, folder.stem)]) > 2  # not made anew


def test_a_new_file_without_its_end_is_noticed_once(tmp_path):
    data = tmp_path / "tables" / "chunks.lance" / "data"
    data.mkdir(parents=True)
    (data / "old.lance").write_bytes(b"torn, but not new")
    files = NewFiles(tmp_path)
    (data / "good.lance").write_bytes(b"rows LANC")
    files.check()
    (data / "torn.lance").write_bytes(b"rows LA")
    with pytest.raises(OSError, match=r"torn\.lance"):
        files.check()
    files.check()
