"""An index that a user wants gone: deleted from the disk, empty until it is asked for again."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import names, settle, write
from command_line import run_command

from lsp_codebase.codebase import Codebase
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import SilentListener, indexer
from lsp_codebase.location import has_index, index_bytes, index_directory
from lsp_codebase.model import CancelToken, Phase
from lsp_codebase.store import FirstReading

FILES = {f"pkg/module_{i}.py": f"def function_{i}(value):\n    return value * {i}\n" for i in range(20)}


@pytest.fixture
def cleared(root, open_codebase):
    write(root, FILES)
    codebase = open_codebase()
    assert names(codebase, "function_7") == ["function_7"]
    codebase.clear(CancelToken())
    return codebase


def is_whole(status, files):
    return status.phase is Phase.READY and not status.stale and status.indexed == files


def test_a_cleared_index_is_small_answers_empty_and_says_why(root, settings, cleared):
    status = cleared.status()
    assert (status.phase, status.stale, status.indexed, status.symbols) == (Phase.READY, True, 0, 0)
    assert status.message.startswith("cleared")
    assert not FirstReading(index_directory(root, settings.index_location)).is_under_way
    assert "codebase/reindex" in status.absence
    assert names(cleared, "function_7") == []
    rows = index_bytes(index_directory(root, settings.index_location))
    cleared.reindex()
    settle(cleared, lambda status: is_whole(status, len(FILES)))
    assert rows < index_bytes(index_directory(root, settings.index_location)) / 2
    assert "cleared" not in (cleared.status().message or "")


def test_neither_a_save_nor_a_doubt_brings_a_cleared_index_back(root, cleared):
    write(root, {"pkg/new.py": "def brand_new(): pass\n", ".gitignore": "*.log\n"})
    before = cleared._indexer._dirty.count
    cleared.mark_changed([root / "pkg/new.py", root / ".gitignore"])
    cleared.look_again()
    assert cleared._indexer._dirty.count == before  # nothing was marked
    assert names(cleared, "brand_new") == []
    cleared.reindex(resume=True)  # what a user asks for does
    settle(cleared, lambda status: is_whole(status, len(FILES) + 2))
    assert names(cleared, "brand_new") == ["brand_new"]
    assert "cleared" not in (cleared.status().message or "")


@pytest.mark.parametrize("resume", [False, True])
def test_from_the_moment_it_is_asked_for_a_cleared_index_is_one_to_wait_for(cleared, resume):
    cleared.reindex(resume=resume)
    status = cleared.status()
    assert not status.is_held
    assert status.is_unread or is_whole(status, len(FILES))
    settle(cleared, lambda status: is_whole(status, len(FILES)))


def test_the_next_start_indexes_what_was_cleared(root, open_codebase, cleared):
    cleared.close()
    again = open_codebase()
    settle(again, lambda status: is_whole(status, len(FILES)))


def test_an_index_that_cannot_be_opened_on_a_full_disk_is_cleared_all_the_same(root, open_codebase, monkeypatch):
    write(root, FILES)
    open_codebase().close()
    open_tables = indexer.open_tables

    def open_with_room(*arguments, fresh, **others):
        if not fresh:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return open_tables(*arguments, fresh=fresh, **others)

    monkeypatch.setattr(indexer, "open_tables", open_with_room)
    codebase = open_codebase()
    assert codebase.status().phase is Phase.FAILED
    codebase.clear(CancelToken())
    assert codebase.status().message.startswith("cleared")


def test_an_index_that_is_off_is_deleted_all_the_same(root, open_codebase, settings, pool):
    write(root, FILES)
    open_codebase().close()
    codebase = Codebase(root, replace(settings, index_enabled=False), pool, SilentListener())
    assert has_index(root, settings.index_location)
    codebase.clear(CancelToken())
    assert not has_index(root, settings.index_location)


def test_what_another_process_writes_is_not_deleted(root, open_codebase, settings, pool):
    write(root, FILES)
    writer = open_codebase()
    with pytest.raises(IndexUnavailable, match="another process"):
        open_codebase().clear(CancelToken())
    unopened = Codebase(root, settings, pool, SilentListener())
    with pytest.raises(IndexUnavailable, match="another process"):
        unopened.clear(CancelToken())
    assert names(writer, "function_7") == ["function_7"]


def test_the_command_line_deletes_an_index(root: Path, open_codebase, settings):
    write(root, FILES)
    open_codebase().close()
    options = ["--root", str(root), "--set", f"index.location={settings.index_location}"]
    done = run_command("clear", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is deleted" in done.stdout
    assert not has_index(root, settings.index_location)
    assert "there is no index" in run_command("clear", *options).stdout
