"""LanceDB's errors become types: damaged files, a system that refuses."""

import errno
import os
import sys
from contextlib import suppress

import pyarrow as pa
import pytest

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import (
    StoreBlocked,
    StoreUnreadable,
    WriterLock,
    full_disk_reason,
    store_errors,
)
from lsp_codebase.store.store_errors import typed
from lsp_codebase.store.tables import Database, location

SCHEMA = pa.schema([pa.field("chunk_id", pa.int64()), pa.field("text", pa.string())])


@pytest.fixture
def database(tmp_path):
    return Database(tmp_path)


@pytest.fixture
def table(database):
    table = database.ensure_table("chunks", SCHEMA)
    table.append(pa.table({"chunk_id": [*range(9)], "text": [f"line {i}" for i in range(9)]}, SCHEMA))
    return table


def data_files(tmp_path):
    return [*(location(tmp_path) / "chunks.lance" / "data").iterdir()]


@pytest.mark.parametrize("size", [0, 20])
def test_a_file_cut_short_is_unreadable(tmp_path, table, size):
    for path in data_files(tmp_path):
        os.truncate(path, size)
    with pytest.raises(StoreUnreadable, match="table chunks") as caught:
        Database(tmp_path).table("chunks").rows()
    assert caught.value.__cause__ is not None
    assert full_disk_reason(caught.value) is None


def test_a_file_that_is_gone_is_unreadable_whoever_reads_it_in_parts(tmp_path, table):
    for path in data_files(tmp_path):
        path.unlink()
    with pytest.raises(StoreUnreadable):
        next(Database(tmp_path).table("chunks").batches())


def test_a_table_with_other_columns_is_unreadable(database, table):
    with pytest.raises(StoreUnreadable, match="another schema"):
        database.table("chunks", pa.schema([pa.field("other", pa.int64())]))


def test_a_table_that_is_not_there_yet_is_waited_for(database):
    with pytest.raises(IndexUnavailable, match="does not exist yet"):
        database.table("chunks")


@pytest.mark.skipif(os.name != "posix" or not os.path.isdir("/proc/self/fd"), reason="counts descriptors by /proc")
def test_too_many_open_files_are_no_damage(tmp_path, table):
    import resource

    fresh = Database(tmp_path).table("chunks")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 64, hard))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        with pytest.raises(StoreBlocked) as caught:
            fresh.rows()
    finally:
        for number in taken:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert caught.value.errno == errno.EMFILE
    assert full_disk_reason(caught.value) == "too many files are open"
    assert fresh.count() == 9


def said(number, *, writes):
    """Return what becomes of a text of LanceDB's with the number of a system error."""
    with pytest.raises((StoreBlocked, StoreUnreadable)) as caught, typed("chunks", writes=writes):
        raise RuntimeError(f"lance error: LanceError(IO): cannot write: words of it (os error {number}), x.rs:1")
    return caught.value


@pytest.fixture(params=["posix", "nt"])
def number_of(request, monkeypatch):
    """Let the system be another one; return the number that its messages have for an `errno`."""
    monkeypatch.setattr(store_errors.os, "name", request.param)
    own = {errno.ENOSPC: 112, errno.EROFS: 19, errno.EDQUOT: 1295, errno.EACCES: 32, errno.EMFILE: 4, errno.EIO: 23}
    return own.get if request.param == "nt" else lambda number: number


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES, errno.EMFILE])
def test_what_the_system_refuses_keeps_its_number(number_of, number):
    for error in (said(number_of(number), writes=True), said(number_of(number), writes=False)):
        assert isinstance(error, StoreBlocked)
        assert error.errno == number


def test_a_disk_with_errors_blocks_a_write_and_makes_a_read_damage(number_of):
    assert said(number_of(errno.EIO), writes=True).errno == errno.EIO
    assert isinstance(said(number_of(errno.EIO), writes=False), StoreUnreadable)


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere an open file can be read")
def test_a_file_that_another_process_keeps_to_itself_is_no_damage(tmp_path, table):
    import _winapi

    for path in data_files(tmp_path):
        held = _winapi.CreateFile(str(path), _winapi.GENERIC_READ, 0, 0, _winapi.OPEN_EXISTING, 0, 0)
        try:
            with pytest.raises(StoreBlocked):
                Database(tmp_path).table("chunks").rows()
        finally:
            _winapi.CloseHandle(held)
    assert Database(tmp_path).table("chunks").count() == 9


def test_a_lack_of_memory_stays_one():
    with pytest.raises(MemoryError), typed("chunks"):
        raise pa.ArrowMemoryError("malloc of size 9 failed")


@pytest.mark.parametrize(
    ("number", "advice"),
    [(errno.ENOSPC, "free disk space"), (errno.EACCES, "folder you can write"), (errno.EMFILE, "ulimit")],
)
def test_the_advice_fits_the_reason_why_nothing_can_be_written(tmp_path, monkeypatch, number, advice):
    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(IndexUnavailable, match=advice):
        WriterLock(tmp_path).acquire()
