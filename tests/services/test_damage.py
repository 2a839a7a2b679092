"""Power cuts, failing writes, deleted caches, clocks set back: the next start answers, says why and loses nothing."""

import errno
import logging
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest
from codebases import found, names, settle, write
from index_states import rebuilt, state

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import indexer as indexer_module
from lsp_codebase.index.writer import Writer
from lsp_codebase.indexes import mapped
from lsp_codebase.indexes.words import words
from lsp_codebase.model import CancelToken, CheckState, Mode, Phase, Role
from lsp_codebase.store import Store, manifest

pytestmark = pytest.mark.slow

FILES = {f"pkg/module_{i}.py": f"def function_{i}(value):\n    '''Number {i}.'''\n    return value\n" for i in range(8)}


@pytest.fixture
def hashed(settings):
    return replace(settings, embedding_model="hash")


def kinds(directory: Path) -> dict[str, Path]:
    """Return one file of each kind that an index consists of, by a name that needs no id."""
    found: dict[str, Path] = {}
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.name != "writer.lock":
            parts = path.relative_to(directory).parts
            kind = path.name if path.suffix in (".json", ".arrow") or "_indices" in parts else path.suffix
            name = "/".join([*(part for part in parts[:-1] if "-" not in part), kind])
            found.setdefault(name, path)  # the latest version of a manifest sorts first
    return found


def right(codebase, root, settings, pool) -> None:
    """Assert that a codebase answers like one built anew."""
    status = codebase.status()
    assert status.phase is Phase.READY, status
    assert (status.indexed, status.vectors.done) == (8, status.chunks)
    assert names(codebase, "function_3") == ["function_3"]
    for mode in (Mode.LEXICAL, Mode.VECTOR, Mode.EXACT):
        assert "pkg/module_3.py" in found(codebase, "Number 3", mode=mode)
        assert "pkg/module_3.py" in found(codebase, "Number 3", mode=mode, include=("pkg/**",))
    fresh = rebuilt(root, replace(settings, index_location=settings.index_location + "-fresh"), pool)
    try:
        assert state(codebase) == state(fresh)
    finally:
        fresh.close()


@pytest.fixture
def closed(root, open_codebase, hashed):
    """The directory of an index with a history: built, saved into, tidied, closed."""
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    write(root, {"pkg/module_3.py": FILES["pkg/module_3.py"] + "\n\nafter = 1\n"})
    codebase.mark_changed([root / "pkg/module_3.py"])
    settle(codebase, lambda status: bool(names(codebase, "after")) and status.vectors.done == status.chunks)
    codebase.close()
    return codebase._indexer._directory


@pytest.mark.parametrize(
    "share",
    [pytest.param(0, marks=pytest.mark.slow), 0.5, pytest.param(0.99, marks=pytest.mark.slow)],
    ids=["emptied", "halved", "end lost"],
)
def test_an_index_with_any_file_cut_short_opens_or_is_rebuilt(root, closed, open_codebase, hashed, pool, share):
    good = closed.with_name("good")
    shutil.copytree(closed, good)
    for name in kinds(good):
        shutil.rmtree(closed)
        shutil.copytree(good, closed)
        path = kinds(closed)[name]
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])
        codebase = open_codebase(settings=hashed)
        try:
            right(codebase, root, hashed, pool)
            damaged = [check for check in codebase.doctor(CancelToken()) if check.state is CheckState.DAMAGED]
            assert not damaged, name
        except AssertionError as error:
            raise AssertionError(f"{name} cut short") from error
        finally:
            codebase.close()


def test_a_rebuilt_index_says_so(root, closed, open_codebase, hashed):
    for path in (closed / "tables" / "files.lance" / "_versions").iterdir():
        path.write_bytes(b"")
    assert "rebuilt: it was damaged" in open_codebase(settings=hashed).status().message


def test_chunks_that_cannot_be_read_are_made_again_and_the_status_says_so(root, closed, open_codebase, hashed):
    for path in (closed / "tables" / "chunks.lance" / "data").iterdir():
        path.write_bytes(b"")
    codebase = open_codebase(settings=hashed)
    assert "files had lost rows and are read again" in codebase.status().message
    assert "pkg/module_3.py" in found(codebase, "Number 3")


def test_a_torn_search_index_is_built_again_and_says_so(root, closed, open_codebase, hashed):
    for path in (closed / "tables" / "chunks.lance" / "_indices").rglob("*.lance"):
        path.write_bytes(path.read_bytes()[:-1])
    codebase = open_codebase(settings=hashed)
    assert "row index built again" in codebase.status().message
    assert "rebuilt" not in codebase.status().message


@pytest.mark.parametrize("part", ["", "tables"])
def test_an_index_deleted_while_it_is_open_is_built_again(root, open_codebase, hashed, pool, monkeypatch, caplog, part):
    monkeypatch.setattr(indexer_module, "_PRESENCE_S", 0.05)
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    (codebase._indexer._directory / part).rename(root.with_name("deleted"))  # in one step
    settle(codebase, lambda status: status.message == "index rebuilt: it was deleted" and status.phase is Phase.READY)
    right(codebase, root, hashed, pool)
    assert codebase.status().role is Role.WRITER
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == [f"the index of {root} was deleted: it is made again"]


def test_tables_deleted_while_nobody_has_them_open_are_built_again_and_the_status_says_so(
    root, closed, open_codebase, hashed, pool
):
    shutil.rmtree(closed / "tables")
    codebase = open_codebase(settings=hashed)
    assert codebase.status().message == "index rebuilt: its tables were deleted"
    right(codebase, root, hashed, pool)


