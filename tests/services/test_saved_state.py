"""What was saved answers as soon as an index is opened, like the tables, and only as long as it says what they say."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from codebases import names, settle, write
from index_states import rebuilt
from waiting import LONG_S

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.embed.hashed import HashEmbedder
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import first_answers, opening
from lsp_codebase.indexes import ResidentVectors, Snapshot, mapped, saved_state
from lsp_codebase.indexes.words import Words
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, Mode, Phase, SearchQuery
from lsp_codebase.store import Store, StoreBlocked

FILES = {
    f"pkg/module_{i}.py": f"class Box{i}:\n    def open_box_{i}(self):\n        # lift the lid, number {i}\n"
    for i in range(40)
}
HEAVY = [
    *("rapidfuzz", "lancedb", "pyarrow.compute", "pyarrow.dataset", "numpy.ma", "importlib.metadata"),
    *(["sqlite3"] if sys.version_info >= (3, 11) else []),  # the filelock of Python 3.10 loads it
]
ANSWER_FIRST = f"""
import os, sys, threading
from pathlib import Path
from lsp_codebase.config import Settings
from lsp_codebase.embed.hashed import HashEmbedder
from lsp_codebase.index import first_answers, opening
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.process import leave_pandas_out
from lsp_codebase.workspace import Workspace
leave_pandas_out()
opening.open_for_writing = lambda *_, **__: threading.Event().wait()
workspace = Workspace(Settings(index_location=sys.argv[2], embedding_model=sys.argv[3]))
workspace.add_folder(Path(sys.argv[1]))
workspace.start()
print(len(workspace.symbols("open_box_7", CancelToken(), limit=1).hits))
for text in ("opens box 7", "lift the lid", "how to lift the lid number 7", "how does a box lift its lid"):
    print(len(workspace.search(SearchQuery(text, limit=1), CancelToken()).hits))
print(*[name for name in {HEAVY!r} if name in sys.modules])
sys.stdout.flush()
os._exit(0)
"""
Open = Callable[..., Codebase]


@pytest.fixture
def hashed(settings: Settings) -> Settings:
    return replace(settings, embedding_model="hash")


@pytest.fixture
def saved(root: Path, open_codebase: Open, hashed: Settings) -> Path:
    """The folder of the saved state of an index that nobody has open."""
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    codebase.close()
    return codebase._indexer._directory / "tables" / "state"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Tables that are not opened before this is set."""
    may_open, opened = threading.Event(), opening.open_for_writing

    def open_late(*what: Any, **how: Any) -> Any:
        may_open.wait(LONG_S)
        return opened(*what, **how)

    monkeypatch.setattr(opening, "open_for_writing", open_late)
    yield may_open
    may_open.set()


def answers(codebase: Codebase) -> list[Any]:
    found: list[Any] = []
    for text, mode in (("lift the lid", Mode.HYBRID), ("number 7", Mode.LEXICAL), ("open a box", Mode.VECTOR)):
        answer = codebase.search(SearchQuery(text, mode=mode, include=("pkg/**",)), CancelToken())
        found.append([(hit.path, hit.span, hit.score, hit.text) for hit in answer.hits])
    for pattern in ("Box3", "open_box_1", "obx"):
        found.append([(hit.path, hit.symbol, hit.score) for hit in codebase.symbols(pattern, CancelToken()).hits])
    found.append(codebase.symbols_in(codebase.root / "pkg/module_5.py", CancelToken()).symbols)
    found.append(codebase.symbols_below("pkg"))
    assert all(found)
    return found


def opened(codebase: Codebase) -> Codebase:
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    return codebase


def shown(codebase: Codebase) -> Codebase:
    """Wait until an index answers, without its tables if need be."""
    settle(codebase, lambda status: status.indexed > 0)
    return codebase


