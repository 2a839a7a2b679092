"""A codebase follows its files: what is written, changed, renamed and deleted."""

import os
import shutil
import subprocess
import threading
from dataclasses import replace

from codebases import found, names, settle, write
from waiting import LONG_S

from lsp_codebase.index import first_answers, model_switch, pipeline
from lsp_codebase.model import CancelToken, Mode, Phase, Role
from lsp_codebase.model.document import Document

PARSER = "def parse_header(line):\n    '''Split a header line at its colon.'''\n    return line.split(':')\n"
SOCKET = "class TcpSocket:\n    def open_connection(self):\n        return self\n"


def test_what_is_written_is_found_by_name_and_by_words(root, open_codebase):
    write(root, {"net/parser.py": PARSER, "net/socket.py": SOCKET})
    codebase = open_codebase()
    assert names(codebase, "parseHeader") == ["parse_header"]
    assert found(codebase, "split at the colon")[0] == "net/parser.py"
    status = codebase.full_status()
    assert (status.phase, status.role, status.indexed, status.failed, status.problems) == (
        Phase.READY, Role.WRITER, 2, 0, ()
    )  # fmt: skip


def test_a_second_start_reads_nothing_again(root, open_codebase):
    write(root, {"a.py": PARSER, "b.py": SOCKET})
    first = open_codebase()
    generation = first.status().generation
    first.close()
    second = open_codebase()
    assert second.status().generation == generation
    assert names(second, "TcpSocket") == ["TcpSocket"]
    assert found(second, "header colon")[0] == "a.py"


def test_names_and_words_are_found_while_the_model_is_still_loading(root, open_codebase, settings, monkeypatch):
    write(root, {"net/parser.py": PARSER})
    builtin = replace(settings, embedding_model="builtin")
    open_codebase(settings=builtin).close()
    monkeypatch.setattr(first_answers, "is_light", lambda chosen: False)  # a light one answers from the saved state
    is_loaded = threading.Event()
    load = model_switch.load_embedder
    monkeypatch.setattr(model_switch, "load_embedder", lambda chosen: is_loaded.wait(30) and load(chosen))
    codebase = open_codebase(settings=builtin, wait=False)
    settle(codebase, lambda _: names(codebase, "parseHeader") == ["parse_header"])
    assert found(codebase, "split at the colon") == ["net/parser.py"]
    assert found(codebase, "split at the colon", mode=Mode.VECTOR) == []  # not yet, which is no error
    assert codebase.status().phase is Phase.STARTING
    is_loaded.set()
    assert settle(codebase, lambda status: status.phase is Phase.READY).vectors.model is not None
    assert found(codebase, "split at the colon", mode=Mode.VECTOR) == ["net/parser.py"]


def test_a_changed_file_is_found_as_it_is_now(root, open_codebase):
    write(root, {"a.py": PARSER})
    codebase = open_codebase()
    before = codebase.status().generation
    write(root, {"a.py": PARSER.replace("parse_header", "split_headline")})
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: status.generation > before)
    assert names(codebase, "split_headline") == ["split_headline"]
    assert names(codebase, "parse_header") == []
    assert found(codebase, "split_headline") == ["a.py"]


def test_a_changed_file_makes_the_status_stale_until_it_is_read(root, open_codebase, monkeypatch):
    write(root, {"a.py": "def before(): pass\n"})
    codebase = open_codebase()
    ignore_rules, told = pipeline.ignore_rules, []

    def rules(*arguments):  # once the file is no more marked, and is not looked at yet
        told.append(codebase.status().stale)
        return ignore_rules(*arguments)

    monkeypatch.setattr(pipeline, "ignore_rules", rules)
    write(root, {"a.py": "def after(): pass\n"})
    codebase.mark_changed([root / "a.py"])
    settle(codebase, lambda status: names(codebase, "after") == ["after"] and not status.stale)
    assert told
    assert all(told)


