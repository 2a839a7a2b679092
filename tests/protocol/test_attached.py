"""Whoever asks a running server is told the same as who opens the index itself."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from attached import host
from git_commits import git
from given_settings import given
from raw_client import RawClient
from waiting import eventually
from written_files import write

from lsp_codebase.answers import Answers
from lsp_codebase.attach.liveness import is_stopped
from lsp_codebase.config import Settings
from lsp_codebase.errors import CodebaseError, UnknownRoot
from lsp_codebase.model import (
    CallQuery,
    CancelToken,
    DefinitionQuery,
    FilesQuery,
    HistoryQuery,
    Mode,
    Pack,
    Position,
    Relation,
    SearchQuery,
    SimilarQuery,
    Span,
    TreeQuery,
)
from lsp_codebase.opening import OpenAnswers, open_answers, wait_until_indexed
from lsp_codebase.workspace import Workspace

SAME = """def sum_of_squares(values):
    total = 0
    for value in values:
        total += value * value
    return total
"""
ODD_NAME = "odd name #1?.py" if os.name == "posix" else "odd name #1%.py"
FILES = {
    "README.md": "# Größe\n\nMeasures 尺寸 of files: 𝄞 music.\n",
    "pyproject.toml": "[project]\nname = 'sizes'\n",
    "src/size.py": '"""Sizes."""\n\nfrom src.files import read_all\n\n\nclass Größe:\n    """Eine Größe."""\n\n'
    "    def measure_files(self, folder):\n        𝄞 = read_all(folder)  # 读取文件\n        return len(𝄞)\n",
    "src/files.py": "def read_all(folder):\n    return [path.read_bytes() for path in folder.iterdir()]\n\n\n"
    "def measure_twice(folder):\n    return read_all(folder) + read_all(folder)\n",
    "src/windows.py": "def crlf_lines(text):\r\n    # 行\r\n    return text.split('\\r\\n')\r\n",
    "src/latin.py": "# größer\ngrößter_wert = 1\n".encode("cp1252"),
    "web/app.ts": "export class App {\n  private size = 1;\n  /** @deprecated */\n"
    "  measure(): number {\n    return this.size;\n  }\n}\n",
    "tests/test_size.py": "from src.size import Größe\n\n\n"
    "def test_measure_files():\n    assert Größe().measure_files('.') == 0\n",
    "one/same.py": SAME,
    "two/same.py": SAME,
    "key.py": "TOKEN = 'ghp_" + "a1B2" * 9 + "'\n\n\ndef use_token():\n    return TOKEN\n",
    "binary.py": b"\x00\x01" * 400,
    ".gitignore": "out/\n",
    "out/built.py": "def measure_built(): ...\n",
    ODD_NAME: "def oddly_named():\n    pass\n",
}  # fmt: skip
PROJECT = "sizes"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write(tmp_path_factory.mktemp("attached").resolve() / PROJECT, FILES)
    git(root, "init", "-q")
    git(root, "add", "src")
    git(root, "commit", "-q", "-m", "Begin to measure\n\nFiles first.")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Do the same twice", day=2)
    return root


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(index_location=str(tmp_path_factory.mktemp("indexes")), symbols_max_results=3)


@pytest.fixture(scope="module")
def editor(root: Path, settings: Settings) -> Iterator[RawClient]:
    editor = host(RawClient, root, settings)
    yield editor
    editor.kill()


@pytest.fixture(scope="module")
def attached(editor: RawClient, root: Path, settings: Settings) -> Iterator[OpenAnswers]:
    answers = open_answers(root, given(settings), name="a test", wait=True)
    (status,) = answers.status()
    assert status.host is not None
    assert [client.name for client in status.host.clients][1:] == ["a test"]
    yield answers
    answers.close()


@pytest.fixture(scope="module")
def alone(editor: RawClient, root: Path, settings: Settings) -> Iterator[Workspace]:
    """The same index, opened in this process too; it follows the host's."""
    workspace = Workspace(settings)
    workspace.add_folder(root)
    workspace.start()
    wait_until_indexed(workspace, CancelToken())
    yield workspace
    workspace.close()


