"""What a commit is: all or nothing, newest wins, and what a crash leaves behind is swept."""

import errno
import gc
import shutil
import threading
import time
import weakref
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from codebases import write

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, IndexUnavailable
from lsp_codebase.index import maintenance as maintenance_module
from lsp_codebase.index.maintenance import Maintenance
from lsp_codebase.index.workers.extract import Extracted, ExtractJob, FileJob, extract, without_rows
from lsp_codebase.indexes import Indexes, Published, SavedState, indexes, merge_segments, token_hash
from lsp_codebase.indexes.words import words
from lsp_codebase.location import index_directory, make_private
from lsp_codebase.store import (
    FirstReading,
    Manifest,
    StoreUnreadable,
    WriterLock,
    dead_rows,
    location,
    open_for_reading,
    open_for_writing,
    opening,
    tables,
)

MANIFEST = Manifest("/r", "1", 1, 1_200)
FILES = {"a.py": "def first(): pass\n", "b.py": "def second(): pass\n"}


@pytest.fixture
def directory(tmp_path) -> Path:
    folder = tmp_path / "index"
    make_private(folder)
    return folder


@pytest.fixture
def lock(directory):
    lock = WriterLock(directory)
    assert lock.acquire()
    yield lock
    lock.release()


def open_store(directory, lock) -> Indexes:
    return opened(open_for_writing(directory, MANIFEST, lock)[0])


def opened(store) -> Indexes:
    indexes = Indexes(store, Published())
    indexes.complete()
    return indexes


def extracted(root: Path, opened: Indexes, *paths: str) -> Extracted:
    first = opened.store.next_file_id()
    jobs = tuple(FileJob(path, first + i, opened.store.files.get(path)) for i, path in enumerate(paths))
    return extract(ExtractJob(root, Settings(), jobs))


def commit(root: Path, opened: Indexes, *paths: str) -> None:
    made = extracted(root, opened, *paths)
    opened.commit(made.batch, made.words)


def found(opened: Indexes, *tokens: str) -> list[str]:
    """Return the paths of the live files that hold one of the tokens."""
    paths = set()
    for segment in opened.words.segments:
        rows = np.concatenate([segment.rows[segment.postings(token_hash(token))] for token in tokens])
        files = segment.file_of[rows]
        live = opened.store.live
        paths.update(live[file_id].path for file_id in segment.file_ids[files[segment.live[files]]].tolist())
    return sorted(paths)


