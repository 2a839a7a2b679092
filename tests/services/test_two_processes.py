"""One process writes an index, others read and follow it; when the writer goes, a reader takes its place."""

import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from codebases import found, names, seen, settle, write
from command_line import run_command
from waiting import LONG_S, eventually

from lsp_codebase.index import SilentListener, first_answers, gate, indexer, model_switch
from lsp_codebase.index.reader import Reader
from lsp_codebase.indexes.words import words
from lsp_codebase.location import index_directory, make_private
from lsp_codebase.model import CancelToken, Confidence, IndexStatus, Mode, Phase, Role, SearchQuery
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION
from lsp_codebase.store import FirstReading, Manifest, StoreUnreadable, WriterLock, location, open_for_writing

KEEP_OPEN = """
import sys, time
from pathlib import Path
from lsp_codebase.config import Settings
from lsp_codebase.workspace import Workspace
from lsp_codebase.model import CancelToken
workspace = Workspace(Settings(index_location=sys.argv[2], embedding_model="none", index_debounce_ms=1))
workspace.add_folder(Path(sys.argv[1]))
workspace.start()
print(workspace.find(Path(sys.argv[1])).wait_until_idle(CancelToken()).role.value, flush=True)
for line in sys.stdin:
    workspace.mark_changed([Path(path) for path in line.rstrip("\\n").split("\\t")])
"""
FIRST = "def first_function():\n    return 'the first of all'\n"
SECOND = "def second_function():\n    return 'the second'\n"


class OtherProcess:
    """Another editor on the same root."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self.told = process.stdout.readline().decode().strip()
        """Its role, once it has indexed the root."""

    def save(self, *paths: Path) -> None:
        self._process.stdin.write("\t".join(map(str, paths)).encode() + b"\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


@pytest.fixture
def other_process(start_python, root, settings):
    """Open the root in another process, which outlives no test."""
    with ExitStack() as ends:

        def start(before=""):
            other = OtherProcess(start_python(before + KEEP_OPEN, str(root), settings.index_location))
            ends.callback(other.kill)
            return other

        yield start


class Phases(SilentListener):
    """Remembers every phase an index was in."""

    def __init__(self) -> None:
        self.phases: set[Phase] = set()

    def on_status(self, status: IndexStatus) -> None:
        self.phases.add(status.phase)


def test_a_second_process_reads_follows_and_takes_over(root, other_process, open_codebase):
    write(root, {"a.py": FIRST})
    other = other_process()
    assert other.told == "writer"
    codebase = open_codebase()
    assert codebase.status().role is Role.READER
    assert names(codebase, "first_function") == ["first_function"]
    write(root, {"b.py": SECOND})
    other.save(root / "b.py")
    settle(codebase, lambda status: bool(names(codebase, "second_function")))
    assert "b.py" in found(codebase, "the second")
    other.kill()
    settle(codebase, lambda status: status.role is Role.WRITER and status.phase.value == "ready")
    write(root, {"c.py": "def third_function(): pass\n"})
    codebase.mark_changed([root / "c.py"])
    settle(codebase, lambda status: bool(names(codebase, "third_function")))
    assert names(codebase, "first_function") == ["first_function"]


def test_a_reader_whose_index_is_made_anew_by_its_writer_has_not_failed(
    root, other_process, open_codebase, monkeypatch
):
    write(root, {"a.py": FIRST})
    other = other_process()
    phases: list[Phase] = []
    torn = []

    def follow(reader, indexes):
        if not torn:
            torn.append(1)
            raise StoreUnreadable("table symbols: Not found: its versions")
        return follow_now(reader, indexes)

    follow_now = Reader.follow
    monkeypatch.setattr(Reader, "follow", follow)
    listener = SilentListener()
    listener.on_status = lambda status: phases.append(status.phase)
    codebase = open_codebase(listener=listener)
    settle(codebase, lambda _: bool(torn))
    write(root, {"b.py": SECOND})
    other.save(root / "b.py")
    settle(codebase, lambda _: bool(names(codebase, "second_function")))
    assert Phase.FAILED not in phases


def test_a_reader_gives_back_what_its_questions_looked_at(root, other_process, open_codebase, monkeypatch):
    monkeypatch.setattr(gate, "_REST_S", 0.0)
    write(root, {"a.py": FIRST})
    other_process()
    reader = open_codebase()
    assert reader.status().role is Role.READER
    given_back = threading.Event()
    monkeypatch.setattr(indexer, "let_go_of_pages", given_back.set)
    with reader.asked(time.monotonic(), CancelToken()):
        assert found(reader, "the first of all") == ["a.py"]
    assert given_back.wait(60)


HOLD_COMMITS = """
import sys
from lsp_codebase.index.pipeline import Pipeline
commit = Pipeline._commit
def hold(pipeline, waiting):
    if waiting:
        print("held", flush=True)
        sys.stdin.readline()
    commit(pipeline, waiting)