def plain(value: Any) -> Any:
    """Return a value without what differs from call to call, and without what no answer shows."""
    if is_dataclass(value) and not isinstance(value, type):
        left_out = {"took_ms", "scan_ms", "cached_at", "cache_hits", "total_scans", "saved_calls", "role"}
        left_out |= {"is_ascii", "has_index", "host"}  # what knows the text, why nothing is found, who is served
        return type(value), {
            field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in left_out
        }
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return tuple(map(plain, value))
    return value


def outcome(question: Callable[[Answers], Any], answers: Answers) -> Any:
    """Return the answer, or the error with all that it says."""
    try:
        return plain(question(answers))
    except CodebaseError as error:
        return type(error), str(error), vars(error)


def searching(text: str, **more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.search(SearchQuery(text, **more), CancelToken())


def drawing(**more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.tree(None, TreeQuery(**more), CancelToken())


def similar(name: str, span: Span, limit: int = 10) -> Callable[[Answers], Any]:
    return lambda answers: answers.similar(SimilarQuery(answers.roots[0] / name, span, limit), CancelToken())


def within(name: str, **more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.search(SearchQuery("measure", folder=answers.roots[0] / name, **more), CancelToken())


def here(answers: Answers) -> Any:
    path = answers.roots[0] / "src/size.py"
    query = SearchQuery("measure", active_path=path, active_position=Position(9, 8), open_paths=(path, path.parent))
    return answers.search(query, CancelToken())


def next_page(answers: Answers) -> Any:
    first = answers.search(SearchQuery("measure files", limit=2), CancelToken())
    assert first.next_cursor is not None
    return answers.search(SearchQuery("measure files", limit=2, cursor=first.next_cursor), CancelToken())


def cut_symbols(answers: Answers) -> Any:
    assert answers.symbols("", CancelToken()).is_cut
    return [status.symbols_cut for status in answers.status()]


def symbols(pattern: str, **more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.symbols(pattern, CancelToken(), **more)


def defined(name: str | None, path: Path | None = None) -> Callable[[Answers], Any]:
    return lambda answers: answers.definitions(DefinitionQuery(name, path), CancelToken())


def calling(name: str, relation: Relation, **more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.calls(CallQuery(relation, name, **more), CancelToken())


def changed(text: str | None, name: str | None = None, **more: Any) -> Callable[[Answers], Any]:
    def ask(answers: Answers) -> Any:
        path = None if name is None else answers.roots[0] / name
        return answers.history(HistoryQuery(text, path, **more), CancelToken())

    return ask


def in_file(name: str) -> Callable[[Answers], Any]:
    return lambda answers: answers.symbols_in(answers.roots[0] / name, CancelToken())


def listed(most: int = 100, **more: Any) -> Callable[[Answers], Any]:
    return lambda answers: answers.list_files(None, FilesQuery(most, **more), CancelToken())


def reading(name: str, span: Span | None = None, max_chars: int = 1_000) -> Callable[[Answers], Any]:
    return lambda answers: answers.read_file(answers.roots[0] / name, span, max_chars)


QUESTIONS: dict[str, Callable[[Answers], Any]] = {
    **{f"search in mode {mode.value}": searching("measure files", mode=mode) for mode in Mode},
    **{f"search with pack {pack.value}": searching("measure_files read_all", pack=pack) for pack in Pack},
    "search by a name with other letters": searching("Größe"),
    "search for characters of two units": searching("𝄞", mode=Mode.EXACT),
    "search in lines that end as on Windows": searching("crlf_lines"),
    "search in a file of another encoding": searching("größter_wert"),
    "search for what stands twice": searching("sum_of_squares"),
    "search for a literal as it is written": searching("Measure", mode=Mode.EXACT, case_sensitive=True),
    "search for whole words": searching("measure", mode=Mode.EXACT, whole_word=True),
    "search for a pattern": searching(r"def \w+_files", mode=Mode.REGEX),
    "search with weights": searching("measure", weights=(1.0, 0.5)),
    "search with languages": searching("measure", languages=("python",), exclude_languages=("ts",)),
    "search in code only": searching("measure", source_code_only=True, exclude_roles=("test",)),
    "search with globs": searching("measure", include=("src/**", "web/"), exclude=("*.ts",)),
    "search with kinds": searching("measure", kinds=("method",)),
    "search in a folder": within("src"),
    "search in a folder that is none": within("README.md"),
    "search from where the user is": here,
    "search within a budget": searching("measure", max_chars=60),
    "search explained": searching("measure files", explain=True),
    "search with operators": searching("lang:python -twice measure OR read"),
    "search with a phrase that nothing holds": searching('"nowhere at all" measure'),
    "search for what is not there": searching("zzyzx"),
    "the next page": next_page,
    "search for a secret": searching("TOKEN", pack=Pack.CONTEXT),
    "search with three errors": searching(" ", limit=0, kinds=("kind",), languages=("lang",)),
    "search with a cursor of nothing": searching("measure", cursor="abc"),
    "search outside": lambda answers: answers.search(SearchQuery("x", folder=Path("/etc")), CancelToken()),
    "similar to lines": similar("one/same.py", Span(0, 0, 3, 10)),
    "similar to a definition": similar("src/size.py", Span(9, 12, 9, 12), 2),
    "similar to nothing": similar("src/missing.py", Span(0, 0, 1, 0)),
    "similar to what is never read": similar(".git/config", Span(0, 0, 1, 0)),
    "similar outside": similar("../../elsewhere/x.py", Span(0, 0, 1, 0)),
    "symbols": symbols("measure"),
    "symbols with a limit": symbols("measure", limit=20),
    "symbols of a folder": lambda answers: answers.symbols("", CancelToken(), folder=answers.roots[0] / "src"),
    "symbols with other letters": symbols("Größe"),
    "symbols from a file": lambda answers: answers.symbols("measure", CancelToken(), answers.roots[0] / "web/app.ts"),
    "symbols by meaning": symbols("?how large are files", limit=5),
    "symbols that are none": symbols("zzyzx"),
    "symbols with a wrong limit": symbols("x", limit=0),
    "symbols that were cut": cut_symbols,
    "definitions of a name": defined("measure_files"),
    "definitions of a name with a qualifier": defined("App.measure"),
    "definition of a place": lambda answers: answers.definitions(
        DefinitionQuery(None, answers.roots[0] / "src/size.py", 10), CancelToken()
    ),
    "definitions of nothing": defined(None),
    "definitions outside": defined("x", Path("/etc/passwd")),
    "callers": calling("read_all", Relation.CALLER),
    "commits that fit words": changed("begin to measure"),
    "commits of a file": changed(None, "src/size.py", limit=1),
    "commits of a folder": changed(None, "src", since="2000-01-01"),
    "commits of lines": changed(None, "src/size.py", span=Span.of_lines(0, 2)),
    "commits with all that is wrong": changed(" ", span=Span.of_lines(0, 2), since="then", limit=0),
    "commits of lines that are not there": changed(None, "src/size.py", span=Span.of_lines(900, 901)),
    "commits outside": changed(None, "../other.py"),
    "callees": calling("measure_twice", Relation.CALLEE),
    "calls of nothing": calling("zzyzx", Relation.CALLER),
    "calls with a wrong limit": calling("x", Relation.CALLER, limit=0),
    "symbols of a file": in_file("src/size.py"),
    "symbols of a file in TypeScript": in_file("web/app.ts"),
    "symbols of a file with lines as on Windows": in_file("src/windows.py"),
    "symbols of no file": in_file("src/missing.py"),
    "symbols of a file outside": lambda answers: answers.symbols_in(Path("/etc/passwd"), CancelToken()),
    **{
        f"the {preset} tree as {shape}": drawing(preset=preset, format=shape)
        for preset in ("default", "void", "aigne")
        for shape in ("text", "json")
    },
    "a tree with symbols": drawing(format="json", symbols=True),
    "a tree with core files": drawing(core_files=40),
    "a tree of a folder": lambda answers: answers.tree(answers.roots[0] / "src", TreeQuery(), CancelToken()),
    "a tree of no folder": lambda answers: answers.tree(answers.roots[0] / "README.md", TreeQuery(), CancelToken()),
    "a small tree": drawing(max_chars=60, cut_off_message="and more"),
    "a tree of some files": drawing(
        format="json", languages=("python",), min_bytes=10, max_bytes=900, exclude=("tests/",), max_depth=2, priority=()
    ),
    "a tree with all files": drawing(format="json", respect_gitignore=False, include_hidden=("*",), max_entries=50),
    "a tree of items": drawing(format="json", max_items_per_directory=1, max_tokens=500),
    "a tree with two errors": drawing(max_depth=-1, exclude=("[",)),
    "files": listed(),
    "some files": listed(2, languages=("python",), include=("src/",), exclude=("*latin*",), min_bytes=5, max_bytes=500),
    "files of a preset": listed(preset="void"),
    "files with errors": listed(most=0, languages=("lang",)),
    "a directory": lambda answers: answers.list_directory(answers.roots[0]),
    "a page of a directory": lambda answers: answers.list_directory(answers.roots[0], 2, 3),
    "no directory": lambda answers: answers.list_directory(answers.roots[0] / "README.md"),
    "a directory outside": lambda answers: answers.list_directory(Path("/etc")),
    "a wrong page": lambda answers: answers.list_directory(answers.roots[0], 0),
    "a file": reading("src/windows.py"),
    "a file of another encoding": reading("src/latin.py"),
    "a file with an odd name": reading(ODD_NAME),
    "a part of a file": reading("src/size.py", Span(9, 8, 10, 18)),
    "a part beyond a file": reading("src/size.py", Span(9, 0, 1_000_000_000, 1_000_000_000)),
    "a cut file": reading("src/size.py", max_chars=30),
    "a file with a secret": reading("key.py"),
    "a file that is none": reading("src/missing.py"),
    "a binary file": reading("binary.py"),
    "status": lambda answers: answers.status(),
    "status of a file": lambda answers: answers.status(answers.roots[0] / "src/size.py"),
    "status outside": lambda answers: answers.status(Path("/etc")),
    "doctor": lambda answers: answers.doctor(None, CancelToken()),
    "reindex outside": lambda answers: answers.reindex(Path("/etc")),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
def test_an_answer_of_a_host_is_that_of_ones_own_index(
    question: Callable[[Answers], Any], attached: Answers, alone: Workspace
) -> None:
    assert outcome(question, attached) == outcome(question, alone)


def test_unsaved_text_of_an_editor_is_found_by_who_asks(editor: RawClient, attached: Answers, root: Path) -> None:
    path = root / "src/files.py"
    text = path.read_text("utf-8") + "\n\ndef only_typed_so_far():\n    pass\n"
    document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
    editor.notify("textDocument/didOpen", {"textDocument": document})

    def is_found() -> bool:
        found = attached.search(SearchQuery("only_typed_so_far"), CancelToken()).hits
        return [(hit.path, hit.name) for hit in found[:1]] == [(path, "only_typed_so_far")]

    editor.wait_for(is_found)  # what another client typed a moment ago need not be read yet
    assert "only_typed_so_far" in attached.read_file(path).text
    assert "only_typed_so_far" in [symbol.name for symbol in attached.symbols_in(path, CancelToken()).symbols]
    editor.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    editor.wait_for(lambda: "only_typed" not in attached.read_file(path).text)


def test_questions_of_many_threads_get_their_own_answers(attached: Answers, root: Path) -> None:
    names = [name for name in FILES if name.startswith(("src/", "web/"))]
    texts: dict[str, str] = {}

    def read(name: str) -> None:
        texts[name] = attached.read_file(root / name).text

    threads = [threading.Thread(target=read, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert texts == {name: attached.read_file(root / name).text for name in names}


def test_a_host_of_another_version_is_told_of_and_not_asked(
    editor: RawClient, root: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lsp_codebase.attach.door.__version__", "9.9")
    told: list[str] = []
    answers = open_answers(root, given(settings), name="a test", tell=told.append)
    assert pids_of_hosts(answers) == []
    assert answers.search(SearchQuery("measure files"), CancelToken()).hits
    answers.close()
    (sentence,) = told
    assert f"process {editor.process.pid} serves this index with version" in sentence
    assert "9.9" in sentence


def test_one_host_answers_about_several_folders(
    attached: OpenAnswers, editor: RawClient, tmp_path: Path, root: Path
) -> None:
    (tmp_path / "far.py").write_text("def far_away():\n    pass\n")
    attached.add_folder(tmp_path)
    wait_until_indexed(attached, CancelToken())
    assert attached.roots == (root, tmp_path.resolve())
    found = attached.search(SearchQuery("far_away"), CancelToken())
    assert found.hits[0].path == tmp_path.resolve() / "far.py"
    attached.remove_folder(tmp_path)
    assert [status.root for status in attached.status()] == [str(root)]
    with pytest.raises(UnknownRoot):
        attached.read_file(tmp_path / "far.py")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_a_question_whose_host_is_killed_meanwhile_is_answered_by_who_asked_and_who_stays_is_the_next_host(
    start: Callable[..., RawClient], alone: Workspace, root: Path, settings: Settings
) -> None:
    elsewhere = replace(settings, index_location=settings.index_location + "-2")
    editor = host(start, root, elsewhere)
    answers = open_answers(root, given(elsewhere), name="a test", stays=True, tell=pytest.fail)
    assert pids_of_hosts(answers) == [editor.process.pid]
    editor.process.send_signal(signal.SIGSTOP)  # so that it is asked and cannot answer
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(searching("measure files"), answers)
        time.sleep(0.1)
        editor.process.kill()
        assert plain(found.result(60).hits) == plain(searching("measure files")(alone).hits)
    assert pids_of_hosts(answers) == []
    wait_until_indexed(answers, CancelToken())
    end = time.monotonic() + 60
    while pids_of_hosts(other := open_answers(root, given(elsewhere), name="a test", tell=pytest.fail)) != [
        os.getpid()
    ]:
        other.close()
        assert time.monotonic() < end, "nobody took the place of the host"
        time.sleep(0.1)  # its door opens a moment later
    other.close()
    answers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that a process was stopped")
def test_a_process_that_stays_and_answers_by_itself_beside_a_stopped_host_asks_it_once_it_goes_on(
    start: Callable[..., RawClient], root: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lsp_codebase.attach.liveness._FIRST_PAUSE_S", 0.2)
    elsewhere = replace(settings, index_location=settings.index_location + "-3")
    editor = host(start, root, elsewhere)
    editor.process.send_signal(signal.SIGSTOP)
    eventually(lambda: is_stopped(editor.process.pid))  # the signal may still be under way
    told: list[str] = []
    answers = open_answers(root, given(elsewhere), name="a test", stays=True, tell=told.append)
    assert pids_of_hosts(answers) == []
    assert "it was stopped" in told[0]
    editor.process.send_signal(signal.SIGCONT)
    end = time.monotonic() + 60
    while pids_of_hosts(answers) != [editor.process.pid]:
        assert answers.search(SearchQuery("measure files"), CancelToken()).hits
        assert time.monotonic() < end, "the host is not asked"
    answers.close()


def pids_of_hosts(answers: Answers) -> list[int]:
    return [status.host.pid for status in answers.status() if status.host is not None]
