"""One index and every door to it at once: what they hold, what they see of each other, and what happens when one dies.

    python tests/benchmarks/doors.py TREE [--searches 10]

TREE is indexed first, in a cache of its own. Then, on that one root: an editor alone; VS Code (a raw client with its
capabilities), Neovim (where it is installed), two MCP clients, `serve --http` and ten terminal searches at a time, all
attached; and the same where nobody attaches (`--attach=never`; MCP and the terminal, which have no such switch, each
with a copy of the index). Memory is PSS, which counts a shared page by its share, of the server processes and all that
they started; an editor's own process is not counted. Then the process that serves them all is killed (SIGKILL).
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "protocol"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "editors"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "editors" / "neovim"))
from editor_session import EditorSession
from neovims import neovims

TESTS = Path(__file__).resolve().parents[1]
PROGRAM = (sys.executable, "-m", "lsp_codebase")
MIB = 1 << 20
SECONDS = 120.0
HITS = 5
EFFORT = "thorough"  # as tools for models ask, whatever the door
DOOR = "DOOR_OF_THE_BENCHMARK"
"""The variable by which a process, and all that it starts, says which door it belongs to."""
VS_CODE = {
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceFolders": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
        "symbol": {"dynamicRegistration": True, "resolveSupport": {"properties": ["location.range"]}},
    },
    "textDocument": {"synchronization": {"dynamicRegistration": True, "didSave": True}},
    "window": {"workDoneProgress": True, "showMessage": {"messageActionItem": {"additionalPropertiesSupport": True}}},
    "general": {"positionEncodings": ["utf-16"], "staleRequestSupport": {"cancel": True, "retryOnContentModified": []}},
}
ASK_IN_NEOVIM = """
function _G.ask(method, params)
  local client = vim.lsp.get_clients({ name = 'lsp_codebase' })[1]
  local answer = client and client.initialized and client:request_sync(method, vim.json.decode(params), 60000, 0)
  return vim.json.encode(answer and answer.result or vim.NIL)
