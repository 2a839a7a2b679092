"""Objects in a shared folder: what is stored comes back, and a store that fails costs a bounded time."""

import threading
import time

import pytest

from lsp_codebase.errors import Damaged, TeamStoreUnavailable
from lsp_codebase.team import Objects

pytest.importorskip("obstore")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "team").mkdir()
    return tmp_path / "team"


@pytest.fixture
def objects(folder):
    return Objects(folder.as_uri())


def test_an_object_is_found_under_its_key(objects):
    assert objects.put("packs/one", b"abc")
    assert objects.get("packs/one", most_bytes=3) == b"abc"
    assert list(objects.list("packs")) == [("packs/one", 3)]


def test_an_object_that_is_not_there_is_none_and_no_failure(objects):
    assert [objects.get("packs/none", 10) for _ in range(5)] == [None] * 5
    assert list(objects.list("packs")) == []
    assert objects.problem is None


def test_an_object_is_not_read_if_it_is_larger_than_allowed(objects):
    objects.put("one", b"abcd")
    with pytest.raises(Damaged, match="4 bytes, more than 3"):
        objects.get("one", most_bytes=3)


def test_an_object_that_is_there_is_kept_when_only_new_ones_are_put(objects):
    assert objects.put("one", b"first", only_new=True)
    assert not objects.put("one", b"second", only_new=True)
    assert objects.get("one", 10) == b"first"
    assert objects.put("one", b"third")
    assert objects.get("one", 10) == b"third"


def test_ranges_come_in_the_order_they_were_asked_for_and_near_ones_share_a_request(objects):
    data = bytes(range(256)) * 2_000
    objects.put("one", data)
    before = objects.moved.requests
    ranges = [(400_000, 400_010), (0, 4), (9, 9), (100, 300)]
    assert objects.get_ranges("one", ranges) == [data[start:end] for start, end in ranges]
    assert objects.moved.requests - before == 2
    assert objects.get_ranges("one", []) == []


def test_ranges_behind_the_end_or_of_no_object_are_damage(objects):
    objects.put("one", b"abcd")
    with pytest.raises(Damaged, match="shorter"):
        objects.get_ranges("one", [(0, 2), (2, 9)])
    with pytest.raises(Damaged, match="gone"):
        objects.get_ranges("two", [(0, 2)])


def test_what_moved_is_counted(objects):
    objects.put("one", b"abcd")
    objects.get("one", 10)
    assert (objects.moved.sent, objects.moved.received, objects.moved.requests) == (4, 4, 2)


@pytest.mark.parametrize("key", ["../up", "/etc/passwd", "a//b", "a/../b", ".hidden", "a/", "", "a b", "a\\b"])
def test_a_key_that_could_leave_the_folder_is_refused(objects, key):
    for call in (lambda: objects.get(key, 1), lambda: objects.put(key, b""), lambda: list(objects.list(key))):
        with pytest.raises(ValueError, match="no key"):
            call()


@pytest.mark.parametrize(
    "url", ["", "team", "http://host/x", "ftp://host", "s3://key:secret@bucket", "s3://b?endpoint=x"]
)
def test_what_is_no_store_is_refused_with_the_field_and_the_fix(url):
    with pytest.raises(TeamStoreUnavailable, match=r"^team\.store: .*; write s3://"):
        Objects(url)


def test_a_folder_that_does_not_exist_is_not_made(tmp_path):
    with pytest.raises(TeamStoreUnavailable, match=r"^team\.store: "):
        Objects((tmp_path / "none").as_uri())
    assert not (tmp_path / "none").exists()


def test_a_store_that_fails_three_times_in_a_row_is_left_alone(objects, folder):
    folder.joinpath("one").mkdir()  # a folder cannot be read as an object
    for _ in range(3):
        with pytest.raises(TeamStoreUnavailable, match="credentials"):
            objects.put("one", b"abc")
    with pytest.raises(TeamStoreUnavailable, match="not asked again"):
        objects.get("two", 10)
    assert objects.problem


def test_a_store_that_answers_again_is_not_left_alone(objects, folder):
    folder.joinpath("one").mkdir()
    for _ in range(6):
        with pytest.raises(TeamStoreUnavailable):
            objects.put("one", b"abc")
        objects.put("two", b"abc")
    assert objects.problem is None


def test_a_store_that_hangs_is_waited_for_no_longer_than_said(folder, monkeypatch):
    import obstore

    released = threading.Event()
    monkeypatch.setattr(obstore, "get", lambda *_: released.wait(60))
    objects = Objects(folder.as_uri(), timeout_s=0.05)
    begin = time.monotonic()
    for _ in range(50):
        with pytest.raises(TeamStoreUnavailable):
            objects.get("one", 10)
    released.set()
    assert time.monotonic() - begin < 20
    assert objects.problem


def test_who_closes_a_store_that_hangs_frees_those_who_wait_for_it(folder, monkeypatch):
    import obstore

    released, failed = threading.Event(), threading.Event()
    monkeypatch.setattr(obstore, "get", lambda *_: released.wait(60))
    objects = Objects(folder.as_uri(), timeout_s=600)

    def ask():
        with pytest.raises(TeamStoreUnavailable, match="closed"):
            objects.get("one", 10)
        failed.set()

    threading.Thread(target=ask, daemon=True).start()
    objects.close()
    assert failed.wait(30)
    released.set()
