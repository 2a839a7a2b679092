"""A real server process, asked as a terminal or a tool asks it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from raw_client import SERVER

from lsp_codebase.attach import AttachedWorkspace, Wire
from lsp_codebase.config import Settings


class Host:
    """A server whose one client is an `AttachedWorkspace`."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self.process = subprocess.Popen(
            SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._pipes = self.process.stdin, self.process.stdout
        source, sink = self.process.stdout.fileno(), self.process.stdin.fileno()
        wire = Wire(lambda size: os.read(source, size), lambda data: os.write(sink, data), self.process.kill)
        self.answers = AttachedWorkspace(wire, root, settings, "a test")

    def kill(self) -> None:
        """End the process as if it crashed."""
        self.process.kill()
        self.process.wait()
        for pipe in self._pipes:
            pipe.close()