def is_made_again(codebase, root, hashed, pool, caplog):
    """A change has an index that is deleted as it is written made again, with one line in the log."""
    write(root, {"pkg/module_5.py": "def quite_new(): pass\n"})
    codebase.mark_changed([root / "pkg/module_5.py"])
    settle(codebase, lambda status: status.message == "index rebuilt: it was deleted" and status.phase is Phase.READY)
    settle(codebase, lambda status: bool(names(codebase, "quite_new")) and status.vectors.done == status.chunks)
    right(codebase, root, hashed, pool)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == [f"the index of {root} was deleted: it is made again"]


def test_an_index_deleted_while_files_change_is_built_again_and_the_log_has_one_line(
    root, open_codebase, hashed, pool, monkeypatch, caplog
):
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    update = Writer.update

    def update_of_what_is_gone(writer, *arguments):
        monkeypatch.setattr(Writer, "update", update)
        shutil.rmtree(codebase._indexer._directory)
        update(writer, *arguments)

    monkeypatch.setattr(Writer, "update", update_of_what_is_gone)
    is_made_again(codebase, root, hashed, pool, caplog)
    assert not any(record.exc_info for record in caplog.records)


def test_tables_whose_deletion_is_under_way_in_a_commit_are_built_again_and_the_log_has_one_line(
    root, open_codebase, hashed, pool, monkeypatch, caplog
):
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    tables, check = codebase._indexer._directory / "tables", Store.check_written

    def delete_meanwhile(store):
        monkeypatch.setattr(Store, "check_written", check)
        *folders, last = sorted(tables.iterdir(), key=Path.is_file)
        for folder in folders:
            shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
        Timer(0.3, last.unlink).start()

    monkeypatch.setattr(Store, "check_written", delete_meanwhile)
    is_made_again(codebase, root, hashed, pool, caplog)


@pytest.mark.usefixtures("read_in_tables")
def test_an_index_found_unreadable_by_a_question_is_repaired(root, open_codebase, hashed):
    write(root, FILES | {f"large_{i}.py": f"x_{i} = 'filler {i}'\n" * 1_500 for i in range(8)})
    codebase = open_codebase(settings=replace(hashed, embedding_model="none"))
    for path in (codebase._indexer._directory / "tables" / "chunks.lance" / "data").iterdir():
        os.truncate(path, 100)
    with pytest.raises(IndexUnavailable, match="ask again"):
        found(codebase, FILES["pkg/module_3.py"])  # pasted code is looked for in the chunks of the tables
    settle(codebase, lambda now: "lost rows" in (now.message or "") and now.phase is Phase.READY)
    assert "pkg/module_3.py" in found(codebase, "Number 3")


@pytest.mark.usefixtures("read_in_tables")
@pytest.mark.parametrize("change", ["reindex", "clear"])
def test_a_question_that_began_before_a_rebuild_or_a_clearing_takes_that_for_no_damage(
    root, open_codebase, hashed, change
):
    write(root, FILES | {f"large_{i}.py": f"x_{i} = 'filler {i}'\n" * 1_500 for i in range(8)})
    codebase = open_codebase(settings=replace(hashed, embedding_model="none"))
    before = codebase.state(CancelToken())
    if change == "reindex":
        codebase.reindex()
        settle(codebase, lambda _: codebase.published.texts is not before.texts)
        settle(codebase, lambda now: now.phase is Phase.READY and now.indexed == 16)
    else:
        codebase.clear(CancelToken())
    told = codebase.status().message
    with pytest.raises(IndexUnavailable, match="rebuilt or cleared"), codebase.reading(before):
        before.stored_lines("pkg/module_3.py")
    time.sleep(0.5)  # a repair begins at once
    status = settle(codebase, lambda now: now.phase is Phase.READY)
    assert (status.indexed, status.message) == (16 if change == "reindex" else 0, told)


def test_a_clock_set_back_hides_no_change(root, open_codebase, hashed):
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    past = time.time() - 10_000
    for told, name in ((True, "pkg/module_1.py"), (False, "pkg/module_2.py")):
        write(root, {name: f"def set_back_{name[11]}(): pass\n"})
        os.utime(root / name, (past, past))
        if told:
            codebase.mark_changed([root / name])
        else:
            codebase._indexer.refresh()
    settle(codebase, lambda status: len(names(codebase, "set_back")) == 2)


class Full:
    """A write function that fails from the n-th call on, as on a disk that fills up."""

    def __init__(self, function, number, after):
        self.function, self.number, self.left = function, number, after

    def __call__(self, *arguments, **options):
        self.left -= 1
        if self.left < 0:
            raise OSError(self.number, os.strerror(self.number))
        return self.function(*arguments, **options)


WRITES = [
    (manifest.os, "replace"),
    (manifest.os, "fsync"),
    (words.Words, "save"),
    (mapped, "replace"),
]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize(("owner", "name"), WRITES, ids=lambda value: getattr(value, "__name__", value))
@pytest.mark.parametrize("after", [0, 1])
def test_a_write_of_ours_that_fails_loses_nothing(
    root, open_codebase, hashed, pool, monkeypatch, number, owner, name, after
):
    write(root, FILES)
    with monkeypatch.context() as patch:
        full = Full(getattr(owner, name), number, after)
        patch.setattr(owner, name, lambda *a, **k: full(*a, **k))
        codebase = open_codebase(settings=hashed)  # ready, or failed with a reason
        if codebase.status().phase is Phase.FAILED:
            assert codebase.status().message
        codebase.close()
    right(open_codebase(settings=hashed), root, hashed, pool)