def test_a_new_file_and_a_deleted_file_are_followed(root, open_codebase):
    write(root, {"a.py": PARSER})
    codebase = open_codebase()
    write(root, {"b.py": SOCKET})
    (root / "a.py").unlink()
    codebase.mark_changed([root / "a.py", root / "b.py"])
    settle(codebase, lambda status: "TcpSocket" in names(codebase, "TcpSocket") and not names(codebase, "parse_header"))
    assert found(codebase, "header colon connection") == ["b.py"]
    assert codebase.status().indexed == 1


def test_no_restart_counts_back(root, open_codebase):
    write(root, {"a.py": PARSER, "b.py": SOCKET})
    first = open_codebase()
    (root / "b.py").unlink()
    first.mark_changed([root / "b.py"])
    settle(first, lambda status: status.indexed == 1)
    first.close()
    generation = first.status().generation
    assert open_codebase().status().generation >= generation > 1


def test_a_deleted_directory_takes_its_files_along(root, open_codebase):
    write(root, {"x/a.py": PARSER, "x/y/b.py": SOCKET, "c.py": "def c(): pass\n"})
    codebase = open_codebase()
    shutil.rmtree(root / "x")
    codebase.mark_changed([root / "x"])
    assert settle(codebase, lambda status: status.indexed == 1).total == 1


def test_changes_while_closed_are_found_at_the_next_start(root, open_codebase):
    write(root, {"a.py": PARSER, "b.py": SOCKET})
    open_codebase().close()
    (root / "a.py").unlink()
    write(root, {"b.py": SOCKET.replace("TcpSocket", "UdpSocket"), "c.py": "def c_function(): pass\n"})
    codebase = open_codebase()
    assert names(codebase, "UdpSocket") == ["UdpSocket"]
    assert names(codebase, "c_function") == ["c_function"]
    assert not names(codebase, "parse_header")


def test_a_file_that_was_only_touched_keeps_its_rows(root, open_codebase):
    write(root, {"a.py": PARSER})
    first = open_codebase()
    file_id = first._indexer.store.files["a.py"].file_id
    first.close()
    os.utime(root / "a.py", ns=(1, 1))
    second = open_codebase()
    record = second._indexer.store.files["a.py"]
    assert (record.file_id, record.mtime_ns) == (file_id, 1)
    assert names(second, "parse_header") == ["parse_header"]


def test_ignored_files_are_not_indexed_and_a_changed_ignore_file_applies_at_once(root, open_codebase):
    write(root, {"a.py": PARSER, "gen/b.py": SOCKET, ".gitignore": "gen/\n", "node_modules/m/c.py": SOCKET})
    subprocess.run(["git", "init", "-q", root], check=True)
    codebase = open_codebase()
    assert not names(codebase, "TcpSocket")
    write(root, {".gitignore": "\n"})
    codebase.mark_changed([root / ".gitignore"])
    settle(codebase, lambda status: bool(names(codebase, "TcpSocket")))
    assert len(names(codebase, "TcpSocket")) == 1  # never from node_modules


def test_a_root_that_git_ignores_is_indexed_when_it_is_asked_for(root, open_codebase):
    write(root.parent, {".gitignore": "*\n"})
    subprocess.run(["git", "init", "-q", root.parent], check=True)
    write(root, {"a.py": PARSER, "gen/b.py": SOCKET, ".gitignore": "gen/\n"})
    codebase = open_codebase()
    assert names(codebase, "parse_header") == ["parse_header"]
    assert not names(codebase, "TcpSocket")
    write(root, {"c.py": "def c_function(): pass\n"})
    codebase.mark_changed([root / "c.py"])
    settle(codebase, lambda status: bool(names(codebase, "c_function")))


def test_a_saved_file_that_git_ignores_stays_out(root, open_codebase):
    write(root, {"a.py": PARSER, ".gitignore": "gen/\n"})
    subprocess.run(["git", "init", "-q", root], check=True)
    codebase = open_codebase()
    write(root, {"gen/b.py": SOCKET, "c.py": "def c_function(): pass\n"})
    codebase.mark_changed([root / "gen/b.py", root / "c.py"])
    settle(codebase, lambda status: bool(names(codebase, "c_function")))
    assert not names(codebase, "TcpSocket")