def test_it_answers_before_the_tables_are_open_as_they_do_afterwards(saved, open_codebase, hashed, tables):
    codebase = shown(open_codebase(settings=hashed, wait=False))
    status = codebase.status()
    assert (status.phase, status.indexed, status.vectors.done) == (Phase.STARTING, 40, status.chunks)
    first = answers(codebase)
    tables.set()
    assert answers(opened(codebase)) == first


@pytest.mark.parametrize("model", ["hash", "builtin"])
def test_the_first_answers_need_none_of_the_heavy_libraries(root, open_codebase, settings, model):
    write(root, FILES | {"shown.json": '{"tip": "Lift the lid of each box."}\n'})
    open_codebase(settings=replace(settings, embedding_model=model)).close()
    command = [sys.executable, "-c", ANSWER_FIRST, str(root), settings.index_location, model]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG_S * 2)
    assert done.stdout.split() == ["1"] * 5, done.stdout + done.stderr


def test_a_question_for_the_text_of_chunks_waits_for_the_tables(saved, open_codebase, hashed, tables):
    codebase = shown(open_codebase(settings=hashed, wait=False))
    with ThreadPoolExecutor(1) as threads:
        asking = threads.submit(codebase.search, SearchQuery('it says "lift the lid"'), CancelToken())
        with pytest.raises(TimeoutError):
            asking.result(0.1)
        tables.set()
        assert asking.result(LONG_S).hits


def test_names_of_a_file_that_changed_are_found_though_the_tables_cannot_be_opened(
    saved, open_codebase, hashed, monkeypatch, root
):
    def refuse(*_: Any, **__: Any) -> None:
        raise StoreBlocked("the disk does not answer")

    monkeypatch.setattr(opening, "open_for_writing", refuse)
    write(root, {"pkg/module_7.py": "# another line\n" + FILES["pkg/module_7.py"]})
    codebase = open_codebase(settings=hashed)
    (hit,) = codebase.symbols("open_box_7", CancelToken(), limit=1).hits
    assert hit.symbol.name_span.start_line == 1


def test_a_literal_is_found_before_the_tables_are_open(saved, open_codebase, hashed, tables):
    codebase = shown(open_codebase(settings=hashed, wait=False))
    assert codebase.search(SearchQuery("lift the lid", mode=Mode.EXACT), CancelToken()).hits
    assert not tables.is_set()


def test_names_and_literals_are_found_though_the_tables_cannot_be_opened(saved, open_codebase, hashed, monkeypatch):
    def refuse(*_: Any, **__: Any) -> None:
        raise StoreBlocked("the disk does not answer")

    monkeypatch.setattr(opening, "open_for_writing", refuse)
    codebase = open_codebase(settings=hashed)
    assert codebase.status().phase is Phase.FAILED
    assert answers(codebase)
    assert codebase.search(SearchQuery("lift the lid", mode=Mode.EXACT), CancelToken()).hits
    with pytest.raises(IndexUnavailable):
        codebase.search(SearchQuery('it says "lift the lid"'), CancelToken())


def test_one_that_is_older_than_the_tables_is_not_used(saved, root, open_codebase, hashed, tables, tmp_path):
    shutil.copytree(saved, tmp_path / "older")
    tables.set()
    write(root, {"pkg/module_3.py": "class Crate:\n    pass\n"})
    opened(open_codebase(settings=hashed)).close()
    shutil.rmtree(saved)
    shutil.copytree(tmp_path / "older", saved)
    tables.clear()
    codebase = open_codebase(settings=hashed, wait=False)
    codebase.symbols("Box3", CancelToken())
    assert codebase.status().indexed == 0
    tables.set()
    found = [hit.symbol.name for hit in opened(codebase).symbols("Crate", CancelToken()).hits]
    assert found == ["Crate"]


