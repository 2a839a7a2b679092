"""Commands of the terminal about an index that another process has open: that process is asked, and told of."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attached import host
from raw_client import RawClient

from lsp_codebase.config import Settings
from lsp_codebase.location import index_directory

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("commands") / "tree"
    (root / ".git").mkdir(parents=True)
    for number in range(3):
        (root / f"module_{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    return root


@pytest.fixture(scope="module")
def editor(root: Path) -> Iterator[RawClient]:
    """An editor whose server has the index open."""
    clients: list[RawClient] = []

    def start() -> RawClient:
        clients.append(RawClient())
        return clients[-1]

    yield host(start, root, Settings(embedding_model="none"))
    clients[0].kill()


@pytest.fixture(scope="module")
def run(run_alone: Run) -> Run:
    return lambda folder, *command: run_alone(*command, cwd=folder)


def rows_of(root: Path, table: str) -> list[Path]:
    """Return the files that hold the rows of a table; none is ever named as another was."""
    return sorted((index_directory(root) / "tables").glob(f"{table}*/data/*"))


def test_status_names_the_process_that_serves_and_whom(run: Run, editor: RawClient, root: Path) -> None:
    pid = editor.process.pid
    (row,) = [line for line in run(root, "status").stdout.splitlines() if line.startswith("written")]
    assert row.endswith(f"; editor (process {pid}) writes it and answers whoever asks")
    told = json.loads(run(root, "status", "--json").stdout)
    assert told["host"]["pid"] == pid
    assert told["host"]["clients"][0]["pid"] == pid


def test_a_process_of_another_version_is_named_and_the_index_is_read_from_disk(editor: RawClient, root: Path) -> None:
    code = (
        "import sys, lsp_codebase.attach.door as door; door.__version__ = '99.0'; from lsp_codebase.cli import main; "
    )
    other = [sys.executable, "-c", f"{code}sys.exit(main(sys.argv[1:]))", "status"]
    done = subprocess.run(other, cwd=root, capture_output=True, text=True, timeout=240)
    assert f"process {editor.process.pid} serves this index with version" in done.stderr
    assert done.stderr.endswith("this is 99.0: restart it, so that one index serves both; "
                                "meanwhile the index is looked at as it lies on disk\n")  # fmt: skip
    assert done.stderr.count("\n") == 1
    assert "files      3 of 3\n" in done.stdout


def test_a_file_is_read_as_the_editor_shows_it(run: Run, editor: RawClient, root: Path) -> None:
    uri = (root / "module_0.py").as_uri()
    text = "# typed, not saved\ndef function_0():\n    return 7\n"
    editor.notify(
        "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}}
    )
    assert run(root, "read", "module_0.py").stdout == text
    assert run(root, "read", "module_0.py:3").stdout == "    return 7\n"
    editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert run(root, "read", "module_0.py").stdout == (root / "module_0.py").read_text()


def test_a_setting_that_the_running_index_does_not_have_is_told_of_once(
    run: Run, editor: RawClient, root: Path
) -> None:
    done = run(root, "search", "-F", "function_1", "-l", "--set", "index.exclude=module_1.py")
    assert done.stdout == "module_1.py\n", "the running one wins"
    assert done.stderr.count("index.exclude") == 1
    assert done.stderr.startswith('lsp-codebase: index.exclude: ["module_1.py"] does not hold for ')
    assert run(root, "search", "-F", "function_1", "-l").stderr == ""


def test_an_index_is_built_anew_by_the_process_that_has_it_open(run: Run, editor: RawClient, root: Path) -> None:
    before = rows_of(root, "files")
    done = run(root, "index", "--rebuild")
    assert done.returncode == 0, done.stderr
    assert f"(process {editor.process.pid}) writes it" in done.stdout
    assert editor.result("codebase/status", {})[0]["phase"] == "ready"
    assert rows_of(root, "files")
    assert not set(before) & set(rows_of(root, "files"))


def test_a_damaged_index_is_repaired_by_the_process_that_has_it_open(run: Run, editor: RawClient, root: Path) -> None:
    rows = rows_of(root, "symbols")
    assert rows
    for file in rows:
        file.write_bytes(b"")
    assert run(root, "doctor").returncode == 1
    done = run(root, "doctor", "--repair")
    assert done.returncode == 0, done.stdout
    assert "repaired" in done.stdout
    assert editor.wait_until_indexed()[0]["role"] == "writer"
    assert [hit["name"] for hit in editor.result("workspace/symbol", {"query": "function_2"})] == ["function_2"]


def test_who_asks_while_the_first_index_is_begun_gets_the_answer_of_all_of_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for number in range(300):
        (tmp_path / f"module_{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    beginning = RawClient()
    try:
        beginning.start("initialize", {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}})
        beginning.notify("initialized", {})
        done = run(tmp_path, "search", "-F", "return", "-c")
        assert len(done.stdout.splitlines()) == 300, done.stderr
        until = time.monotonic() + 60  # had the terminal begun first, the server takes over
        while "host" not in (told := json.loads(run(tmp_path, "status", "--json").stdout)):
            assert time.monotonic() < until
        assert told["host"]["pid"] == beginning.process.pid
    finally:
        beginning.kill()


@pytest.mark.slow  # an index that lasts until it was asked
def test_a_command_that_makes_an_index_is_asked_meanwhile(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for number in range(1_500):
        (tmp_path / f"module_{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    making = subprocess.Popen(
        [sys.executable, "-m", "lsp_codebase", "index", "--root", str(tmp_path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while (host := json.loads(run(tmp_path, "status", "--json").stdout or "{}").get("host")) is None:
            assert making.poll() is None  # nothing is told before its tables are made
        assert host["clients"][0] == {"name": "lsp-codebase index", "pid": making.pid}
        assert making.wait(60) == 0
    finally:
        making.kill()


def test_an_index_is_cleared_by_the_process_that_serves_it_and_comes_back_when_it_is_asked_for(
    run: Run, editor: RawClient, root: Path
) -> None:
    done = run(root, "clear")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is deleted" in done.stdout
    assert "Nothing of tree is indexed: cleared" in run(root, "search", "-F", "function_1", "-l").stderr
    assert "files      3 of 3\n" in run(root, "index").stdout
    assert run(root, "search", "-F", "function_1", "-l").stdout == "module_1.py\n"
