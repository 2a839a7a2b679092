"""The words of an index on disk, whatever another process does to them meanwhile."""

import errno
import os

import pyarrow as pa
import pytest

from lsp_codebase.indexes.words import Words, of_chunks, words
from lsp_codebase.indexes.words.words import SUFFIX
from lsp_codebase.store import CHUNKS, chunk_id


def test_a_segment_that_its_writer_deletes_meanwhile_is_one_that_cannot_be_read(tmp_path):
    deleted = tmp_path / "postings" / f"1.0-0{SUFFIX}"
    deleted.parent.mkdir()
    deleted.symlink_to(tmp_path / "gone")  # listed, and not there
    words = Words(tmp_path)
    words.load([1])
    assert (len(words), words.unreadable) == (0, [deleted])


def test_what_found_room_on_a_full_disk_is_saved_and_not_written_again(tmp_path, monkeypatch):
    def segment(file_id):
        row = {"chunk_id": chunk_id(file_id, 0), "file_id": file_id, "start_line": 0, "end_line": 1, "text": "one two"}
        empty = dict.fromkeys(CHUNKS.names, "") | {"names": [], "kinds": []}
        return of_chunks(pa.Table.from_pylist([empty | row], schema=CHUNKS))

    put, rooms = words.put, iter([True, False, True, True])

    def put_where_there_is_room(*what):
        if not next(rooms):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return put(*what)

    monkeypatch.setattr(words, "put", put_where_there_is_room)
    own = Words(tmp_path)
    own.segments = tuple(map(segment, (1, 2)))
    with pytest.raises(OSError, match="No space"):
        own.save()
    (first,) = own.saved_in
    assert [*(tmp_path / "postings").iterdir()] == [first]
    own.save()
    assert own.saved_in[0] == first
    assert {*(tmp_path / "postings").iterdir()} == {*own.saved_in}
    assert len(own.saved_in) == 2
