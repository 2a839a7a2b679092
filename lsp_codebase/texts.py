"""The texts of files that are shown: opened by one door, decoded one way, kept while they do not change."""

from __future__ import annotations

import errno
import logging
import os
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import TextUse
from lsp_codebase.parse import decode, to_utf8
from lsp_codebase.scan import FileReader, FileStat, is_secret, open_file

MOST_BYTES = 20_000_000
"""Of a file that is read for a client."""

_MOST_FILES = 256
_MOST_KEPT_BYTES = 32_000_000  # of all files, as they are on disk; in memory they are a few times as large
_MOST_READ = 10  # files that are reported as such
_LARGEST_KEPT_BYTES = 4_000_000  # of one file; larger ones are read each time

# The files of version control hold addresses with tokens in them, and texts that were deleted for good reason.
_VERSION_CONTROL = frozenset({".git", ".hg", ".jj", ".svn"})

Stamp = tuple[int, int, int, int]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Text:
    """A file, decoded. `lines` are without their ends; a final line end, `is_ended`, does not open another line."""

    lines: Sequence[str]
    is_ended: bool
    encoding: str
    is_binary: bool


@dataclass(slots=True)
class _Kept:
    stamp: Stamp
    text: Text
    reads: int


class FileTexts:
    """Reads files of any root and keeps the latest. Files are named by path relative to the root, with "/".

    Only regular files below the root are read, behind no link, that a client may read. Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Path, str], _Kept] = OrderedDict()
        self._kept_bytes = 0
        self._hits: Counter[Path] = Counter()
        self._misses: Counter[Path] = Counter()

    def read(self, root: Path, path: str, most_bytes: int = MOST_BYTES) -> Text:
        """Return the text of a file.

        Raises:
            OSError: if it cannot or must not be read, or is larger than `most_bytes`.
        """
        if is_secret(path) or is_of_version_control(path):
            raise PermissionError(errno.EACCES, "never read", path)
        key, stamp = (root, path), _stamp(os.lstat(root / path))
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known.stamp == stamp:  # it came in by the door, wherever the path leads now
                self._kept.move_to_end(key)
                known.reads += 1
                self._hits[root] += 1
                logger.debug("read %s/%s from memory", root, path)
                return known.text
        looked_at_ns = time.time_ns()
        with open_file(root, path) as file:
            info = os.fstat(file.fileno())
            if info.st_size > most_bytes:
                raise OSError(errno.EFBIG, f"larger than {most_bytes:,} bytes", path)
            source = decode(file.read(info.st_size))
        is_ended = not source.text or source.text.endswith("\n")
        text = Text(source.lines, is_ended, source.encoding, "\0" in source.text)
        self._keep(key, None if FileStat.of(info).is_racy(looked_at_ns) else _stamp(info), text)
        logger.debug("read %s/%s from disk", root, path)
        return text

    def lines(self, root: Path, path: str, most_bytes: int = MOST_BYTES) -> Sequence[str]:
        """Return the lines of a file as the parser splits them, none if it cannot be read."""
        try:
            return self.read(root, path, most_bytes).lines
        except (OSError, ValueError):
            return ()

    def utf8(self, root: Path, paths: Sequence[str], most_bytes: int = MOST_BYTES) -> list[bytes]:
        """Return the texts that `lines` splits, to look through; an empty one for a file that cannot be read.

        They are not kept. Reading is fastest in the order of the paths.
        """
        with FileReader(root, most_bytes) as reader:
            return [_utf8(reader, path) for path in paths]

    def use(self, root: Path) -> TextUse:
        """Return the kept texts of a root, and how often they were of use since this was made."""
        with self._lock:
            kept = {path: one for (of, path), one in self._kept.items() if of == root}
            reads = {path: one.reads for path, one in kept.items() if one.reads > 1}
            return TextUse(
                files=len(kept),
                bytes=sum(one.stamp[0] for one in kept.values()),
                hits=self._hits[root],
                misses=self._misses[root],
                most_read=sorted(reads.items(), key=lambda item: (-item[1], item[0]))[:_MOST_READ],
            )

    def _keep(self, key: tuple[Path, str], stamp: Stamp | None, text: Text) -> None:
        """Keep a text in place of the earlier one; without a stamp, which may be that of a later text too, none."""
        with self._lock:
            self._misses[key[0]] += 1
            earlier = self._kept.pop(key, None)
            self._kept_bytes -= earlier.stamp[0] if earlier else 0
            if stamp is None or stamp[0] > _LARGEST_KEPT_BYTES:
                return
            self._kept[key] = _Kept(stamp, text, (earlier.reads if earlier else 0) + 1)
            self._kept_bytes += stamp[0]
            while len(self._kept) > _MOST_FILES or self._kept_bytes > _MOST_KEPT_BYTES:
                _, oldest = self._kept.popitem(last=False)
                self._kept_bytes -= oldest.stamp[0]


def _utf8(reader: FileReader, path: str) -> bytes:
    if is_secret(path) or is_of_version_control(path):
        return b""
    try:
        return to_utf8(reader.read(path))
    except (OSError, ValueError):
        return b""


def is_of_version_control(path: str) -> bool:
    """Whether a path (relative, with "/") leads into the files of version control itself."""
    return not _VERSION_CONTROL.isdisjoint(path.lower().split("/"))


def refuse_private(asked: Path, root: Path, path: str) -> None:
    """Raise `InvalidQuery` if no client may read `path`, which is `asked`, as the client gave it, without links."""
    if is_of_version_control(path):
        raise InvalidQuery("uri", f"{asked.name} belongs to version control; such files are never read")
    if is_secret(asked.as_posix()) or is_secret((root / path).as_posix()):
        raise InvalidQuery("uri", f"{asked.name} usually holds credentials; such files are never read")


def _stamp(info: os.stat_result) -> Stamp:
    return info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino
