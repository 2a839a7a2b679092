"""Servers forked from a process that has loaded their code: importing it is most of what the start of one costs.

Each is a process of its own with streams of its own, as if started by `raw_client.SERVER`. Linux only.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

ROOMS = ("config", "index", "indexes", "search", "server", "store", "symbols", "tree")
THREADED = ("lancedb", "lance")  # their threads would not be in the child


class ForkedServers:
    """The process that is forked. `start` stands in for `subprocess.Popen`."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self._asked = ours
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])

    def start(self) -> Forked:
        """Start a server with the environment and directory of now."""
        pipes = [os.pipe() for _ in range(4)]
        (stdin, to_stdin), *outputs = pipes
        theirs = [stdin, *(write for _, write in outputs)]
        body = json.dumps({"environment": dict(os.environ), "directory": os.getcwd()}).encode()
        socket.send_fds(self._asked, [len(body).to_bytes(8, "big")], theirs)
        self._asked.sendall(body)
        for descriptor in theirs:
            os.close(descriptor)
        return Forked(to_stdin, *(read for read, _ in outputs))

    def close(self) -> None:
        self._asked.close()
        self._process.wait()


class Forked:
    """A server process, with those methods of `Popen` that tests call."""

    def __init__(self, stdin: int, stdout: int, stderr: int, told: int) -> None:
        self.stdin = os.fdopen(stdin, "wb", buffering=0)
        self.stdout = os.fdopen(stdout, "rb", buffering=0)
        self.stderr = os.fdopen(stderr, "rb", buffering=0)
        self._told = os.fdopen(told, "rb", buffering=0)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self._end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a forked server", timeout or 0)
            self._end()
        assert self.returncode is not None
        return self.returncode

    def _end(self) -> None:
        self.returncode = int(self._told.readline())
        self._told.close()

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def load() -> None:
    """Import all that a server comes to import, but for that which starts threads."""
    from lsp_codebase.server.loading import import_lsprotocol

    import_lsprotocol()
    import_module("pyarrow.dataset")
    import_module("lsp_codebase.workspace")
    for room in ROOMS:
        package = import_module(f"lsp_codebase.{room}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            try:
                import_module(module.name)
            except ImportError:
                pass  # of an extra that is not installed


def fork_for(asked: socket.socket) -> None:
    """Return in a new server each time one is asked for; end this process with the one that asks."""
    while True:
        size, descriptors, _, _ = socket.recv_fds(asked, 8, 4)
        if not size:
            os._exit(0)
        params = json.loads(_read(asked, int.from_bytes(size, "big")))
        if not os.fork():
            break
        for descriptor in descriptors:
            os.close(descriptor)
        while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG) is not None:
            pass
    asked.close()
    *streams, tell = descriptors
    if server := os.fork():
        for descriptor in streams:
            os.close(descriptor)
        os.write(tell, b"%d\n" % server)
        _, status = os.waitpid(server, 0)
        os.write(tell, b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    os.close(tell)
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(params["environment"])
    os.chdir(params["directory"])


def _read(asked: socket.socket, size: int) -> bytes:
    body = b""
    while len(body) < size:
        body += asked.recv(size - len(body))
    return body


if __name__ == "__main__":
    from lsp_codebase.server import serve

    load()
    loaded = [name for name in THREADED if name in sys.modules]
    assert not loaded, loaded
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        fork_for(connection)
    raise SystemExit(serve())
