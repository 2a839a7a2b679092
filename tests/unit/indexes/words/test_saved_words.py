"""The words of an index on disk, whatever another process does to them meanwhile."""

from lsp_codebase.indexes.words import Words
from lsp_codebase.indexes.words.words import SUFFIX


def test_a_segment_that_its_writer_deletes_meanwhile_is_one_that_cannot_be_read(tmp_path):
    deleted = tmp_path / "postings" / f"1.0-0{SUFFIX}"
    deleted.parent.mkdir()
    deleted.symlink_to(tmp_path / "gone")  # listed, and not there
    words = Words(tmp_path)
    words.load([1])
    assert (len(words), words.unreadable) == (0, [deleted])