def test_a_commit_makes_files_chunks_and_symbols_visible(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    assert store.store.generation == 1
    assert found(store, "first", "second") == ["a.py", "b.py"]
    assert sorted(store.store.symbols()["name"].to_pylist()) == ["first", "second"]
    assert frequency(store, "first") == 1


def test_a_process_that_died_before_it_made_any_table_left_no_damage(directory, lock):
    FirstReading(directory).begin()  # and here the process dies
    assert open_for_writing(directory, MANIFEST, lock)[1] is None


def test_rows_without_a_committed_file_are_invisible_and_swept_by_the_next_writer(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    half = extracted(root, store, "b.py")
    store.store.chunks.append(half.batch.chunks)  # and here the process dies
    assert found(store, "first", "second") == ["a.py"]
    again = open_store(directory, lock)
    assert found(again, "first", "second") == ["a.py"]
    assert again.store.chunks.count() == 1


def test_an_older_row_of_a_path_loses_to_the_newer_one(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    old_rows = store.store._files.rows()
    write(root, {"a.py": "def third(): pass\n"})
    commit(root, store, "a.py")
    store.store._files.append(old_rows)  # as if the process had died before it deleted the old row
    again = open_store(directory, lock)
    assert again.store.symbols()["name"].to_pylist() == ["third"]
    assert found(again, "first") == []


def switch(root: Path, opened: Indexes, files: dict[str, str]) -> None:
    """Write and commit files as a switch of branches does: what they replace may come back."""
    write(root, files)
    made = extracted(root, opened, *files)
    opened.commit(made.batch, made.words, keeps=True)


@pytest.mark.parametrize("is_merged", [False, True])
def test_a_file_that_was_kept_comes_back_by_its_id_also_where_its_words_were_merged(root, directory, lock, is_merged):
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, "a.py", "b.py")
    switch(root, opened, {"a.py": "def third(): pass\n"})
    if is_merged:
        opened.words.segments = (merge_segments(opened.words.segments),)
    opened.save()
    opened.store.upkeep.maintain(whole=True)
    opened.words.compact()
    assert (found(opened, "first"), opened.kept().keys()) == ([], {"a.py"})
    opened.commit(without_rows(opened.kept()["a.py"]).batch, (), keeps=True)
    assert [found(opened, word) for word in ("first", "second", "third")] == [["a.py"], ["b.py"], []]
    assert [match.symbol.name for match in opened._names.in_file("a.py")] == ["first"]
    assert sorted(opened.store.symbols()["name"].to_pylist()) == ["first", "second"]
    opened.store.sweep()
    assert opened.store.chunks.count() == 3  # what it replaced is kept in turn
    opened.words.segments = (merge_segments(opened.words.segments),)
    (followed,) = opened.words.segments
    opened.words.forget()
    (anew,) = open_store(directory, lock).words.segments
    assert same(followed, anew)


def test_files_that_may_come_back_are_forgotten_where_there_is_no_room(root, directory, lock, monkeypatch):
    monkeypatch.setattr(dead_rows, "_KEPT_CHUNKS", 1)
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, "a.py", "b.py")
    switch(root, opened, {"a.py": "def third(): pass\n"})
    switch(root, opened, {"b.py": "def fourth(): pass\n"})
    assert opened.kept().keys() == {"b.py"}  # the latest
    opened.store.upkeep.delete_dead()
    assert opened.store.chunks.count() == 3


def frequency(store, token):
    return sum(len(range(*s.postings(token_hash(token)).indices(1 << 40))) for s in store.words.segments)


def same(left, right):
    one, other = left.decided, right.decided
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_replacing_and_removing_leave_the_postings_of_an_index_built_anew(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    write(root, {"a.py": "def third(): pass\n"})
    commit(root, store, "a.py")
    store.remove(["b.py"])
    (anew,) = open_store(directory, lock).words.segments
    assert same(merge_segments(store.words.segments), anew)
    assert len(store.words) == 1


def test_saved_postings_are_completed_by_what_was_committed_since(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    store.save()
    commit(root, store, "b.py")
    (anew,) = open_store(directory, lock).words.segments
    (kept,) = store.words.segments
    assert same(anew, kept)


def test_postings_of_a_long_index_are_saved_on_the_way(root, directory, lock, monkeypatch):
    monkeypatch.setattr(words, "_MOST_UNSAVED", 1)
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    store.words.save_if_many()
    assert store.words.unsaved_rows == 1
    commit(root, store, "b.py")
    store.words.save_if_many()  # and here the process is killed
    assert store.words.unsaved_rows == 0
    monkeypatch.setattr(indexes, "of_chunks", None)  # nothing is counted again
    assert found(open_store(directory, lock), "first", "second") == ["a.py", "b.py"]


def parts(opened: Indexes, table: str = "chunks") -> int:
    """Return how many files the rows of a table lie in."""
    return len(list((location(opened.store.directory) / f"{table}.lance/data").iterdir()))


def saved_often(root: Path, opened: Indexes, times: int) -> None:
    for number in range(times):
        write(root, {"a.py": f"def first_{number}(): pass\n"})
        commit(root, opened, "a.py")


def test_a_few_saves_do_not_have_the_tables_written_again(root, directory, lock, monkeypatch):
    monkeypatch.setattr(tables, "_MANY_PARTS", 6)
    write(root, {f"{name}.py": f"def {name}(): pass\n" for name in "bcdefghi"})
    opened = open_store(directory, lock)
    commit(root, opened, *(f"{name}.py" for name in "bcdefghi"))
    saved_often(root, opened, 4)
    opened.store.upkeep.maintain()
    assert parts(opened) == 5
    saved_often(root, opened, 1)
    monkeypatch.setattr(tables, "KEEP_VERSIONS", timedelta(milliseconds=1))
    opened.store.upkeep.maintain()  # the versions before may still be being read
    time.sleep(0.01)
    opened.store.upkeep.maintain()
    assert parts(opened) == 1
    opened.store.remove([f"{name}.py" for name in "bcdefghi"])
    opened.store.upkeep.delete_dead()
    before = opened.store.chunks.version
    opened.store.upkeep.maintain()
    assert opened.store.chunks.version > before  # most rows are gone: what they leave is not kept


def test_versions_that_the_last_process_had_no_time_to_drop_are_dropped_by_the_next(root, directory, lock, monkeypatch):
    write(root, {f"{name}.py": f"def {name}(): pass\n" for name in "bcdefghi"})
    opened = open_store(directory, lock)
    commit(root, opened, *(f"{name}.py" for name in "bcdefghi"))
    saved_often(root, opened, 2)
    opened.store.upkeep.maintain(whole=True)
    assert parts(opened) > 1
    monkeypatch.setattr(tables, "KEEP_VERSIONS", timedelta(milliseconds=1))
    time.sleep(0.01)
    opened = open_store(directory, lock)
    opened.store.upkeep.maintain()
    assert parts(opened) == 1


def test_tidying_ends_where_something_is_saved_meanwhile_and_goes_on_later(root, directory, lock, settings):
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    maintenance, content = Maintenance(directory, 0), ContentStore(settings.index_location, 1_000_000)
    maintenance.note_large_refresh(opened.store.generation)
    saved_often(root, opened, 2)
    assert not maintenance.tidy(opened, content, (), lambda: False, lambda: None)
    assert maintenance.is_untidy
    assert not maintenance.is_overdue(opened.store.generation + 99)  # what was cut short is not begun again at once
    assert (parts(opened, "symbols"), opened.words.unsaved_rows > 0) == (3, True)  # one table was being merged
    assert maintenance.tidy(opened, content, (), lambda: True, opened.save)
    assert not maintenance.is_untidy
    assert opened.words.unsaved_rows == 0


def test_a_file_that_is_saved_while_a_table_is_merged_is_found_at_once(root, directory, lock, held_merging):
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    assert not opened.store.upkeep.maintain(whole=True, goes_on=lambda: False)
    assert opened.store.upkeep.is_merging
    write(root, {"a.py": "def third(): pass\n"})
    commit(root, opened, "a.py")
    assert found(opened, "third") == ["a.py"]
    opened.store.upkeep.delete_dead()
    opened.store.upkeep.index_new_rows()
    assert opened.store.chunks.count() == 3  # what the merging may be reading is not deleted
    held_merging.go_on()
    assert opened.store.upkeep.maintain()
    assert not opened.store.upkeep.is_merging
    opened.store.upkeep.delete_dead()
    assert opened.store.chunks.count() == 2
    assert found(open_store(directory, lock), "first", "second", "third") == ["a.py", "b.py"]


def test_a_large_change_while_a_table_is_merged_has_all_of_them_merged_as_a_whole(
    root, directory, lock, held_merging, monkeypatch
):
    merged, tidy = [], tables.Table.tidy
    monkeypatch.setattr(
        tables.Table, "tidy", lambda table, *, whole: (merged.append((table._name, whole)), tidy(table, whole=whole))
    )
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    for _ in range(2):
        assert not opened.store.upkeep.maintain(whole=True, goes_on=lambda: False)
    held_merging.go_on()
    assert opened.store.upkeep.maintain()
    assert merged == [("chunks", True), ("chunks", True), ("symbols", True), ("files", True)]


def test_nothing_is_lost_of_what_is_saved_while_tables_are_merged(root, directory, lock):
    write(root, {f"{number}.py": f"def of_{number}(): pass\n" for number in range(40)})
    opened = open_store(directory, lock)
    for number in range(40):
        commit(root, opened, f"{number}.py")
    saved = 0
    opened.store.upkeep.maintain(whole=True, goes_on=lambda: False)
    while opened.store.upkeep.is_merging or not saved:
        write(root, {"a.py": f"def third(): return {saved}\n"})
        commit(root, opened, "a.py")
        saved += 1
    assert opened.store.upkeep.maintain(whole=True)
    again = open_store(directory, lock)
    assert len(again.store.files) == 41
    assert found(again, "third") == ["a.py"]
    assert sum(part.num_rows for part in again.store.file_chunks([*again.store.live], ["chunk_id"])) == 41


def test_who_lets_the_index_go_waits_for_the_merging_of_a_table(root, directory, lock, held_merging):
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    assert not opened.store.upkeep.maintain(whole=True, goes_on=lambda: False)
    threading.Timer(0.2, held_merging.go_on).start()
    opened.store.upkeep.settle()
    assert held_merging.may_go.is_set()
    assert not opened.store.upkeep.is_merging


@pytest.mark.parametrize("error", [MemoryError(), StoreUnreadable("torn"), ValueError("whatever")])
def test_an_index_is_let_go_of_though_a_merging_failed(root, directory, lock, monkeypatch, error):
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    goes_on = threading.Event()

    def fail(*_, **__):
        goes_on.wait(30)
        raise error

    monkeypatch.setattr(tables.Table, "tidy", fail)
    assert not opened.store.upkeep.maintain(goes_on=lambda: False)
    goes_on.set()
    opened.store.upkeep.settle()
    assert not opened.store.upkeep.is_merging


def test_a_merging_that_fails_beside_a_save_is_told_by_the_next(root, directory, lock, monkeypatch):
    def fails(table, **_options):
        raise StoreUnreadable(f"table {table._name}: no")

    monkeypatch.setattr(tables.Table, "tidy", fails)
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    with pytest.raises(StoreUnreadable, match="chunks: no"):
        opened.store.upkeep.maintain(whole=True)
    opened.store.upkeep.settle()


def test_what_a_first_index_leaves_is_merged_once_however_often_something_is_saved_meanwhile(
    root, directory, lock, settings, monkeypatch
):
    merged = []
    monkeypatch.setattr(tables.Table, "tidy", lambda table, *, whole=False: merged.append((table._name, whole)))
    monkeypatch.setattr(maintenance_module, "_SOON_S", 0.0)
    write(root, FILES)
    opened = open_store(directory, lock)
    commit(root, opened, *FILES)
    maintenance, content = Maintenance(directory, 0), ContentStore(settings.index_location, 1_000_000)
    maintenance.note_large_refresh(opened.store.generation)
    assert maintenance.is_due(is_asked=False)
    maintenance.tidy(opened, content, (), lambda: False, opened.save)
    saved_often(root, opened, 1)
    assert not maintenance.is_due(is_asked=False)  # who saves goes on working
    maintenance.tidy(opened, content, (), lambda: True, opened.save)
    assert merged == [("chunks", True), ("chunks", False), ("symbols", True), ("files", True)]


def test_large_parts_of_names_are_read_from_disk_while_more_come(root, directory, lock, monkeypatch):
    monkeypatch.setattr(indexes, "_LARGE_NAMES", 1)
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    store.map_large()
    commit(root, store, "b.py")
    store.map_large()
    names = store._names
    assert all(part.segment.saved_in for part in names.parts)
    assert [names.in_file(path)[0].symbol.name for path in ("a.py", "b.py")] == ["first", "second"]
    store.save()
    kept = {part.segment.saved_in.name for part in store._names.parts}
    left = {path.name for path in (tables.location(directory) / "state").iterdir()}
    assert {name for name in left if name.endswith(".part.arrow")} == kept  # what was merged meanwhile is gone


def test_an_id_of_a_deleted_file_is_never_given_away_again(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    store.save()  # and here the process dies, but for one deletion
    used = set(store.store.live)
    store.remove(["b.py"])
    again = open_store(directory, lock)
    write(root, {"c.py": "def different(): pass\n"})
    commit(root, again, "c.py")
    assert again.store.files["c.py"].file_id not in used
    third = open_store(directory, lock)  # with the postings saved before the deletion
    assert frequency(third, "different") == 1


def test_compacted_postings_are_those_of_an_index_built_anew(root, directory, lock, monkeypatch):
    monkeypatch.setattr(words, "_MERGING", replace(words._MERGING, small=0))  # as if segments were large
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    for number in range(4):
        write(root, {"a.py": f"def number_{number}(): pass\n"})
        commit(root, store, "a.py")
    assert not all(segment.live.all() for segment in store.words.segments)
    store.words.compact()
    store.save()
    (compacted,) = store.words.segments
    store.words.forget()
    (anew,) = open_store(directory, lock).words.segments
    assert same(compacted, anew)


@pytest.mark.parametrize("damage", ["empty", "half", "foreign"])
def test_damaged_postings_are_made_again(root, directory, lock, damage):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    store.save()
    (saved,) = (directory / "tables" / "postings").iterdir()
    data = saved.read_bytes()
    saved.write_bytes({"empty": b"", "half": data[: len(data) // 2], "foreign": b"torn" * 100}[damage])
    assert len(open_store(directory, lock).words) == len(store.words)


def test_postings_of_an_earlier_format_are_made_again_and_deleted(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")
    store.save()
    (saved,) = (directory / "tables" / "postings").iterdir()
    earlier = saved.rename(saved.with_name(saved.name.replace(words.SUFFIX, ".v6.arrow")))
    again = open_store(directory, lock)
    assert all(same(one, other) for one, other in zip(again.words.segments, store.words.segments, strict=True))
    assert not earlier.exists()


@pytest.fixture
def one_at_once(monkeypatch):
    monkeypatch.setattr(indexes, "_CHUNKS_AT_ONCE", 1)
    monkeypatch.setattr(indexes, "_NAMED_AT_ONCE", 1)


@pytest.mark.usefixtures("one_at_once")
def test_names_and_words_that_are_made_again_answer_part_by_part(root, directory, lock):
    write(root, FILES)
    commit(root, open_store(directory, lock), "a.py", "b.py")
    published, shown = Published(), []
    again = Indexes(open_for_writing(directory, MANIFEST, lock)[0], published)
    again.open_to_questions()

    def look() -> None:
        state = published.state
        shown.append((len(state.stored_names), sum(segment.living for segment in state.words)))

    look()
    again.complete(look)
    assert shown == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]


@pytest.mark.usefixtures("one_at_once")
def test_names_that_were_made_in_part_are_not_taken_for_all(root, directory, lock):
    write(root, FILES)
    whole = open_store(directory, lock)
    commit(root, whole, "a.py", "b.py")
    whole.save()
    shutil.rmtree(directory / "tables" / "state")
    cut_short = Indexes(open_for_writing(directory, MANIFEST, lock)[0], Published())

    def end() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        cut_short.complete(end)
    cut_short.save()
    saved = SavedState(directory)
    saved.load(None)
    published = Published()
    again = Indexes(open_for_writing(directory, MANIFEST, lock)[0], published, saved)
    again.complete()
    again.open_to_questions()
    assert len(published.state.stored_names) == 2


def test_postings_of_an_index_thrown_away_are_not_taken_for_those_of_the_next(root, directory, lock):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    store.save()
    store_anew, _ = open_for_writing(directory, MANIFEST, lock, fresh=True)
    fresh = opened(store_anew)
    assert len(fresh.words) == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"parser": "2"}, "by another version"),
        ({"tokenizer": 2}, "by another version"),
        ({"root": "/other"}, "by another version"),
        ({"format": 99}, "by another version"),
        ({"max_chars": 800}, "with other settings"),
        ({"max_chars": 800, "parser": "2"}, "by another version"),
    ],
)
def test_an_index_built_otherwise_is_rebuilt(root, directory, lock, change, reason):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    store_anew, message = open_for_writing(directory, replace(MANIFEST, **change), lock)
    fresh = opened(store_anew)
    assert fresh.store.files == {}
    assert message == f"index rebuilt: built {reason}"


@pytest.mark.parametrize("damage", ["manifest", "table", "everything", "foreign"])
def test_a_damaged_index_is_rebuilt_and_says_so(root, directory, lock, damage):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py")
    if damage == "manifest":
        (directory / "manifest.json").write_text("{")
    elif damage == "table":
        for file in (directory / "tables" / "files.lance" / "_versions").iterdir():
            file.write_bytes(b"garbage")
    elif damage == "everything":
        shutil.rmtree(directory / "tables" / "chunks.lance")
        (directory / "tables" / "chunks.lance").write_text("a file where a table should be")
    else:
        shutil.rmtree(directory / "tables")
        (directory / "tables").mkdir()
        (directory / "tables" / "notes.txt").write_text("mine")
    store_anew, _ = open_for_writing(directory, MANIFEST, lock)
    fresh = opened(store_anew)
    commit(root, fresh, "a.py", "b.py")
    assert found(fresh, "first", "second") == ["a.py", "b.py"]


def test_a_process_that_was_killed_as_it_made_a_table_leaves_nothing_to_repair(root, directory, lock):
    write(root, FILES)
    open_store(directory, lock)
    shutil.rmtree(directory / "tables" / "chunks.lance" / "_versions")  # the first version, written last
    store, message = open_for_writing(directory, MANIFEST, lock)
    assert message is None
    made = opened(store)
    commit(root, made, "a.py", "b.py")
    assert found(made, "first", "second") == ["a.py", "b.py"]


def test_an_index_that_a_full_disk_leaves_as_it_is_refuses_changes_by_the_reason(root, directory, lock, monkeypatch):
    write(root, FILES)
    first = open_store(directory, lock)
    commit(root, first, "a.py")
    made = extracted(root, first, "b.py")
    monkeypatch.setattr(opening, "reserve_ids", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    again = open_store(directory, lock)
    assert set(again.store.files) == {"a.py"}
    with pytest.raises(IndexUnavailable, match="the disk is full; it is tried again"):
        again.commit(made.batch, made.words)


def test_a_library_that_cannot_be_loaded_costs_no_index(root, directory, lock, monkeypatch):
    write(root, FILES)
    store = open_store(directory, lock)
    commit(root, store, "a.py", "b.py")

    def broken() -> None:
        raise ImportError("no such library")

    monkeypatch.setattr(tables, "import_lancedb", broken)
    with pytest.raises(ImportError):
        open_store(directory, lock)
    monkeypatch.undo()
    assert sorted(open_store(directory, lock).store.files) == ["a.py", "b.py"]


def test_a_reader_sees_what_the_writer_commits(root, directory, lock):
    write(root, FILES)
    writer = open_store(directory, lock)
    commit(root, writer, "a.py")
    reader = opened(open_for_reading(directory, MANIFEST))
    reader.open_to_questions()
    assert not reader.follow()
    commit(root, writer, "b.py")
    assert reader.follow()
    assert found(reader, "first", "second") == ["a.py", "b.py"]
    writer.remove(["a.py"])
    assert reader.follow()
    assert found(reader, "first", "second") == ["b.py"]


def test_a_reader_goes_on_where_the_writer_tidies_what_no_file_changes_in(root, directory, lock, monkeypatch):
    monkeypatch.setattr(tables, "KEEP_VERSIONS", timedelta(milliseconds=1))
    write(root, FILES)
    writer = open_store(directory, lock)
    commit(root, writer, "a.py")
    commit(root, writer, "b.py")
    reader = opened(open_for_reading(directory, MANIFEST))
    for _ in range(2):  # the second time drops the versions before the first
        writer.store.chunks.tidy(whole=True)
        writer.store._symbols.tidy(whole=True)
        time.sleep(0.01)
        assert not reader.follow()
    assert sorted(chunk["path"] for chunk in reader.store.chunks.rows(["path"]).to_pylist()) == ["a.py", "b.py"]
    assert sorted(reader.store.symbols(["a.py", "b.py"])["name"].to_pylist()) == ["first", "second"]


def test_a_reader_of_another_version_is_told_what_to_do(directory, lock):
    open_store(directory, lock)
    with pytest.raises(IndexUnavailable, match="another version"):
        open_for_reading(directory, replace(MANIFEST, parser="2"))


def test_an_index_that_is_let_go_is_gone_at_once(root, directory, lock):
    write(root, FILES)
    index = open_store(directory, lock)
    commit(root, index, "a.py", "b.py")
    store = weakref.ref(index.store)
    gc.disable()  # it is seldom looked for, in a server: old garbage stays for hours
    try:
        del index
        assert store() is None
    finally:
        gc.enable()


def test_only_one_lock_can_be_held(directory, lock):
    assert not WriterLock(directory).acquire()
    lock.release()
    other = WriterLock(directory)
    assert other.acquire()
    other.release()


def test_the_place_of_an_index_depends_on_the_canonical_root_only(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    place = index_directory(tmp_path / "real", str(tmp_path))
    assert index_directory((tmp_path / "link").resolve(), str(tmp_path)) == place
    assert index_directory(tmp_path / "other", str(tmp_path)) != place


def test_index_folders_are_private(directory):
    assert directory.stat().st_mode & 0o777 == 0o700


def test_a_place_that_cannot_be_written_is_named_with_the_fix(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(IndexUnavailable, match=r"index\.location"):
        make_private(tmp_path / "file" / "index")
