"""A server of HTTP in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from written_files import write

from lsp_codebase.process import END_SIGNALS

SECONDS = 240
IMPATIENT = """
import lsp_codebase.web.connections as connections, lsp_codebase.web.guard as guard
connections.REQUEST_S = guard.BODY_S = 1.0
"""
"""Run before the server: it waits for slow clients one second only."""
FILES = {
    "net/retry.py": 'class Retry:\n    """Wait longer after each failure."""\n\n    def backoff(self, attempt):\n'
    "        return 2**attempt\n",
    "net/socket.go": "package net\n\nfunc openSocket(host string) int {\n\treturn 1\n}\n",
    ".env": "PASSWORD=hunter2\n",
}


def make_files(root: Path) -> Path:
    return write(root, FILES)


class HttpServer:
    """A process that listens, and a client of it."""

    def __init__(
        self, roots: Sequence[Path], cache: Path, *options: object, first: str = "", token: str | None = None
    ) -> None:
        given = [part for root in roots for part in ("--root", root)]
        code = f"{first}\nimport sys\nfrom lsp_codebase.cli import main\nsys.exit(main(sys.argv[1:]))"
        told = ["serve", "--http", "127.0.0.1:0", *given, "--set", f"index.location={cache}", *options]
        command = [sys.executable, "-c", code, *map(str, told)]
        environment = {**os.environ, **({"LSP_CODEBASE_TOKEN": token} if token else {})}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True)
        assert self.process.stderr is not None
        self.log: list[str] = []
        found = None
        while found is None:
            self.log.append(self.process.stderr.readline())
            assert self.log[-1], "".join(self.log)
            found = re.search(r"listening on (http://127\.0\.0\.1:(\d+)) ", self.log[-1])
        self.url, self.port = found[1], int(found[2])
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.http = httpx.Client(base_url=self.url, timeout=SECONDS, trust_env=False)

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log.extend(self.process.stderr)

    def call(self, tool: str, **params: Any) -> dict[str, Any]:
        """Return the response to one request."""
        body = {"jsonrpc": "2.0", "id": 1, "method": tool, "params": params}
        response = self.http.post("/", json=body)
        assert response.status_code == 200, response.text
        return response.json()

    def wait_until_ready(self) -> None:
        end = time.monotonic() + SECONDS
        while any(folder["phase"] != "ready" for folder in self.http.get("/health").json()["folders"]):
            assert time.monotonic() < end
            time.sleep(0.1)

    def close(self) -> None:
        assert self.process.stderr is not None
        self.http.close()
        self.process.terminate()
        try:
            assert self.process.wait(SECONDS) - 128 in END_SIGNALS
        finally:
            self.process.kill()
            self._reader.join(SECONDS)
            self.process.stderr.close()