Pipeline._commit = hold
"""


def test_a_reader_says_that_files_are_read_for_the_first_time_until_they_are(root, other_process, open_codebase):
    write(root, {"a.py": FIRST})
    writer = other_process(HOLD_COMMITS)
    assert writer.told == "held"
    codebase = open_codebase(wait=False)
    settle(codebase, lambda status: status.phase is not Phase.STARTING)
    answer = seen(codebase).search(SearchQuery("first_function"), CancelToken())
    assert (answer.hits, answer.status.role, answer.status.phase) == ((), Role.READER, Phase.INDEXING)
    assert answer.confidence is not Confidence.NONE
    for _ in range(10):
        writer.save()
    settle(codebase, lambda status: status.phase is Phase.READY)
    assert names(codebase, "first_function") == ["first_function"]


def test_a_reader_of_an_index_that_another_process_is_about_to_make_has_not_failed(root, open_codebase, settings):
    write(root, {"a.py": FIRST})
    directory = index_directory(root, settings.index_location)
    make_private(directory)
    lock = WriterLock(directory)
    assert lock.acquire()  # another process, so early that there is nothing to read
    phases: set[Phase] = set()
    listener = SilentListener()
    listener.on_status = lambda status: phases.add(status.phase)
    reader = open_codebase(settings=settings, wait=False, listener=listener)
    settle(reader, lambda status: status.role is Role.READER)
    time.sleep(0.5)
    manifest = Manifest(str(root), PARSER_VERSION, TOKENIZER_VERSION, settings.chunks_max_chars)
    open_for_writing(directory, manifest, lock)
    status = settle(reader, lambda status: status.phase is not Phase.STARTING)
    assert status.phase is Phase.INDEXING  # no file is read, and the folder is not taken for an empty one
    lock.release()
    settle(reader, lambda status: status.role is Role.WRITER and status.phase is Phase.READY)
    assert Phase.FAILED not in phases
    assert names(reader, "first_function") == ["first_function"]
    assert not FirstReading(directory).is_under_way


def test_questions_at_one_moment_to_a_folder_without_an_index_are_all_answered(root, settings, run_alone):
    write(root, {f"m{number}.py": FIRST for number in range(200)})
    where = ("--root", str(root), "--set", f"index.location={settings.index_location}", "--set", "embedding.model=none")
    with ThreadPoolExecutor(4) as askers:
        asked = [askers.submit(run_alone, "search", "first_function", "-n", "1", *where) for _ in range(4)]
    answers = [one.result() for one in asked]
    assert [(one.returncode, one.stdout.count("first_function")) for one in answers] == [(0, 1)] * 4


def test_a_killed_writer_loses_no_committed_file(root, open_codebase, settings, start_python):
    write(root, {f"m{i}.py": FIRST.replace("first", f"number_{i}") for i in range(300)})
    indexing = start_python(KEEP_OPEN, str(root), settings.index_location)
    tables = location(index_directory(root, settings.index_location))
    eventually(lambda: any(tables.glob("chunks.lance/data/*")))  # somewhere in the middle
    indexing.kill()
    indexing.communicate()
    codebase = open_codebase()
    assert codebase.status().indexed == 300
    assert names(codebase, "number_299_function") == ["number_299_function"]
    assert codebase._indexer.store.chunks.count() == codebase.status().chunks


def test_the_command_line_answers_while_an_editor_holds_the_index(root, settings, other_process):
    write(root, {"a.py": FIRST})
    other_process()
    options = ["--root", str(root), "--set", f"index.location={settings.index_location}"]
    options += ["--set", "embedding.model=none"]
    done = run_command("search", "first of all", "--json", *options)
    hit, *_, end = map(json.loads, done.stdout.splitlines())
    assert hit["location"]["uri"] == (root / "a.py").as_uri()
    assert end["index"]["role"] == "reader"
    refused = run_command("index", "--rebuild", "--json", *options)
    assert refused.returncode == 3
    assert "another process writes the index" in refused.stderr


def test_a_reader_follows_a_commit_that_only_deletes(root, other_process, open_codebase):
    write(root, {"a.py": FIRST, "b.py": SECOND})
    other = other_process()
    seen = Phases()
    codebase = open_codebase(listener=seen)
    assert names(codebase, "second_function") == ["second_function"]
    before = codebase.status().generation
    (root / "b.py").unlink()
    other.save(root / "b.py")
    settle(codebase, lambda status: status.generation == before + 1)
    settle(codebase, lambda status: not names(codebase, "second_function"))
    assert Phase.FAILED not in seen.phases
    assert names(codebase, "first_function") == ["first_function"]


def test_a_reader_holds_once_what_came_back_with_a_branch(root, other_process, open_codebase, monkeypatch):
    monkeypatch.setattr(words, "_MERGING", replace(words._MERGING, small=0))  # as where there are many more files
    one = {f"m{i}.py": f"def one_{i}(value):\n    return 'the first {i}'\n" for i in range(20)}
    other = {path: text.replace("one_", "other_") for path, text in one.items()}
    write(root, one)
    write(root, {f"same{i}.py": f"def same_{i}(value):\n    return 'as it was {i}'\n" for i in range(200)})
    writer = other_process()
    reader = open_codebase()
    assert reader.status().role is Role.READER
    for files, last in ((other, "other_19"), (one, "one_19"), (other, "other_19"), (one, "one_19")):
        write(root, files)
        writer.save(*(root / path for path in files))
        settle(reader, lambda status, last=last: names(reader, last) == [last])
        settle(reader, lambda status: not status.stale and status.phase is Phase.READY)
    places = Counter(i for part in reader._published.state.words for i in part.file_ids.tolist())
    assert {*places} >= {record.file_id for record in reader._published.state.files.by_path.values()}
    assert {*places.values()} == {1}


def test_a_reader_that_comes_before_the_vectors_answers_by_meaning_once_they_are_there(
    root, open_codebase, settings, monkeypatch
):
    """As where the writer downloads a model first."""
    write(root, {"a.py": FIRST})
    hashed = replace(settings, embedding_model="hash")
    may_load, loads, load = threading.Event(), [], model_switch.load_embedder

    def load_late(chosen):
        loads.append(chosen)
        assert len(loads) > 1 or may_load.wait(LONG_S)
        return load(chosen)

    monkeypatch.setattr(first_answers, "is_light", lambda _: False)
    monkeypatch.setattr(model_switch, "load_embedder", load_late)
    writer = open_codebase(settings=hashed, wait=False)
    settle(writer, lambda _: loads)
    reader = open_codebase(settings=hashed, wait=False)
    settle(reader, lambda status: status.role is Role.READER and status.phase is not Phase.STARTING)
    assert reader.status().vectors.model is None
    may_load.set()
    settle(writer, lambda status: status.phase is Phase.READY and not status.stale)
    settle(reader, lambda status: status.vectors.done == status.chunks == 1)
    assert found(reader, "the first of all", mode=Mode.VECTOR) == ["a.py"]
