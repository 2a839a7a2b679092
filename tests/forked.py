"""Servers, workers and commands forked from a process that has loaded their code: importing it is most of their start.

Each is a process of its own, with streams of its own, as if Python had been started for it. Linux only: elsewhere
forking is not safe, or not there.

This file is also the program of the process that is forked. It has one thread, and ends with the process that
started it.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import IO, NoReturn

from lsp_codebase.index.workers.pipe import BULK

ROOMS = ("cli", "config", "embed", "index", "indexes", "parse", "search", "server", "store", "symbols", "tree")
SERVER, WORKER = "server", "worker"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
"""Numpy and pyarrow start threads when they are imported, unless they are told not to."""


class Forks:
    """The process that is forked, at `address`, and a way to ask it."""

    def __init__(self, address: Path) -> None:
        self.address = str(address)
        self._asking = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def server(self, code: str) -> Forked:
        """Start a server by this code, as `python -c` would, with pipes for its three streams."""
        self._load()
        return forked_server(self.address, code)

    def worker(self, is_bulk: bool) -> Forked:
        """Start a worker as the pool would."""
        self._load()
        return forked_worker(self.address, is_bulk)

    def close(self) -> None:
        """Fork no more; what was forked ends when those do that started it."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                pipe.close()
            self._process.wait()

    def _load(self) -> None:
        with self._asking:
            if self._process is None:
                self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        command = [sys.executable, __file__, self.address]
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **ONE_THREAD})
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        return process


class Forked:
    """A forked process, with those methods of `Popen` that are called."""

    def __init__(self, told: socket.socket, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes] | None) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.returncode: int | None = None
        self._told = told
        self._ending = threading.Lock()
        self.pid = self._number()

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._ending:
            if self.returncode is None:
                if not select.select([self._told], [], [], timeout)[0]:
                    raise subprocess.TimeoutExpired("a forked process", timeout or 0)
                self.returncode = self._number()
                self._told.close()
            return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Close its input; return all that it wrote, once it has ended."""
        streams = [stream for stream in (self.stdout, self.stderr) if stream is not None]
        with suppress(BrokenPipeError):
            self.stdin.close()
        with ThreadPoolExecutor(2) as readers:
            out, *errors = readers.map(lambda stream: stream.read(), streams)
        for stream in streams:
            stream.close()
        self.wait(timeout)
        return out, b"".join(errors)

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # it ends just now
            if self.returncode is None:
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _number(self) -> int:
        return int.from_bytes(_read(self._told, 8), "big", signed=True)


def forked_server(address: str, code: str) -> Forked:
    (their_input, stdin), (stdout, their_output), (stderr, their_errors) = os.pipe(), os.pipe(), os.pipe()
    told = _asked(address, [SERVER, code], [their_input, their_output, their_errors])
    for descriptor in (their_input, their_output, their_errors):
        os.close(descriptor)
    return Forked(told, os.fdopen(stdin, "wb", 0), os.fdopen(stdout, "rb", 0), os.fdopen(stderr, "rb", 0))


def forked_worker(address: str, is_bulk: bool) -> Forked:
    (their_input, stdin), (stdout, their_output) = os.pipe(), os.pipe()
    told = _asked(address, [WORKER, *([BULK] if is_bulk else [])], [their_input, their_output, 2])
    for descriptor in (their_input, their_output):
        os.close(descriptor)
    return Forked(told, os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), None)


def _asked(address: str, arguments: Sequence[str], streams: Sequence[int]) -> socket.socket:
    """Have the process at `address` forked, with the environment and directory of now.

    Return a connection that tells the id of the new process and, when it has ended, its exit code.
    """
    told = socket.socket(socket.AF_UNIX)
    told.connect(address)
    body = json.dumps({"arguments": arguments, "environment": dict(os.environ), "directory": os.getcwd()}).encode()
    socket.send_fds(told, [len(body).to_bytes(8, "big")], streams)
    told.sendall(body)
    return told


def _read(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError("the process that is forked has ended")
        data += more
    return data


def load() -> None:
    """Import all that a server or a worker comes to import."""
    from lsp_codebase.server.loading import import_lsprotocol

    import_lsprotocol()
    for name in ("pyarrow.compute", "pyarrow.dataset", "pydantic", "sqlite3"):
        import_module(name)
    import_module("lsp_codebase.workspace")
    for room in ROOMS:
        package = import_module(f"lsp_codebase.{room}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            with suppress(ImportError):  # of an extra that is not installed
                import_module(module.name)
    load_lancedb()
    assert threading.active_count() == 1, "other threads would not be in the child"
    gc.collect()
    gc.freeze()  # else each child goes through all of this, and so copies it, when it collects and when it ends


def load_lancedb() -> None:
    """Import LanceDB without its thread: it starts another in each process that is forked, and warns of that once."""
    from lsp_codebase.store.lean_import import import_lancedb

    import_lancedb()
    from lancedb import background_loop

    background_loop._FORK_WARNED = True
    background_loop.LOOP.loop.call_soon_threadsafe(background_loop.LOOP.loop.stop)
    background_loop.LOOP.thread.join()
    background_loop.LOOP.loop.close()


def be_forked(address: str) -> None:
    """Return in each process that is asked for, with its streams, arguments and environment."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: who asked ends them
    with socket.socket(socket.AF_UNIX) as asked:
        asked.bind(address)
        asked.listen(100)
        print("ready", flush=True)
        while connection := _next(asked):
            if not os.fork():
                break
            connection.close()
            with suppress(ChildProcessError):  # there is none any more
                while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG):
                    pass
        else:
            raise SystemExit
    size, streams, _, _ = socket.recv_fds(connection, 8, 3)
    asked_for = json.loads(_read(connection, int.from_bytes(size, "big")))
    if process := os.fork():
        for descriptor in streams:
            os.close(descriptor)
        _tell_of(process, connection)
    connection.close()
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    # Those of before took their ways from what they were opened on: a file, where errors go to one.
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked_for["environment"])
    os.chdir(asked_for["directory"])
    sys.argv = asked_for["arguments"]


def _next(asked: socket.socket) -> socket.socket | None:
    """Return the next connection; None once the process that started this one has ended."""
    return asked.accept()[0] if asked in select.select([asked, sys.stdin], [], [])[0] else None


def _tell_of(process: int, connection: socket.socket) -> NoReturn:
    with suppress(OSError):  # nobody may listen any more
        connection.sendall(process.to_bytes(8, "big"))
    _, status = os.waitpid(process, 0)
    with suppress(OSError):
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))
    os._exit(0)


def run(address: str) -> None:
    """Be a server or a worker."""
    program, *arguments = sys.argv
    if program == WORKER:
        from lsp_codebase.index.workers import worker
        from lsp_codebase.process import END_SIGNALS

        for number in END_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        worker.main()
    else:
        from lsp_codebase.index.workers import pool

        pool._start_process = lambda is_bulk: forked_worker(address, is_bulk)
        exec(arguments[0], {"__name__": "__main__"})


if __name__ == "__main__":
    _, door = sys.argv
    load()
    be_forked(door)
    run(door)
