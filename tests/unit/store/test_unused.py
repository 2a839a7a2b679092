"""Indexes of roots that are gone for long are deleted, and the least used ones beyond the budget."""

import errno
import os
import shutil
import time
from contextlib import suppress

import pytest

from lsp_codebase.location import index_directory, make_private
from lsp_codebase.store import Manifest, WriterLock, drop_unused, unused
from lsp_codebase.store.manifest import read_manifest, write_manifest

DAY_S = 86_400


@pytest.fixture
def base(tmp_path):
    return tmp_path / "indexes"


def index(tmp_path, base, name, *, days, exists=True, size=100):
    root = tmp_path / name
    root.mkdir()
    directory = index_directory(root, str(base))
    make_private(directory)
    write_manifest(directory, Manifest(str(root), "1", 1, 1_200))
    (directory / "rows").write_bytes(b"x" * size)
    used = time.time() - days * DAY_S
    os.utime(directory / "manifest.json", (used, used))
    if not exists:
        root.rmdir()
    return directory


def test_only_roots_gone_for_a_month_lose_their_index(tmp_path, base):
    kept = index(tmp_path, base, "open", days=0)
    old = index(tmp_path, base, "old", days=400)
    gone = index(tmp_path, base, "gone", days=31, exists=False)
    unplugged = index(tmp_path, base, "unplugged", days=3, exists=False)
    held = index(tmp_path, base, "held", days=31, exists=False)
    lock = WriterLock(held)
    assert lock.acquire()
    (base / "notes-0123456789abcdef").mkdir()  # not ours: it has no manifest
    assert drop_unused(base, kept) == [tmp_path / "gone"]
    lock.release()
    assert not gone.exists()
    assert {kept, old, unplugged, held, base / "notes-0123456789abcdef"} <= set(base.iterdir())


def test_beyond_the_budget_the_least_used_go_first(tmp_path, base, monkeypatch):
    kept = index(tmp_path, base, "open", days=900, size=50_000)
    indexes = [index(tmp_path, base, f"r{days}", days=days, size=50_000) for days in (3, 1, 2)]
    monkeypatch.setattr(unused, "_MOST_BYTES", 160_000)
    assert drop_unused(base, kept) == [tmp_path / "r3"]
    assert kept.exists()
    assert [directory.exists() for directory in indexes] == [False, True, True]


def test_an_index_that_another_process_is_deleting_is_passed_over(tmp_path, base, monkeypatch):
    kept = index(tmp_path, base, "open", days=0)
    going, gone = (index(tmp_path, base, name, days=31, exists=False) for name in ("going", "gone"))

    def read_and_lose(directory):
        manifest = read_manifest(directory)
        if directory == going:
            shutil.rmtree(directory)
        return manifest

    monkeypatch.setattr(unused, "read_manifest", read_and_lose)
    assert drop_unused(base, kept) == [tmp_path / "gone"]
    assert not gone.exists()


def test_an_index_that_cannot_be_deleted_is_left_alone(tmp_path, base, monkeypatch):
    kept = index(tmp_path, base, "open", days=0)
    gone = index(tmp_path, base, "gone", days=31, exists=False)

    def refuse(path):
        raise PermissionError(path)

    monkeypatch.setattr(unused, "remove", refuse)
    assert drop_unused(base, kept) == []
    assert gone.exists()


def test_files_that_another_process_deletes_meanwhile_count_nothing(tmp_path, base, monkeypatch):
    kept = index(tmp_path, base, "open", days=0)
    other = index(tmp_path, base, "other", days=1)
    merged = other / "tables" / "chunks.lance"
    merged.mkdir(parents=True)
    scandir = os.scandir

    def lose_and_scan(path):
        if os.fspath(path) == str(merged):
            merged.rmdir()
        return scandir(path)

    monkeypatch.setattr(os, "scandir", lose_and_scan)
    assert drop_unused(base, kept) == []
    assert not merged.exists()


def test_a_link_is_never_followed(tmp_path, base):
    kept = index(tmp_path, base, "open", days=0)
    outside = index(tmp_path, tmp_path / "elsewhere", "gone", days=99, exists=False)
    (base / outside.name).symlink_to(outside)
    assert drop_unused(base, kept) == []
    assert outside.exists()


def test_use_is_noted(tmp_path, base):
    directory = index(tmp_path, base, "r", days=99)
    unused.note_use(directory)
    assert time.time() - (directory / "manifest.json").stat().st_mtime < 60


def test_a_folder_that_stays_while_its_lock_is_open_is_deleted_after_it(tmp_path, base, monkeypatch):
    gone = index(tmp_path, base, "gone", days=31, exists=False)

    def all_but_the_folder(directory, **_):
        for path in directory.iterdir():
            with suppress(PermissionError):  # the lock, where an open file stays
                path.unlink()

    monkeypatch.setattr(unused.shutil, "rmtree", all_but_the_folder)
    assert drop_unused(base, base / "other") == [tmp_path / "gone"]
    assert not gone.exists()


def test_a_root_that_cannot_be_looked_at_keeps_its_index_and_ends_nothing(tmp_path, base, monkeypatch):
    kept = index(tmp_path, base, "open", days=0)
    unknown = index(tmp_path, base, "unknown", days=31)
    gone = index(tmp_path, base, "gone", days=32, exists=False)
    look = os.stat

    def refuse(path, **options):  # as at a network drive that is lost
        if path == tmp_path / "unknown":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return look(path, **options)

    monkeypatch.setattr(os, "stat", refuse)
    assert drop_unused(base, kept) == [tmp_path / "gone"]
    assert unknown.exists()
    assert not gone.exists()
