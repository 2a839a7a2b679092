"""Only damage to the index has it repaired; what else goes wrong in a search is what it is."""

import errno
import gc
import logging
import os
from dataclasses import replace

import pytest
from codebases import found, settle, write

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.model import Phase
from lsp_codebase.search import Engine
from lsp_codebase.store import StoreBlocked, StoreUnreadable

FILES = {f"src/balance_{i}.py": f"def balance_{i}(account):\n    return account\n" for i in range(4)}


@pytest.fixture
def codebase(root, open_codebase):
    write(root, FILES)
    return open_codebase()


@pytest.fixture
def repairs(codebase, monkeypatch):
    asked = []
    monkeypatch.setattr(codebase._indexer, "repair", asked.append)
    return asked


def raising(error):
    def search(*_, **__):
        raise error

    return search


@pytest.mark.parametrize(
    "error",
    [
        KeyError("src/balance.py"),
        ValueError("/home/lance/project"),
        OSError(errno.EMFILE, "Too many open files"),
        FileNotFoundError(errno.ENOENT, "No such file", "lance.py"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_other_code_in_a_search_starts_no_repair(codebase, repairs, monkeypatch, error):
    monkeypatch.setattr(Engine, "_read", raising(error))
    with pytest.raises(type(error)) as caught:
        found(codebase, "balance")
    assert caught.value is error
    assert repairs == []


def test_an_index_that_cannot_be_read_at_the_moment_is_not_repaired_either(codebase, repairs, monkeypatch):
    monkeypatch.setattr(Engine, "_read", raising(StoreBlocked(errno.EMFILE, "table chunks: os error 24")))
    with pytest.raises(IndexUnavailable, match="too many files are open; ask again"):
        found(codebase, "balance")
    assert repairs == []


@pytest.mark.parametrize("step", ["_read", "_to_hits"])  # what is found, and what is shown of it
def test_damage_is_logged_with_what_was_found_and_repaired_once(codebase, repairs, monkeypatch, caplog, step):
    monkeypatch.setattr(Engine, step, raising(StoreUnreadable("table chunks: invalid magic")))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with pytest.raises(IndexUnavailable, match="being repaired"):
                found(codebase, "balance")
    assert len(repairs) == 1
    assert caplog.text.count("table chunks: invalid magic") == 1
    assert str(codebase.root) in caplog.text


@pytest.mark.usefixtures("read_in_tables")
def test_a_file_that_a_question_finds_damaged_is_told_from_a_mistake_of_ours(root, codebase, repairs):
    for path in (codebase._indexer._directory / "tables" / "chunks.lance" / "data").iterdir():
        os.truncate(path, 10)
    with pytest.raises(IndexUnavailable, match="being repaired"):
        found(codebase, "def balance_1(account):\n    return account")
    assert len(repairs) == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts descriptors by /proc")
def test_a_second_rebuild_leaves_as_many_descriptors_as_the_first(root, open_codebase, settings):
    write(root, FILES | {f"more/file_{i}.py": f"def function_{i}(): pass\n" for i in range(60)})
    codebase = open_codebase(settings=replace(settings, index_content_store_mb=50))

    def rebuild():
        before = codebase._indexer.store
        codebase._indexer.rebuild()
        settle(codebase, lambda now: codebase._indexer.store is not before and now.phase is Phase.READY)

    gc.disable()  # which would close connections that nobody did
    try:
        rebuild()
        one = databases()
        assert one
        rebuild()
        assert databases() == one
    finally:
        gc.enable()
    codebase.close()
    assert databases() == []


def databases():
    """Return what this process holds open of the content store."""
    links = []
    for number in os.listdir("/proc/self/fd"):
        try:
            links.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:  # the directory that was listed
            pass
    return sorted(link for link in links if "content.sqlite" in link)