end
"""

Place = tuple[str, int]
"""A file below the root, and the line that a hit begins with, from 0."""


def places(hits: Sequence[Any], root: Path) -> list[Place]:
    """Return the places of hits as they are on the wire."""
    return [
        (hit["location"]["uri"][len(root.as_uri()) + 1 :], hit["location"]["range"]["start"]["line"]) for hit in hits
    ]


class Editor:
    """What both editors are asked; `request` is theirs."""

    root: Path
    request: Callable[[str, Any], Any]

    def search(self, query: str) -> list[Place]:
        """Return the places of the best hits."""
        return places(
            self.request("codebase/hybridSearch", {"query": query, "limit": HITS, "effort": EFFORT})["hits"], self.root
        )

    def status(self) -> Any:
        """Return the full status of the one folder, None before it is open."""
        return next(iter(self.request("codebase/status", {}) or ()), None)


class VsCode(Editor):
    """The server as VS Code starts it and speaks to it."""

    def __init__(self, root: Path, environment: Mapping[str, str], *options: str) -> None:
        self.root = root
        command = (*PROGRAM, "serve", *options, "--stdio")
        self._session = EditorSession(environment, {}, has_string_ids=False, command=command)
        self.request = self._session.request
        folders = [{"uri": root.as_uri(), "name": root.name}]
        info = {"name": "Visual Studio Code", "version": "1.104.0"}
        params = {"processId": os.getpid(), "clientInfo": info, "rootUri": root.as_uri(), "workspaceFolders": folders}
        self.request("initialize", {**params, "capabilities": VS_CODE})
        self._session.notify("initialized", {})

    def type_at_end_of(self, document: Path, text: str) -> None:
        """Open a file, and add to it what is not saved."""
        whole = document.read_text("utf-8") + text
        item = {"uri": document.as_uri(), "languageId": "python", "version": 1, "text": whole}
        self._session.notify("textDocument/didOpen", {"textDocument": item})

    def close(self) -> None:
        """Quit, as the editor does."""
        try:
            self._session.close(None)
        finally:
            self._session.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._session.kill()


class Neovim(Editor):
    """Neovim itself, with the file that we ship, in a session that is asked from outside."""

    def __init__(self, binary: str, root: Path, environment: Mapping[str, str], document: Path, *options: str) -> None:
        self.root = root
        self._binary = binary
        self._home = Path(tempfile.mkdtemp())
        self._door = str(self._home / "door")
        (self._home / "lsp-codebase").write_text(f"#!/bin/sh\nexec {shlex.join(PROGRAM)} serve {shlex.join(options)}\n")
        (self._home / "lsp-codebase").chmod(0o755)
        (self._home / "ask.lua").write_text(ASK_IN_NEOVIM)
        config = {"root_dir": str(root), "cmd": [str(self._home / "lsp-codebase")]}
        enable = f"vim.lsp.config('lsp_codebase', vim.json.decode([[{json.dumps(config)}]]))"
        begin = f"lua {enable}; vim.lsp.enable('lsp_codebase')"
        shipped = TESTS.parent / "editors" / "neovim"
        command = [binary, "--clean", "-n", "--headless", "--listen", self._door, "--cmd", f"set rtp^={shipped}"]
        self._process = subprocess.Popen(
            [*command, "-S", str(self._home / "ask.lua"), "-c", begin, "-c", f"edit {document}"],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: Path(self._door).exists())
        self.request = self._request

    def _request(self, method: str, params: Any) -> Any:
        sent = json.dumps(params).replace("'", "''")
        return json.loads(self._evaluate(f"v:lua.ask('{method}', '{sent}')"))

    def type_at_end_of(self, document: Path, text: str) -> None:
        """Add to the file that is open what is not saved."""
        lines = json.dumps(text.rstrip("\n").split("\n"))
        self._evaluate(f"append('$', {lines})")

    def _evaluate(self, expression: str) -> str:
        command = [self._binary, "--server", self._door, "--remote-expr", expression]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stderr
        return done.stdout or done.stderr

    def close(self) -> None:
        """Quit without saving."""
        command = [self._binary, "--server", self._door, "--remote-expr", "execute('qall!')"]
        subprocess.run(command, capture_output=True, timeout=SECONDS)  # it is gone before it answers
        try:
            self._process.wait(SECONDS)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._home, ignore_errors=True)


class Mcp:
    """An MCP client: the official one, over standard streams."""

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal())
        command = [*PROGRAM[1:], "mcp", "--root", str(root), "--structured"]
        client = Client(StdioServerParameters(command=PROGRAM[0], args=command, env=dict(environment)))
        self._client = self._stack.enter_context(self._portal.wrap_async_context_manager(client))

    def search(self, query: str) -> list[Place]:
        """Return the places of the best hits."""
        asked = {"query": query, "limit": HITS, "mode": "auto"}
        result = self._portal.call(self._client.call_tool, "search", asked)
        assert not result.is_error, result
        found = [hit["location"] for hit in result.structured_content["hits"]]
        return [(place["path"], place["startLine"] - 1) for place in found]

    def close(self) -> None:
        """End the session."""
        self._stack.close()


class Http:
    """`serve --http`, and a client of it."""

    def __init__(self, root: Path, environment: Mapping[str, str], *options: str) -> None:
        self._root = root
        command = [*PROGRAM, "serve", "--http", "127.0.0.1:0", "--root", str(root), *options]
        self._process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        url = ""
        while "listening on " not in url:
            url = self._process.stderr.readline()
            assert url, "it ended"
        self._reader = threading.Thread(target=self._process.stderr.read, daemon=True)
        self._reader.start()
        self._http = httpx.Client(base_url=url.split("listening on ")[1].split()[0], timeout=SECONDS, trust_env=False)

    def search(self, query: str) -> list[Place]:
        """Return the places of the best hits."""
        params = {"query": query, "limit": HITS, "effort": EFFORT}
        body = {"jsonrpc": "2.0", "id": 1, "method": "search_code", "params": params}
        return places(self._http.post("/", json=body).json()["result"]["hits"], self._root)

    def close(self) -> None:
        """Stop it, as a service is stopped."""
        assert self._process.stderr is not None
        self._http.close()
        self._process.terminate()
        try:
            self._process.wait(SECONDS)
        finally:
            self._process.kill()
            self._reader.join(SECONDS)
            self._process.stderr.close()


class Terminal:
    """One command for each question."""

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self._root = root
        self._environment = environment

    def search(self, query: str) -> list[Place]:
        """Return the places of the best hits."""
        return self.timed_search(query)[0]

    def timed_search(self, query: str) -> tuple[list[Place], float]:
        """Return the places of the best hits, and the CPU seconds of the command."""
        command = [*PROGRAM, "search", "--root", str(self._root), "--json", f"--{EFFORT}", "-n", str(HITS), query]
        process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        with process.stdout:
            lines = [json.loads(line) for line in process.stdout]
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, 1), lines
        return places([line for line in lines if "location" in line], self._root), used.ru_utime + used.ru_stime

    def close(self) -> None:
        """Nothing stays."""


@dataclass
class Doors:
    """The doors that are open on a root; all answers come from indexes in folders below `home`."""

    root: Path
    home: Path
    open: dict[str, Any] = field(default_factory=dict)

    def environment(self, door: str, *, has_copy: bool = False) -> dict[str, str]:
        """Return the variables of a door: which it is, and where its index lies."""
        cache = self.home / "shared"
        if has_copy:
            shutil.copytree(cache, cache := self.home / f"of {door}", dirs_exist_ok=True)
        return {**os.environ, "XDG_CACHE_HOME": str(cache), DOOR: f"{self.home}/{door}"}

    def begin(self, document: Path, *, attach: bool) -> None:
        """Open the doors, the editor that hosts the others first, and wait until each has an index."""
        options = () if attach else ("--attach=never",)
        self.begin_vs_code(*options)
        if (binary := find_neovim()) is not None:
            self.open["Neovim"] = Neovim(binary, self.root, self.environment("Neovim"), document, *options)
        else:
            self.open["second editor"] = VsCode(self.root, self.environment("second editor"), *options)
        for name in ("MCP client", "second MCP client"):
            self.open[name] = Mcp(self.root, self.environment(name, has_copy=not attach))
        self.open["HTTP"] = Http(self.root, self.environment("HTTP"), *options)
        self.open["terminal"] = Terminal(self.root, self.environment("terminal", has_copy=not attach))
        self.wait_until_ready()

    def begin_vs_code(self, *options: str) -> None:
        """Start VS Code, and wait until it is done with indexing."""
        self.open["VS Code"] = editor = VsCode(self.root, self.environment("VS Code"), *options)
        until(lambda: is_ready(editor.status()))

    def wait_until_ready(self) -> None:
        """Wait until every editor is done with indexing."""
        for door in self.open.values():
            if isinstance(door, Editor):
                until(lambda door=door: is_ready(door.status()))

    def close(self) -> None:
        """Close every door, the first one first."""
        for door in self.open.values():
            door.close()
        self.open.clear()

    def of_host(self) -> tuple[str, int]:
        """Return the door whose process serves all others, by its name, and the process."""
        editor = next(door for door in self.open.values() if isinstance(door, Editor))

        def host() -> tuple[str, int] | None:
            told = (editor.status() or {}).get("host")
            found = {one.pid: door for door, ones in self.processes().items() for one in ones}
            return (found[told["pid"]], told["pid"]) if told and told["pid"] in found else None

        return until(host)

    def processes(self) -> dict[str, list[psutil.Process]]:
        """Return the server processes of each door, with all that they started; of whichever parent."""
        found: dict[str, list[psutil.Process]] = {}
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                home, _, door = process.environ().get(DOOR, "").rpartition("/")
                if home == str(self.home) and Path(process.exe()).name != "nvim" and process.status() != "zombie":
                    found.setdefault(door, []).append(process)
        return found

    def held(self) -> dict[str, tuple[int, float]]:
        """Return how many processes each door has, and the MiB they hold."""
        held = {}
        for door, processes in self.processes().items():
            sizes = [size for size in map(_pss, processes) if size]
            held[door] = (len(sizes), sum(sizes))
        return held


def is_ready(status: Any) -> bool:
    """Return whether an index is complete."""
    return bool(status) and status["phase"] == "ready" and not status["stale"]


def _pss(process: psutil.Process) -> float:
    try:
        return float(process.memory_full_info().pss / MIB)
    except psutil.Error:  # it has ended
        return 0.0


def find_neovim() -> str | None:
    """Return the newest Neovim that starts servers by their configuration, as the tests of editors find it."""
    return next((program for version, program in neovims().items() if version >= (0, 11)), None)


def until(ask: Callable[[], Any]) -> Any:
    """Ask until there is an answer that is not empty."""
    deadline = time.monotonic() + SECONDS
    while not (answer := ask()):
        assert time.monotonic() < deadline, "it never comes"
        time.sleep(0.05)
    return answer


@contextmanager
def sampled(doors: Doors) -> Iterator[list[dict[str, tuple[int, float]]]]:
    """Look at what the doors hold all the while."""
    samples = [doors.held()]
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(0.05):
            samples.append(doors.held())

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    yield samples
    is_over.set()
    thread.join()


def search_at_once(doors: Doors, query: str, searches: int) -> tuple[float, float]:
    """Search that often at one time in terminals; return the CPU seconds of one, and the most MiB of all doors."""
    terminal: Terminal = doors.open["terminal"]
    terminal.search(query)
    with sampled(doors) as samples, ThreadPoolExecutor(searches) as pool:
        found = [*pool.map(terminal.timed_search, [query] * searches)]
    assert len({tuple(answer) for answer, _ in found}) == 1
    return sum(cpu for _, cpu in found) / searches, max(sum(held for _, held in one.values()) for one in samples)


def sees_what_is_typed(doors: Doors, document: Path) -> list[str]:
    """Type in each editor, save nothing, and return the doors that find all of it."""
    name = document.relative_to(doors.root).as_posix()
    editors = [door for door in doors.open.values() if isinstance(door, Editor)]
    typed = [f"def typed_not_saved_{number}(): pass" for number, _ in enumerate(editors)]
    for editor, line in zip(editors, typed, strict=True):
        editor.type_at_end_of(document, line + "\n")  # of one file, the document edited last is what all see
        for door in doors.open.values():
            until(lambda door=door, line=line: name in [path for path, _ in door.search(f'"{line}"')])
    return [*doors.open]


def after_the_kill(doors: Doors, query: str) -> dict[str, float]:
    """Kill the process that serves all; return the seconds until each other door gave the answer of before."""
    before = {name: door.search(query) for name, door in doors.open.items()}
    name, pid = doors.of_host()
    os.kill(pid, signal.SIGKILL)
    began = time.monotonic()
    if name in ("VS Code", "second editor"):  # the server and its client are one here
        doors.open.pop(name).kill()

    def wait(door: str) -> float:
        until(lambda: doors.open[door].search(query) == before[door])
        return time.monotonic() - began

    with ThreadPoolExecutor(len(doors.open)) as pool:
        return dict(zip(doors.open, pool.map(wait, doors.open), strict=True))


def left_behind(doors: Doors) -> list[str]:
    """Return what is left once all doors are closed, after some seconds: processes, sockets, locks."""
    from lsp_codebase.attach.rendezvous import address_of
    from lsp_codebase.index.stored_status import is_written
    from lsp_codebase.location import index_directory

    index = index_directory(doors.root, str(doors.home / "shared" / "lsp-codebase" / "indexes"))
    assert index.is_dir(), index

    def found() -> list[str]:
        processes = [f"{door}: {one}" for door, ones in doors.processes().items() for one in ones]
        sockets = [address_of(index)] if os.path.exists(address_of(index)) else []
        return [*processes, *sockets, *(["a lock"] if is_written(index) else [])]

    with suppress(AssertionError):
        until(lambda: not found())
    return found()


def report(title: str, held: Mapping[str, tuple[int, float]]) -> float:
    """Print a row for each door, and return the MiB of all."""
    for door, (processes, mib) in held.items():
        print(f"| {title} | {door} | {processes} | {mib:.0f} |", flush=True)
    total = sum(mib for _, mib in held.values())
    print(f"| {title} | all | {sum(count for count, _ in held.values())} | {total:.0f} |", flush=True)
    return total


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--query", default="how is a password hashed")
    parser.add_argument("--searches", type=int, default=10)
    parser.add_argument("--idle", type=float, default=5.0)
    options = parser.parse_args()
    root = options.tree.resolve()
    document = min(path for path in root.rglob("*.py") if path.stat().st_size)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder).resolve()
        doors = Doors(root, home)
        indexing = [*PROGRAM, "index", "--root", str(root)]
        subprocess.run(indexing, check=True, stdout=subprocess.DEVNULL, env=doors.environment("first index"))
        print("| | door | processes | PSS MiB |\n|---|---|---:|---:|")
        doors.begin_vs_code()
        time.sleep(options.idle)
        alone = report("an editor alone", doors.held())
        doors.close()
        for title, attach in (("attached", True), ("nobody attaches", False)):
            began = time.monotonic()
            doors.begin(document, attach=attach)
            print(f"{title}: begun in {time.monotonic() - began:.0f} s", file=sys.stderr)
            answers = Counter(tuple(door.search(options.query)) for door in doors.open.values())
            assert len(answers) == 1, answers
            time.sleep(options.idle)
            total = report(title, doors.held())
            cpu, most = search_at_once(doors, options.query, options.searches)
            print(f"| {title} | all, while {options.searches} search | | {most:.0f} |")
            print(
                f"\n{title}: {total / alone:.2f} times one editor; a search {1_000 * cpu:.0f} ms of CPU\n", flush=True
            )
            if attach:
                print(f"what editors have not saved is found by: {', '.join(sees_what_is_typed(doors, document))}")
                print(f"\nhost: {doors.of_host()[0]}")
                waits = after_the_kill(doors, options.query)
                told = ", ".join(f"{door} {seconds:.1f}" for door, seconds in waits.items())
                print(f"killed; seconds until each door answered as before: {told}")
                print(f"host: {doors.of_host()[0]}\n", flush=True)
            doors.close()
            print(f"left behind: {left_behind(doors) or 'nothing'}\n", flush=True)


if __name__ == "__main__":
    main()
