"""The content store: what is put is found, in whatever process, until the room is needed or something is wrong."""

import os
import sqlite3
import stat
import time

import pytest

from lsp_codebase.cache import ContentStore, contents


@pytest.fixture
def file(tmp_path):
    return tmp_path / "content" / "content.sqlite"


@pytest.fixture
def open_store(tmp_path):
    opened = []

    def open_it(most_bytes=10_000_000):
        opened.append(ContentStore(str(tmp_path), most_bytes))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()


def test_what_one_puts_another_finds(open_store):
    open_store().put({b"a": b"1", b"b": b"2"})
    assert open_store().get([b"a", b"b", b"c"]) == {b"a": b"1", b"b": b"2"}


def test_many_keys_are_asked_for_at_once(open_store):
    values = {number.to_bytes(4, "big"): bytes([number % 256]) for number in range(2_345)}
    store = open_store()
    store.put(values)
    assert store.get(values.keys()) == values


def test_what_is_known_is_told_without_its_values_and_what_is_dropped_is_known_no_more(open_store):
    store = open_store()
    store.put({b"a": b"1", b"b": b"2"})
    assert store.known([b"a", b"b", b"c"]) == {b"a", b"b"}
    store.drop([b"a", b"c"])
    assert open_store().known([b"a", b"b", b"c"]) == {b"b"}
    assert open_store(0).known([b"a"]) == set()


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_only_this_user_may_look(open_store, file):
    open_store().put({b"a": b"1"})
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_without_a_budget_there_is_no_file(open_store, file):
    store = open_store(0)
    store.put({b"a": b"1"})
    assert store.get([b"a"]) == {}
    store.trim()
    assert not file.exists()


def test_a_value_that_changed_on_disk_is_not_found(open_store, file):
    store = open_store()
    store.put({b"a": b"precious", b"b": b"2"})
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE entries SET value = ? WHERE key = ?", (b"abcdprecioux", b"a"))
    connection.close()
    assert store.get([b"a", b"b"]) == {b"b": b"2"}


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 500])
def test_a_damaged_file_is_begun_anew(open_store, file, damage):
    store = open_store()
    store.put({b"a": b"1"})
    store.close()
    file.write_bytes(damage)
    assert store.get([b"a"]) == {}
    store.put({b"a": b"2"})
    assert open_store().get([b"a"]) == {b"a": b"2"}


def test_a_page_in_the_middle_that_is_damaged_costs_the_file_and_nothing_else(open_store, file):
    values = {number.to_bytes(4, "big"): bytes(700) for number in range(3_000)}
    store = open_store()
    store.put(values)
    store.close()
    with file.open("r+b") as stream:
        stream.seek(8 * 4096)
        stream.write(b"\xff" * 4096 * 40)
    store.get(values.keys())
    store.put({b"new": b"1"})
    store.put({b"new": b"1"})
    assert store.get([b"new"]) == {b"new": b"1"}


def test_another_format_is_begun_anew(open_store, monkeypatch):
    open_store().put({b"a": b"1"})
    monkeypatch.setattr(contents, "_FORMAT", contents._FORMAT + 1)
    assert open_store().get([b"a"]) == {}


def test_what_was_not_used_for_longest_goes_first(open_store, monkeypatch):
    today = time.time()
    store = open_store(1_500_000)
    for day in range(2):
        monkeypatch.setattr(contents.time, "time", lambda day=day: today + day * 86_400)
        store.put({bytes([day, number // 256, number % 256]): bytes(2_000) for number in range(350)})
    monkeypatch.setattr(contents.time, "time", lambda: today + 2 * 86_400)
    kept = [bytes([0, 0, number]) for number in range(100)]
    store.get(kept)
    store._most_bytes = 1_000_000
    monkeypatch.setattr(contents, "_TRIMMED_AT_ONCE", 50)
    store.trim()
    assert store._bytes() <= 800_000
    assert len(store.get(kept)) == 100
    assert not store.get([bytes([0, 1, number]) for number in range(50)])


def test_trimming_empties_the_log_though_another_process_has_the_file_open(open_store, file):
    store, other = open_store(), open_store()
    store.put({b"a": b"x" * 100_000})
    assert other.get([b"a"])
    log = file.with_name(file.name + "-wal")
    assert log.stat().st_size > 100_000
    store.trim()
    assert log.stat().st_size == 0
    assert other.get([b"a"]) == {b"a": b"x" * 100_000}


def test_beyond_the_budget_nothing_is_put(open_store):
    store = open_store(200_000)
    store.put({number.to_bytes(4, "big"): bytes(2_000) for number in range(200)})
    store.put({b"late": b"1"})
    assert store.get([b"late"]) == {}


def test_a_folder_that_cannot_be_written_is_only_a_miss(tmp_path):
    (tmp_path / "content").write_text("in the way")
    store = ContentStore(str(tmp_path), 1_000)
    store.put({b"a": b"1"})
    assert store.get([b"a"]) == {}


def test_a_file_that_another_process_holds_is_only_a_miss(open_store, file, monkeypatch):
    monkeypatch.setattr(contents, "_BUSY_S", 0.01)
    open_store().put({b"a": b"1"})
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    store = open_store()
    store.put({b"b": b"1"})
    assert store.get([b"a", b"b"]) == {b"a": b"1"}
    other.close()
