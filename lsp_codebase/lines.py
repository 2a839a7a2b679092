"""The lines of recently shown files, re-read when their size or mtime changes."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.parse.text import decode

_MOST_FILES = 256
_MOST_BYTES = 4_000_000  # of one file; larger ones are read each time

Stamp = tuple[int, int, int]


class LineCache:
    """Least recently used files of one root, split into lines as the parser splits them. Thread-safe."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._files: OrderedDict[str, tuple[Stamp, Sequence[str]]] = OrderedDict()

    def text(self, path: str) -> Sequence[str]:
        """Return the lines of a file (relative path); none if it cannot be read."""
        full = self._root / path
        try:
            info = os.stat(full)
            stamp = (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
            with self._lock:
                known = self._files.get(path)
                if known is not None and known[0] == stamp:
                    self._files.move_to_end(path)
                    return known[1]
            lines = decode(full.read_bytes()).lines
        except OSError:
            return ()
        if info.st_size <= _MOST_BYTES:
            with self._lock:
                self._files[path] = (stamp, lines)
                while len(self._files) > _MOST_FILES:
                    self._files.popitem(last=False)
        return lines

    def utf8(self, path: str) -> Sequence[bytes]:
        """Return the same lines as UTF-8, as columns are counted."""
        return [line.encode("utf-8", "surrogatepass") for line in self.text(path)]