def test_files_excluded_by_a_setting_are_left_out(root, open_codebase, settings):
    write(root, {"a.py": PARSER, "legacy/b.py": SOCKET})
    codebase = open_codebase(settings=replace(settings, index_exclude=("legacy/",)))
    assert not names(codebase, "TcpSocket")
    assert names(codebase, "parse_header")


def test_a_submodule_that_was_not_cloned_is_an_empty_folder(root, open_codebase):
    write(root, {"main.py": "def in_the_project():\n    return 1\n"})
    (root / "vendored").mkdir()
    for arguments in (["init", "-q"], ["update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},vendored"]):
        subprocess.run(["git", "-C", root, *arguments], check=True)
    codebase = open_codebase()
    assert names(codebase, "in_the_project") == ["in_the_project"]
    status = codebase.full_status()
    assert (status.indexed, status.total, status.problems) == (1, 1, ())


def test_submodules_and_nested_repositories_are_part_of_the_codebase(root, open_codebase):
    write(root, {"a.py": PARSER, "lib/inner/b.py": SOCKET})
    for folder in (root, root / "lib/inner"):
        subprocess.run(["git", "init", "-q", folder], check=True)
    assert names(open_codebase(), "TcpSocket") == ["TcpSocket"]


def test_a_work_tree_linked_inside_of_its_repository_is_not_there_once_more(root, open_codebase, settings):
    write(root, {"a.py": PARSER})
    place = ".claude/worktrees/second"
    git = ["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "a.py"], ["commit", "-qm", "x"], ["worktree", "add", "--detach", place]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    codebase = open_codebase()
    assert codebase.status().total == 1
    write(root, {f"{place}/b.py": SOCKET, "c.py": "def c_function():\n    return 3\n"})
    codebase.mark_changed([root / place / "b.py", root / "c.py"])
    settle(codebase, lambda status: bool(names(codebase, "c_function")))
    assert not names(codebase, "TcpSocket")
    codebase.close()
    everything = open_codebase(settings=replace(settings, index_respect_gitignore=False))
    assert names(everything, "TcpSocket") == ["TcpSocket"]


def test_reindexing_builds_everything_again(root, open_codebase):
    write(root, {"a.py": PARSER})
    codebase = open_codebase()
    old = codebase._indexer.store
    codebase.reindex()
    status = codebase.status()
    assert status.stale or status.phase is not Phase.READY  # who waits for its end must not see the end of the last
    settle(codebase, lambda status: codebase._indexer.store not in (old, None) and status.phase is Phase.READY)
    assert names(codebase, "parse_header") == ["parse_header"]
    assert found(codebase, "header colon") == ["a.py"]


class Recorder:
    """Remembers what a listener hears."""

    def __init__(self) -> None:
        self.heard: list[tuple] = []

    def on_started(self, root):
        self.heard.append(("started",))

    def on_progress(self, root, progress):
        self.heard.append(("progress", progress.done, progress.percentage))

    def on_ended(self, root, message):
        self.heard.append(("ended", message))

    def on_status(self, status):
        pass


def test_progress_begins_counts_up_to_the_total_and_ends(root, open_codebase):
    write(root, {f"m{i}.py": PARSER for i in range(120)})
    recorder = Recorder()
    settle(open_codebase(listener=recorder), lambda _: recorder.heard[-1][0] == "ended")
    kinds = [event[0] for event in recorder.heard]
    assert kinds[0] == "started"
    assert kinds.count("started") == kinds.count("ended") == 1
    counts = [event[1] for event in recorder.heard if event[0] == "progress"]
    assert counts == sorted(counts)
    assert counts[-1] == 120
    assert "120 files" in recorder.heard[-1][1]


def test_cancelled_indexing_keeps_what_is_done_and_the_next_start_does_the_rest(root, open_codebase):
    write(root, {f"m{i}.py": PARSER.replace("parse_header", f"parse_{i}") for i in range(600)})

    class Canceller(Recorder):
        def on_progress(self, root, progress):
            is_known.wait(LONG_S)
            codebase.cancel_indexing()

    is_known = threading.Event()
    codebase = open_codebase(listener=(canceller := Canceller()), wait=False)
    is_known.set()
    settle(codebase, lambda status: any(event[0] == "ended" for event in canceller.heard))
    status = codebase.status()
    assert 0 < status.indexed < 600
    assert status.stale
    codebase.close()
    again = open_codebase()
    assert again.status().indexed == 600
    assert names(again, "parse_599") == ["parse_599"]


def test_vectors_follow_the_text(root, open_codebase, settings):
    write(root, {"a.py": PARSER, "b.py": SOCKET})
    codebase = open_codebase(settings=replace(settings, embedding_model="hash"))
    status = codebase.status()
    assert status.vectors.model
    assert status.vectors.done == status.vectors.total == status.chunks > 0
    write(root, {"b.py": SOCKET + "\n\ndef another_one():\n    return 'another'\n"})
    codebase.mark_changed([root / "b.py"])
    settle(codebase, lambda status: bool(names(codebase, "another_one")) and status.vectors.done == status.chunks)
    assert found(codebase, "another one of them", mode=Mode.VECTOR)[0] == "b.py"


def test_without_a_model_the_status_says_that_search_is_lexical(root, open_codebase, settings):
    write(root, {"a.py": PARSER})
    codebase = open_codebase(settings=replace(settings, embedding_model=str(root / "missing")))
    status = codebase.status()
    assert status.vectors.model is None
    assert status.message
    assert "lexical" in status.message
    assert found(codebase, "header colon") == ["a.py"]


def test_an_empty_folder_is_ready_and_finds_nothing(root, open_codebase):
    codebase = open_codebase()
    assert codebase.status().phase is Phase.READY
    assert found(codebase, "anything at all") == []
    assert names(codebase, "") == []


def test_a_disabled_index_answers_empty_and_says_so(root, open_codebase, settings):
    write(root, {"a.py": PARSER})
    codebase = open_codebase(settings=replace(settings, index_enabled=False))
    assert codebase.status().phase is Phase.DISABLED
    assert found(codebase, "header") == []


def test_a_function_that_is_called_everywhere_comes_before_one_that_nobody_calls(root, open_codebase):
    definition = "def start_engine():\n    return None\n"
    write(root, {"attic/run.py": definition, "motor/run.py": definition})
    write(root, {f"motor/use{n}.py": "from motor.run import start_engine\n\nstart_engine()\n" for n in range(5)})
    codebase = open_codebase()
    for typed in ("start_engine", "startEngine", "sEng"):
        assert paths_of(codebase, typed) == ["motor/run.py", "attic/run.py"]


def test_a_name_that_is_mentioned_comes_before_its_equal_that_is_not(root, open_codebase):
    write(root, {"a.py": "def load_one(): pass\n", "b.py": "def load_two(): pass\n", "c.py": "load_two()\n"})
    assert names(open_codebase(), "load") == ["load_two", "load_one"]


def test_a_file_that_is_worked_on_comes_before_its_equal(root, open_codebase):
    write(root, dict.fromkeys(("a.py", "b.py", "c.py"), "def shared_name():\n    pass\n"))
    codebase = open_codebase()
    assert paths_of(codebase, "shared_name") == ["a.py", "b.py", "c.py"]
    codebase.open_document(root / "b.py", Document("def shared_name():\n    pass\n"))
    assert paths_of(codebase, "shared_name") == ["b.py", "a.py", "c.py"]


def test_a_file_changed_lately_comes_before_an_old_one(root, open_codebase):
    write(root, dict.fromkeys(("a.py", "b.py"), "def shared_name():\n    pass\n"))
    os.utime(root / "a.py", ns=(10**18, 10**18))
    assert paths_of(open_codebase(), "shared_name") == ["b.py", "a.py"]


def paths_of(codebase, typed):
    return [hit.path.relative_to(codebase.root).as_posix() for hit in codebase.symbols(typed, CancelToken()).hits]
