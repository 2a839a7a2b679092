"""Files that another process holds open: Windows refuses to replace or delete them, which is acted here."""

import logging
import os
import shutil
from pathlib import Path

import pytest

from lsp_codebase.indexes.words import Words
from lsp_codebase.store import delete, delete_tree, held_files, replace
from lsp_codebase.store.manifest import read_generation, write_generation


class Held:
    """A call that is refused some times, as while another process has the file open."""

    def __init__(self, call, times):
        self.call, self.left, self.refused = call, times, 0

    def __call__(self, *arguments, **options):
        if self.left:
            self.left -= 1
            self.refused += 1
            raise PermissionError(13, "Access is denied")
        return self.call(*arguments, **options)


@pytest.fixture
def held(monkeypatch):
    def hold(owner, name, times):
        call = Held(getattr(owner, name), times)
        monkeypatch.setattr(owner, name, lambda *a, **k: call(*a, **k))
        return call

    return hold


def test_a_file_that_a_reader_has_open_for_a_moment_is_replaced(tmp_path, held):
    write_generation(tmp_path, 1)
    call = held(os, "replace", 3)
    write_generation(tmp_path, 2)
    assert (call.refused, read_generation(tmp_path)) == (3, 2)


def test_a_file_that_stays_open_is_not_replaced_and_that_is_said(tmp_path, held):
    write_generation(tmp_path, 1)
    call = held(os, "replace", 1_000)
    with pytest.raises(PermissionError):
        write_generation(tmp_path, 2)
    assert (call.refused, read_generation(tmp_path)) == (len(held_files._PAUSES_S) + 1, 1)


def test_a_file_that_another_process_replaces_at_the_moment_is_read(tmp_path, held):
    write_generation(tmp_path, 7)
    call = held(Path, "read_text", 3)
    assert (read_generation(tmp_path), call.refused) == (7, 3)


def test_another_error_is_not_tried_again(tmp_path):
    with pytest.raises(FileNotFoundError):
        replace(tmp_path / "missing", tmp_path / "target")


def test_a_mapped_file_stays_until_the_next_time(tmp_path, held):
    path = tmp_path / "1.arrow"
    path.write_bytes(b"x")
    held(Path, "unlink", 1)
    delete(path)
    assert path.exists()
    delete(path)
    assert not path.exists()
    delete(path)  # harmless


def test_words_are_saved_though_earlier_ones_are_mapped(tmp_path, held):
    words = Words(tmp_path)
    words.save()
    earlier = tmp_path / "postings" / "old.arrow"
    earlier.write_bytes(b"x")
    held(Path, "unlink", 1)
    words.save()
    assert earlier.exists()
    words.save()
    assert not earlier.exists()


def test_a_folder_that_cannot_be_deleted_in_full_is_named(tmp_path, monkeypatch, caplog):
    folder = tmp_path / "tables"
    folder.mkdir()
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)
        delete_tree(folder)
    assert str(folder) in caplog.text
    caplog.clear()
    delete_tree(folder)
    assert not folder.exists()
    assert not caplog.text


def test_a_file_that_must_go_is_deleted_once_it_is_not_open_any_more(tmp_path, held):
    path = tmp_path / "1.manifest"
    path.write_bytes(b"x")
    call = held(Path, "unlink", 3)
    held_files.remove(path)
    assert (call.refused, path.exists()) == (3, False)


def test_a_file_that_is_mapped_counts_as_held_whatever_python_calls_the_error(tmp_path, monkeypatch):
    error = OSError(22, "Invalid argument")
    error.winerror = 1224  # ERROR_USER_MAPPED_FILE
    path = tmp_path / "1.arrow"
    path.write_bytes(b"x")

    def refuse(*_, **__):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        delete(path)
        with pytest.raises(OSError, match="Invalid argument"):
            held_files.remove(path)
        error.winerror = 87  # ERROR_INVALID_PARAMETER
        with pytest.raises(OSError, match="Invalid argument"):
            delete(path)
    assert path.exists()
