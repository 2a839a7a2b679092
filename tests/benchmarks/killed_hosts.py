"""Kill the process that serves some editors, again and again, while all of them type and ask.

    python tests/benchmarks/killed_hosts.py [--kills 100] [--editors 4] [--seed 1]

Each editor has a document that is not saved, edits it at random places and asks without a pause. The process that
serves them all is killed (SIGKILL) at random moments; another editor takes its place each time. An editor fails when a
question is not answered, answered twice or with an error, when its document is not as it typed it, or when it is asked
twice to register the same thing. Prints how long each editor waited at worst for an answer around a kill.
"""

from __future__ import annotations

import argparse
import queue
import random
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "protocol"))

from raw_client import RawClient

PIECES = ("x", "\n", "größe = 1\n", "𝄞", "def typed(): pass\n", "# 行\n")
LONGEST_S = 240.0
"""An answer that takes longer never comes."""


class Editor(threading.Thread):
    """One editor with one document: types, asks, and checks each answer."""

    def __init__(self, root: Path, number: int, seed: int) -> None:
        super().__init__(name=f"editor {number}", daemon=True)
        self._random = random.Random(seed)
        self._uri = (root / f"typed_{number}.py").as_uri()
        self._text = ""
        self._version = 0
        self._registered: set[str] = set()
        self._is_over = threading.Event()
        self.client = RawClient()
        self.host_pid: int | None = None
        self.waited_s: list[float] = []
        self.failure: str | None = None
        capabilities = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
        params = {"processId": None, "rootUri": root.as_uri(), "capabilities": capabilities}
        self._ask("initialize", {**params, "clientInfo": {"name": self.name}})
        self.client.notify("initialized", {})
        item = {"uri": self._uri, "languageId": "python", "version": 0, "text": ""}
        self.client.notify("textDocument/didOpen", {"textDocument": item})
        self.start()

    def run(self) -> None:
        """Work until told to stop, or killed."""
        try:
            while not self._is_over.is_set():
                for _ in range(self._random.randint(0, 5)):
                    self._type()
                self._look()
        except (OSError, ValueError):  # killed
            pass
        except AssertionError as error:
            if self.client.process.poll() is None:
                self.failure = f"{self.name}: {error!r} {self.client.log}"

    def end(self) -> None:
        """Stop, and end the session as an editor does; one that was killed has ended."""
        self._is_over.set()
        self.join(LONGEST_S)
        if self.client.process.poll() is None and self.failure is None:
            assert self._ask("shutdown", None) is None
            self.client.notify("exit")
            assert self.client.wait() == 0, self.client.log
        self.client.kill()

    def _type(self) -> None:
        start, end = sorted(self._random.randint(0, len(self._text)) for _ in range(2))
        end = min(end, start + 3)
        new = self._random.choice(PIECES)
        span = {"start": self._place(start), "end": self._place(end)}
        self._version += 1
        named = {"uri": self._uri, "version": self._version}
        change = {"textDocument": named, "contentChanges": [{"range": span, "text": new}]}
        self._text = self._text[:start] + new + self._text[end:]
        self.client.notify("textDocument/didChange", change)

    def _place(self, offset: int) -> dict[str, int]:
        before, _, last = self._text[:offset].rpartition("\n")
        line = before.count("\n") + ("\n" in self._text[:offset])
        return {"line": line, "character": len(last.encode("utf-16-le")) // 2}

    def _look(self) -> None:
        pick = self._random.random()
        if pick < 0.6:
            told = self._ask("codebase/readFile", {"uri": self._uri})
            assert told["text"] == self._text, (told, self._text)
        elif pick < 0.8:
            self._ask("codebase/hybridSearch", {"query": "typed"})
        else:
            (status,) = self._ask("codebase/status", {})
            self.host_pid = status["host"]["pid"] if "host" in status else None

    def _ask(self, method: str, params: Any) -> Any:
        """Return the answer to a question, which must be the only one that comes."""
        began = time.monotonic()
        asked = self.client.start(method, params)
        while True:
            message = self._read(began + LONGEST_S)
            if message.get("method") == "client/registerCapability":
                new = {one["id"] for one in message["params"]["registrations"]}
                assert not new & self._registered, new
                self._registered |= new
                self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            elif "method" not in message:
                assert message["id"] == asked, message
                assert "error" not in message, message
                self.waited_s.append(time.monotonic() - began)
                return message["result"]

    def _read(self, deadline: float) -> Any:
        while True:
            try:
                return self.client.read(0.5)
            except queue.Empty:
                if self.client.process.poll() is not None:
                    raise OSError("killed") from None
                assert time.monotonic() < deadline, "no answer"


def run(root: Path, kills: int, editors: int, seed: int) -> list[float]:
    """Kill so many hosts; return the longest wait of each editor around each kill. Raises what an editor found."""
    rng = random.Random(seed)
    working = [Editor(root, 0, rng.random())]
    waits: list[float] = []
    try:
        _host_of(working)  # of two that start at the same moment, both would serve themselves
        working += [Editor(root, number, rng.random()) for number in range(1, editors)]
        for number in range(kills):
            host = _host_of(working)
            time.sleep(rng.uniform(0, 0.5))
            for editor in working:
                editor.waited_s.clear()
            host.client.process.kill()
            host.client.wait()
            working.remove(host)
            host.end()
            working.append(Editor(root, editors + number, rng.random()))
            _host_of(working)
            waits += [max(editor.waited_s, default=0.0) for editor in working[:-1]]
    finally:
        for editor in working:
            editor.end()
    assert not [editor.failure for editor in working if editor.failure]
    return waits


def _host_of(editors: list[Editor]) -> Editor:
    """Wait until all are served by one of them, and return that one."""
    for editor in editors:
        editor.host_pid = None
    deadline = time.monotonic() + LONGEST_S
    while time.monotonic() < deadline:
        failures = [editor.failure for editor in editors if editor.failure]
        assert not failures, failures
        pids = {editor.host_pid for editor in editors}
        for editor in editors:
            if pids == {editor.client.process.pid}:
                return editor
        time.sleep(0.05)
    raise AssertionError({editor.name: (editor.host_pid, editor.client.log) for editor in editors})


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--editors", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(50):
            (Path(folder) / f"file_{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
        waits = run(Path(folder), options.kills, options.editors, options.seed)
    print(f"{options.kills} kills, {len(waits)} sessions went on; longest wait for an answer in s: "
          f"median {statistics.median(waits):.1f}, most {max(waits):.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
