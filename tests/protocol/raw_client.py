"""A client that writes frames byte by byte, so that it can also write what no library would."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lsp_codebase.process import END_SIGNALS

SERVE = "from lsp_codebase.server.app import serve; raise SystemExit(serve())"
SERVER = (sys.executable, "-c", SERVE)
ALONE = (sys.executable, "-m", "lsp_codebase", "serve", "--attach=never")
"""A server that no other serves: beside one that writes the index, it reads it."""
TIMEOUT_S = 240.0
"""Against "for ever": with forty programs for two processors a first index takes more than a minute."""
END_S = 30.0
"""The server ends 0.9 s after its client at the latest; a busy machine takes its time to notice and to do so."""

HEARD = [number for number in END_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
"""The signals that end a server: not the end of a terminal, where `nohup` runs the tests."""

fork: Callable[[str], Any] | None = None
"""A way to start a server with less work, by the code that `SERVER` has, where a conftest has one."""


class RawClient:
    """One server process. `close` fails when a message of the server was left unread."""

    def __init__(self, command: Sequence[str] = SERVER, *, may_fork: bool = True, **popen: Any) -> None:
        """Start a server; not `may_fork` where it matters which modules are loaded when it begins."""
        pipe = subprocess.PIPE
        *python, code = command
        if fork and may_fork and not popen and python == [sys.executable, "-c"] and code.endswith(SERVE):
            self.process = fork(code)
        else:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **popen)
        self._messages: queue.Queue[bytes] = queue.Queue()
        self._log: list[bytes] = []
        self._next_id = 0
        self._readers = [threading.Thread(target=run, daemon=True) for run in (self._read_messages, self._read_log)]
        for reader in self._readers:
            reader.start()

    def write(self, data: bytes) -> None:
        """Write bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send(self, message: Any) -> None:
        """Write one JSON value as a frame."""
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        """Send a request and return its id."""
        self._next_id += 1
        self.send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        return self._next_id

    def request(self, method: str, params: Any = None) -> Any:
        """Send a request and return its answer, which must be the next message that is for a request of ours."""
        return self.answer_to(self.start(method, params))

    def answer_to(self, msg_id: Any) -> Any:
        message = self.read()
        assert "method" not in message, message
        assert message["id"] == msg_id, message
        return message

    def result(self, method: str, params: Any = None) -> Any:
        answer = self.request(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, params: Any = None) -> Any:
        answer = self.request(method, params)
        assert "error" in answer, answer
        assert "Traceback" not in json.dumps(answer)
        return answer["error"]

    def read(self, timeout_s: float = TIMEOUT_S) -> Any:
        """Return the next message of the server."""
        return json.loads(self._messages.get(timeout=timeout_s))

    def initialize(self, capabilities: Any = None, **params: Any) -> Any:
        """Do the handshake and return what the server said of itself."""
        result = self.result(
            "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {}} | params
        )
        self.notify("initialized", {})
        self.capabilities = result["capabilities"]
        return result

    def initialize_watching(self, **params: Any) -> Any:
        """Do the handshake as a client that watches files itself."""
        result = self.initialize({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}, **params)
        asked = self.read()
        assert asked["method"] == "client/registerCapability", asked
        self.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
        return result

    @contextmanager
    def visit(self, *folders: Path) -> Iterator[None]:
        """Open these folders in a server that has none, and close them again."""
        listed = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        self.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": listed, "removed": []}})
        self.wait_until_indexed()
        yield
        self.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": listed}})
        self.wait_for(lambda: self.result("codebase/status", {}) == [])

    def wait_until_indexed(self) -> Any:
        """Ask for the status until every index is ready, and return it."""
        return self.wait_for(lambda: self._settled(self.result("codebase/status", {})))

    def wait_for(self, ask: Callable[[], Any], timeout_s: float = TIMEOUT_S) -> Any:
        """Ask until there is an answer that is not empty."""
        deadline = time.monotonic() + timeout_s
        while not (answer := ask()):
            assert time.monotonic() < deadline, self.log
            time.sleep(0.05)
        return answer

    @staticmethod
    def _settled(statuses: Any) -> Any:
        settled = all(status["phase"] in ("ready", "failed", "disabled") for status in statuses)
        return statuses if settled and not any(status["stale"] for status in statuses) else None

    def close(self) -> None:
        """End the session as a client should."""
        self.result("shutdown")
        self.notify("exit")
        assert self.wait() == 0, self.log
        assert self._messages.empty(), f"left unread: {self._messages.get()}"

    def wait(self, timeout_s: float = TIMEOUT_S) -> int:
        """Wait for the end of the process and return its exit code."""
        return self.process.wait(timeout_s)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    @property
    def log(self) -> str:
        """What the server has written to standard error: all of it, once it has ended."""
        if self.process.poll() is None:
            time.sleep(0.05)
        else:
            self._readers[1].join(TIMEOUT_S)
        return b"".join(self._log).decode()

    def _read_messages(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        with suppress(ValueError, OSError):  # `kill` closes the pipe under the reader
            while header := stream.readline():
                if not header.endswith(b"\n"):
                    return  # killed while it wrote
                assert header.startswith(b"Content-Length: "), header
                assert stream.readline() in (b"\r\n", b"")
                body = self._read_body(int(header[16:]))
                if body is None:
                    return
                self._messages.put(body)

    def _read_body(self, length: int) -> bytes | None:
        assert self.process.stdout is not None
        body = b""
        while len(body) < length:
            part = self.process.stdout.read(length - len(body))
            if not part:
                return None
            body += part
        return body

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with suppress(ValueError, OSError):
            for line in self.process.stderr:
                self._log.append(line)