def test_one_with_the_vectors_of_another_model_is_not_used(saved, open_codebase, settings, tables):
    codebase = open_codebase(settings=settings, wait=False)
    tables.set()
    assert opened(codebase).status().vectors.model is None
    assert codebase.search(SearchQuery("lift the lid"), CancelToken()).hits


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.999])
def test_damaged_ones_are_made_again_and_end_nothing(saved, open_codebase, hashed, monkeypatch, share):
    codebase = open_codebase(settings=hashed)
    expected = answers(codebase)
    codebase.close()
    monkeypatch.setattr(mapped, "_END_BYTES", 64)  # so that most of each file lies between its ends
    before = {path.name for path in saved.iterdir()}
    for path in [*saved.iterdir(), *saved.with_name("postings").iterdir()]:
        data = bytearray(path.read_bytes())
        data[int(len(data) * share)] ^= 255
        path.write_bytes(data)
    codebase = open_codebase(settings=hashed)
    assert answers(codebase) == expected
    codebase.close()
    assert not before & {path.name for path in saved.iterdir()}


def test_saving_again_keeps_the_parts_that_did_not_change(saved, root, open_codebase, hashed):
    vectors = max(opened(open_codebase(settings=hashed))._published.state.model.vectors.parts, key=len)
    write(root, {"extra.py": "class Extra:\n    pass\n"})
    opened(open_codebase(settings=hashed)).close()
    assert vectors.saved_in in saved.iterdir()
    assert len([path for path in saved.iterdir() if path.name.endswith(".state.arrow")]) == 1


def test_what_a_killed_process_left_beside_it_is_deleted_though_nothing_changed(saved, open_codebase, hashed):
    before = {path.name for path in saved.iterdir()}
    for path in saved.glob("*.part.arrow"):
        shutil.copy(path, saved / f"0{path.name}")
    assert len([*saved.iterdir()]) > len(before)
    opened(open_codebase(settings=hashed)).close()
    assert {path.name for path in saved.iterdir()} == before


def test_after_saving_the_process_itself_reads_what_it_saved_and_not_a_copy(saved, open_codebase, hashed):
    state = opened(open_codebase(settings=hashed))._published.state
    (part,) = state.stored_names.parts
    assert part.segment.saved_in in saved.iterdir()
    assert not part.segment.spans.rest.flags.owndata
    for vectors in state.model.vectors.parts:
        assert vectors.saved_in in saved.iterdir()
        assert not vectors.codes.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        part.segment.kind[0] = 1


def test_files_that_were_saved_are_those_of_the_tables(saved, open_codebase, hashed, tables):
    codebase = shown(open_codebase(settings=hashed, wait=False))
    first = codebase._published.state.files
    assert first.by_path.get("pkg/none.py") is None
    assert first.by_id.get(-1) is None
    records, columns = dict(first.by_path), first.columns
    tables.set()
    files = opened(codebase)._published.state.files
    assert records == first.records() == files.by_path
    assert dict(first.by_id) == files.by_id
    assert first.counts == files.counts
    assert np.array_equal(columns.file_ids, files.columns.file_ids)
    assert (columns.paths, columns.languages) == (files.columns.paths, files.columns.languages)


