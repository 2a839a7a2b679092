"""Send a server process messages that no friendly client writes, and see that each request is answered once.

    python tests/security/fuzz_messages.py [--messages 1000000] [--seed 1] [--table]

What must hold: every request with an id of its own is answered by it exactly once, whatever else is sent; standard
output carries frames and nothing else; no internal error, no traceback in the log; no message takes for ever; memory,
threads and descriptors stay flat; afterwards the server finds what it should, and ends, with its workers. Ends with 1
if something did not. The same seed sends the same bytes to the same code.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import SERVER, RawClient
from wire_stream import Key, Stream, Window

LIFE = 20_000  # messages to one process
WINDOW = 400  # messages written before their answers are waited for
PATIENCE_S = 240.0  # without a single answer: it hangs
END_S = 60.0
KEPT = "def never_touched_by_the_fuzzer(value):\n    return value\n"
NOT_OURS = ("half ", "broken ", "deep ")  # ids that are answered at most once, or with another id


@dataclass
class Report:
    """What was sent and came back over all processes, what the process weighed, and what went wrong."""

    sent: Counter[str] = field(default_factory=Counter)
    got: Counter[str] = field(default_factory=Counter)
    weights: list[list[tuple[float, int, int]]] = field(default_factory=list)  # MiB, threads, descriptors
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def messages(self) -> int:
        return sum(self.sent.values())


class FuzzedServer(RawClient):
    """One server process; the reader's thread keeps the books, the caller's thread writes."""

    def __init__(self, report: Report, stream: Stream, **popen: Any) -> None:
        self.report, self.stream = report, stream
        self.replies = stream.sibling()  # when the server asks depends on time: it must not change what is sent
        self.is_friendly = False
        self.open: dict[Key, int] = {}  # how many answers are still to come
        self.frames: dict[Key, bytes] = {}
        self.loose: Counter[str] = Counter()
        self.nameless = 0
        self.asked: list[Any] = []  # requests of the server that wait for an answer
        self.results: dict[Key, Any] = {}
        self.wanted: Key | None = None
        self.changed = threading.Condition()
        self.last_answer = time.monotonic()
        self.is_over = False
        super().__init__(SERVER, **popen)
        self.measured = psutil.Process(self.process.pid)

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read_messages(self) -> None:
        assert self.process.stdout is not None
        buffer = bytearray()
        with suppress(ValueError, OSError):
            while part := os.read(self.process.stdout.fileno(), 1 << 20):
                buffer += part
                self._take_frames(buffer)
        with self.changed:
            if buffer and not self.is_over:
                self.report.faults.append(f"bytes outside frames: {bytes(buffer[:100])!r}")
            self.is_over = True
            self.changed.notify()

    def _take_frames(self, buffer: bytearray) -> None:
        begin = 0
        bodies = []
        while (end := buffer.find(b"\r\n\r\n", begin)) >= 0:
            header = bytes(buffer[begin:end])
            if not header.startswith(b"Content-Length: ") or not header[16:].isdigit():
                self.report.faults.append(f"bytes outside frames: {header[:100]!r}")
                begin = end + 4
                continue
            length = int(header[16:])
            if len(buffer) < end + 4 + length:
                break
            bodies.append(bytes(buffer[end + 4 : end + 4 + length]))
            begin = end + 4 + length
        del buffer[:begin]
        if bodies:
            with self.changed:
                for body in bodies:
                    self._take(json.loads(body))
                self.last_answer = time.monotonic()
                self.changed.notify()

    def _take(self, message: Any) -> None:
        if "method" in message:
            self.report.got["requests and notifications of the server"] += 1
            self.asked += [message] if "id" in message else []
            return
        msg_id = message["id"]
        code = message["error"]["code"] if "error" in message else "result"
        self.report.got[str(code)] += 1
        key = (type(msg_id), msg_id)
        if code == -32603:
            self.report.faults.append(f"{message['error']['message']} for {self.frames.get(key, b'')[:600]!r}")
        if key == self.wanted:
            self.results[key] = message
        if msg_id is None:
            self.nameless += 1
        elif key in self.open:
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]
        elif isinstance(msg_id, str) and msg_id.startswith(NOT_OURS):
            self.loose[msg_id] += 1
            if self.loose[msg_id] > 2 - ("half" not in msg_id):
                self.report.faults.append(f"answered too often: {msg_id}")
        else:
            self.report.faults.append(f"an answer that nobody waits for: {json.dumps(message)[:200]}")

    # -- writing -----------------------------------------------------------------------------------------------------

    def play(self, window: Window) -> bool:
        """Write all messages and wait for their answers; return whether all came."""
        with self.changed:
            for key in window.expected:
                self.open[key] = 2 if key in window.twice else 1
            self.frames = window.expected
            self.loose.clear()
            self.nameless = 0
            self.last_answer = time.monotonic()
        self.report.sent += window.sent
        guard = threading.Timer(PATIENCE_S, self.process.kill)
        guard.start()
        try:
            for piece in self.stream.pieces(bytes(window.data)):
                self.write_all(piece)
        except OSError:
            pass
        finally:
            guard.cancel()
        if not self.wait_for_all():
            return False
        if not window.nameless <= self.nameless <= window.nameless + window.uncertain:
            seen = f"{self.nameless} answers without id, not {window.nameless} to {window.nameless + window.uncertain}"
            self.report.faults.append(seen)
        return True

    def wait_for_all(self) -> bool:
        """Wait until nothing is open, and serve the server meanwhile; on silence, name what is open and kill it."""
        while True:
            with self.changed:
                while self.open and not self.asked and not self.is_over:
                    if not self.changed.wait(1) and time.monotonic() - self.last_answer > PATIENCE_S:
                        break
                asked, self.asked = self.asked, []
                still_open = [str(sent[:600]) for key, sent in self.frames.items() if key in self.open]
                silent_s = time.monotonic() - self.last_answer
            for request in asked:
                self.reply(request)
            if not still_open:
                return True
            if self.is_over or silent_s > PATIENCE_S:
                what = f"exit code {self.process.poll()}" if self.is_over else f"silent for {silent_s:.0f} s"
                self.report.faults.append(f"{what}; {len(still_open)} not answered: {'; '.join(still_open[:5])}")
                self.process.kill()
                return False

    def reply(self, request: Any) -> None:
        """Answer a request of the server: as it should be, or as it should not."""
        method, result = request["method"], None
        if method == "workspace/configuration":
            result = [{} if self.is_friendly else self.replies.shapes.settings() for _ in request["params"]["items"]]
        if not self.is_friendly and self.replies.random.random() < 0.2:
            result = self.replies.spoiler.junk() if method != "workspace/configuration" else None
        with suppress(OSError):
            self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def write_all(self, data: bytes) -> None:
        assert self.process.stdin is not None
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.process.stdin.fileno(), rest) :]

    def ask(self, method: str, params: Any) -> Any:
        """Send one good request and return its answer; None if there is none."""
        self._next_id += 1
        key: Key = (str, f"good {self._next_id}")
        with self.changed:
            self.open, self.frames, self.wanted = {key: 1}, {key: method.encode()}, key
            self.last_answer = time.monotonic()
        with suppress(OSError):
            self.send({"jsonrpc": "2.0", "id": key[1], "method": method, "params": params})
        self.wait_for_all()
        return self.results.pop(key, None)

    # -- a life ------------------------------------------------------------------------------------------------------

    def weigh(self) -> tuple[float, int, int]:
        """Return MiB, threads and descriptors of the process."""
        with self.measured.oneshot():
            return self.measured.memory_info().rss / 2**20, self.measured.num_threads(), self.measured.num_fds()

    def begin(self, root: Path) -> None:
        """Do the handshake, after some that must be refused."""
        for params in (
            None,
            5,
            {"capabilities": {}, "rootUri": 5, "processId": None},
            {"processId": None, "rootUri": None},
        ):
            assert "error" in self.ask("initialize", params)
        capabilities: Any = {"window": {"workDoneProgress": True}, "workspace": {"configuration": True}}
        if self.stream.random.random() < 0.5:
            capabilities["workspace"] = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
        folder = {"uri": root.as_uri(), "name": "root"}
        params = {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": [folder]}
        assert "result" in self.ask("initialize", params)
        self.notify("initialized", {})

    def is_well(self) -> bool:
        """Whether it finds what it should, with good settings again."""
        self.is_friendly = True
        self.notify("workspace/didChangeConfiguration", {"settings": None})
        self.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": DEFAULTS}})
        self.ask("codebase/reindex", {"resume": True})  # it may have been told to clear its index
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and not self.is_over:
            symbols = self.ask("workspace/symbol", {"query": "never_touched_by_the_fuzzer"})
            hits = self.ask("codebase/hybridSearch", {"query": "never touched by the fuzzer"})
            if symbols and hits and symbols.get("result") and "kept.py" in json.dumps(hits.get("result")):
                return True
            time.sleep(0.2)
        return False

    def end(self) -> None:
        """End the session and see that process and workers end."""
        children = self.measured.children(recursive=True)
        closing = self.ask("shutdown", None)
        if closing is None or "result" not in closing:
            self.report.faults.append(f"shutdown: {closing}")
        refused = self.ask("codebase/status", {})
        if refused is None or refused.get("error", {}).get("code") != -32600:
            self.report.faults.append(f"after shutdown: {refused}")
        with suppress(OSError):
            self.notify("exit")
        try:
            code = self.wait(END_S)
        except Exception:
            code = None
        if code != 0:
            self.report.faults.append(f"exit code {code} within {END_S:.0f} s of exit")
        left = psutil.wait_procs(children, END_S)[1]
        self.report.faults += [f"a worker was left: {worker}" for worker in left]


DEFAULTS = {"index": {"enabled": True, "exclude": [], "maxFileBytes": 1_000_000}, "embedding": {"model": "builtin"}}


def write_workspace(folder: Path) -> tuple[Path, list[str], list[str]]:
    """Write a small workspace with hostile names; return its root, URIs in it, and folders to open and close."""
    root = folder / "root"
    for number in range(12):
        path = root / "pkg" / f"module_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        method = f"    def needle_{number}(self, value):\n        return value\n"
        path.write_text(f'"""Module {number}."""\n\n\nclass NeedleClass{number}:\n{method}')
    (root / "kept.py").write_text(KEPT)
    (root / ("a" * 240)).write_text("# a name that patterns with many stars take long to refuse\n")
    (root.joinpath(*["a"] * 60)).mkdir(parents=True)
    (root.joinpath(*["a"] * 60) / "deep.py").write_text("deep = 1\n")
    (root / ".gitignore").write_text("*.log\nbuild/\n")
    (root / "notes.md").write_text("# Notes\n\n" + "The lock is taken in `needle`.\n" * 30)
    (root / "many.js").write_text("".join(f"export function many{i}(a) {{ return a }}\n" for i in range(200)))
    others = [folder / name for name in ("other", "other/nested", "missing")]
    for other in others[:2]:
        other.mkdir()
        (other / "one.py").write_text("def other_one(): pass\n")
    paths = [path for path in sorted(root.rglob("*")) if path.name != "kept.py"][:12]
    paths += [root, root / "missing.py", root / "pkg/module_1.py", root / ".env", root / ".git/config", folder]
    uris = [path.as_uri() for path in paths]
    folders = [other.as_uri() for other in others] + [root.as_uri() + "/pkg", "", "untitled:1", "x:y"]
    return root, uris, folders


def live(report: Report, stream: Stream, root: Path, home: Path, messages: int, environment: dict[str, str]) -> None:
    """Play one process from its start to its end."""
    server = FuzzedServer(report, stream, cwd=home, env=environment)
    weights: list[tuple[float, int, int]] = []
    report.weights.append(weights)
    try:
        server.begin(root)
        sent = 0
        window = stream.window(min(WINDOW, messages))
        while sent < messages:
            if not server.play(window):
                break
            sent += min(WINDOW, messages - sent)
            weights.append(server.weigh())
            if sent < messages:
                window = stream.window(min(WINDOW, messages - sent))
        if not server.is_over and not server.is_well():
            report.faults.append("afterwards it does not find what it should")
        if not server.is_over:
            server.end()
    finally:
        server.kill()
        report.faults += complaints(server.log)


def complaints(log: str) -> Iterable[str]:
    """Return the distinct errors of a log with the last line of their traceback."""
    found: Counter[str] = Counter()
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("Traceback"):
            last = next((end for end in range(number + 1, len(lines)) if not lines[end].startswith(" ")), number)
            place = [inner.strip() for inner in lines[number:last] if inner.strip().startswith("File ")][-1:]
            found[f"traceback: {lines[last][:200]} {place}"] += 1
    return [f"{text} ({count} times)" for text, count in found.items()]


def fuzz(messages: int, seed: int, folder: Path) -> Report:
    """Send that many messages to as many processes as they take."""
    root, files, folders = write_workspace(folder.resolve())
    report, stream = Report(), Stream(seed, files, folders)
    home = folder.resolve() / "home"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    begin = time.monotonic()
    while report.messages < messages and len(report.faults) < 50:
        live(report, stream, root, home, min(LIFE, messages - report.messages), environment)
        if report.messages % (LIFE * 5) == 0:
            print(
                f"{report.messages:,} messages, {time.monotonic() - begin:.0f} s, {len(report.faults)} faults",
                file=sys.stderr,
                flush=True,
            )
    report.seconds = time.monotonic() - begin
    for weights in report.weights:
        report.faults += grown(weights)
    return report


def grown(weights: list[tuple[float, int, int]]) -> list[str]:
    """Return what grew from the second fifth of a life to the last."""
    fifth = len(weights) // 5
    if not fifth:
        return []
    faults = []
    for place, (what, room) in enumerate((("MiB", 100.0), ("threads", 16), ("descriptors", 32))):
        early, late = (
            statistics.median(w[place] for w in part) for part in (weights[fifth : 2 * fifth], weights[-fifth:])
        )
        if late > early * 1.25 + room:
            faults.append(f"{what} grew from {early:.0f} to {late:.0f}")
    return faults


def table(report: Report) -> str:
    """Return the report as Markdown."""
    names = {"-32700": "no JSON", "-32600": "no request", "-32601": "unknown method", "-32602": "wrong params"}
    names |= {
        "-32603": "internal error",
        "-32800": "cancelled",
        "-32803": "failed",
        "result": "answered",
        "-32002": "too early",
    }
    lines = ["| sent | messages |", "|---|---:|", *(f"| {kind} | {n:,} |" for kind, n in report.sent.most_common())]
    lines += [
        "",
        "| came back | |",
        "|---|---:|",
        *(f"| {names.get(c, c)} | {n:,} |" for c, n in report.got.most_common()),
    ]
    lines += ["", "| process | at its start | at its end | at most |", "|---|---:|---:|---:|"]
    lives = [weights for weights in report.weights if weights]
    for place, what in enumerate(("MiB", "threads", "descriptors")):
        first, last = (statistics.median(life[end][place] for life in lives) for end in (0, -1))
        lines.append(f"| {what} | {first:.0f} | {last:.0f} | {max(w[place] for life in lives for w in life):.0f} |")
    return "\n".join(lines)


def main() -> int:
    """Fuzz and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="print what was sent and what came back")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # or the server that is under test would be left
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        report = fuzz(options.messages, options.seed, Path(folder))
    rate = report.messages / report.seconds
    print(
        f"{report.messages:,} messages, {len(report.weights)} processes, {report.seconds:.0f} s, {rate:,.0f} a second"
    )
    if options.table:
        print("\n" + table(report))
    print("\n" + ("\n".join(report.faults) or "no fault"))
    return bool(report.faults)


if __name__ == "__main__":
    sys.exit(main())