@pytest.fixture
def symbols_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows of symbols were read, each time names were made of some."""
    counts: list[int] = []
    read = Store.symbols

    def counted(store: Store, paths: Collection[str] | None = None) -> pa.Table:
        rows = read(store, paths)
        counts.append(len(rows))
        return rows

    monkeypatch.setattr(Store, "symbols", counted)
    return counts


def test_after_a_kill_only_what_changed_since_is_made_again(
    saved, root, open_codebase, hashed, monkeypatch, symbols_read, tmp_path
):
    codebase = opened(open_codebase(settings=hashed))
    write(root, {"pkg/module_3.py": "class Crate:\n    pass\n", "pkg/new.py": "class Fresh:\n    pass\n"})
    (root / "pkg/module_4.py").unlink()
    codebase.mark_changed([root / f"pkg/{name}.py" for name in ("module_3", "new", "module_4")])
    settle(codebase, lambda status: names(codebase, "Fresh") == ["Fresh"])
    monkeypatch.setattr(codebase._indexer._indexes, "save", lambda *_: None)  # as if it was killed
    codebase.close()
    codebase = opened(open_codebase(settings=hashed))
    assert symbols_read == [2]
    assert [names(codebase, name)[0] for name in ("Crate", "Fresh", "Box7")] == ["Crate", "Fresh", "Box7"]
    assert not {"Box3", "Box4"} & {*names(codebase, "Box")}
    elsewhere = replace(hashed, index_location=str(tmp_path / "anew"))
    with closing(rebuilt(root, elsewhere, codebase._indexer._pool)) as anew:
        assert answers(codebase)[0] == answers(anew)[0]
    assert codebase.status().vectors.done == codebase.status().chunks


def test_a_process_that_ends_while_names_are_merged_leaves_all_that_answers_and_no_half_made_part(
    root, open_codebase, hashed, monkeypatch, symbols_read, tmp_path
):
    begun, goes_on, settled = threading.Event(), threading.Event(), Snapshot.settled_further

    def merged_late(names: Snapshot) -> Snapshot:
        begun.set()
        assert goes_on.wait(LONG_S)
        return settled(names)

    write(root, FILES)
    monkeypatch.setattr(Snapshot, "settled_further", merged_late)
    codebase = open_codebase(settings=hashed, wait=False)
    assert begun.wait(LONG_S)
    killed = replace(hashed, index_location=str(tmp_path / "killed"))
    shutil.copytree(hashed.index_location, killed.index_location)
    goes_on.set()
    opened(codebase).close()
    state = index_directory(root, killed.index_location) / "tables" / "state"
    assert (state.parent / "untidy").exists()  # the next process merges them
    (part, *_) = state.glob("*.part.arrow")
    for leftover in (state / f"9{part.name}", state / "99.new"):
        shutil.copy(part, leftover)
    symbols_read.clear()
    codebase = opened(open_codebase(settings=killed))
    assert symbols_read == []
    assert not {state / f"9{part.name}", state / "99.new"} & {*state.iterdir()}  # before anything is saved
    assert names(codebase, "Box7")[0] == "Box7"


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")
def test_of_a_state_that_was_replaced_no_file_is_held(root, open_codebase, hashed):
    """Else its room on the disk is free only at the end of the process."""
    write(root, FILES)
    first = open_codebase(settings=hashed)
    first.close()
    first._published.close()
    saved = first._indexer._directory / "tables" / "state"
    codebase = opened(open_codebase(settings=hashed))
    write(root, {path: text.replace("Box", "Crate") for path, text in FILES.items()})
    codebase.refresh()
    settle(codebase, lambda status: names(codebase, "Crate7") and not status.stale and status.phase is Phase.READY)
    settle(codebase, lambda status: status.vectors.done == status.chunks)
    codebase._indexer._writer._save()
    gc.collect()
    mapped_files = Path("/proc/self/maps").read_text().splitlines()
    assert [line for line in mapped_files if str(saved) in line]
    assert not [line for line in mapped_files if str(saved) in line and line.endswith("(deleted)")]


@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_disk_without_room_for_all_of_it_keeps_no_part_of_it(root, open_codebase, hashed, monkeypatch, room):
    """Names, vectors, and the state that names them."""
    write(root, FILES)
    put, left = saved_state.put, [room]

    def put_while_there_is_room(folder: Path, suffix: str, arrays: Any) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return put(folder, suffix, arrays)

    monkeypatch.setattr(saved_state, "put", put_while_there_is_room)
    codebase = opened(open_codebase(settings=hashed))
    folder = codebase._indexer._directory / "tables" / "state"
    assert left[0] < 0
    used = {part.saved_in for part in codebase._published.state.model.vectors.parts}
    assert not folder.exists() or {*folder.iterdir()} <= used
    left[0] = 10
    codebase.close()
    assert [*folder.glob("*.state.arrow")]


def test_closing_an_index_merges_nothing(root, open_codebase, hashed, monkeypatch):
    write(root, FILES)
    codebase = opened(open_codebase(settings=hashed))
    monkeypatch.setattr(Snapshot, "settled_further", lambda _: pytest.fail("merges names"))
    monkeypatch.setattr(ResidentVectors, "settled", lambda _: pytest.fail("merges vectors"))
    monkeypatch.setattr(Words, "settle", lambda _: pytest.fail("merges words"))
    write(root, {"pkg/new.py": "class Fresh:\n    pass\n"})
    codebase.mark_changed([root / "pkg/new.py"])
    settle(codebase, lambda status: names(codebase, "Fresh") == ["Fresh"])
    thread = codebase._indexer._thread
    codebase.close()
    thread.join(LONG_S)
    assert codebase._indexer._indexes is None  # it has come to its end


def test_what_was_saved_shortly_before_the_end_does_not_make_the_next_start_slow(
    saved, root, open_codebase, hashed, symbols_read
):
    codebase = opened(open_codebase(settings=hashed))
    write(root, {"pkg/module_3.py": "class Crate:\n    pass\n"})
    codebase.mark_changed([root / "pkg/module_3.py"])
    settle(codebase, lambda status: names(codebase, "Crate") == ["Crate"])
    settle(codebase, lambda status: status.vectors.done == status.chunks)  # else none are saved
    codebase.close()  # the rows of the file before are still there
    codebase = opened(open_codebase(settings=hashed))
    assert symbols_read == []
    store = codebase._indexer.store
    assert set(store.chunks.rows(["file_id"])["file_id"].to_pylist()) > set(store.live)
    store.upkeep.maintain(whole=True)
    assert set(store.chunks.rows(["file_id"])["file_id"].to_pylist()) == set(store.live)


def test_with_a_model_that_takes_long_to_load_nothing_is_made_again_either(
    saved, open_codebase, hashed, monkeypatch, symbols_read
):
    monkeypatch.setattr(first_answers, "is_light", lambda _: False)
    embed = HashEmbedder.embed_documents
    monkeypatch.setattr(HashEmbedder, "embed_documents", lambda *_: pytest.fail("embeds again"))
    codebase = opened(open_codebase(settings=hashed))
    monkeypatch.setattr(HashEmbedder, "embed_documents", embed)
    assert symbols_read == []
    assert answers(codebase)
    assert codebase.status().vectors.done == codebase.status().chunks
    (part,) = codebase._published.state.model.vectors.parts
    assert part.saved_in in saved.iterdir()


def test_an_index_that_is_opened_again_makes_nothing_again(saved, root, open_codebase, hashed, symbols_read):
    codebase = opened(open_codebase(settings=hashed))
    root.rename(root.with_name("elsewhere"))
    codebase.refresh()
    settle(codebase, lambda status: status.phase is Phase.FAILED)
    root.with_name("elsewhere").rename(root)
    opened(codebase)
    assert symbols_read == []
    assert answers(codebase)


def test_each_byte_that_was_saved_is_read_once_and_not_at_every_start(saved, open_codebase, hashed, monkeypatch):
    opened(open_codebase(settings=hashed)).close()
    read: list[Path] = []
    checksum = mapped.checksum

    def noted(path: Path, *, whole: bool = True) -> str:
        read.extend([path] if whole and ".state." not in path.name else [])
        return checksum(path, whole=whole)

    monkeypatch.setattr(mapped, "checksum", noted)
    opened(open_codebase(settings=hashed)).close()
    assert read == []
    for path in saved.glob("*.part.arrow"):
        path.write_bytes(path.read_bytes())
    opened(open_codebase(settings=hashed)).close()
    assert sorted(read) == sorted(saved.glob("*.part.arrow"))
