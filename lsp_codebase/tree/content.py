"""The text of one file, for clients that cannot read the disk themselves."""

from __future__ import annotations

import codecs
import logging
import os
import stat
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import Span
from lsp_codebase.scan.redaction import Redactor
from lsp_codebase.scan.secrets import is_secret

MAX_FILE_BYTES = 20_000_000
_CACHE_BYTES = 8_000_000
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileText:
    """A stretch of a file. `span` is what the text covers; `truncated`: it ends before what was asked for."""

    text: str
    span: Span
    truncated: bool
    encoding: str


@dataclass(frozen=True, slots=True)
class _Decoded:
    """A whole file, line ends as they are, and the state of the file it was read in."""

    lines: tuple[str, ...]
    encoding: str
    stamp: tuple[int, int]
    size: int


class FileTexts:
    """Reads files and keeps the last ones while they do not change; counts what it is asked.

    `hits` and `misses` count reads answered from memory and from the disk, `reads` the requests for each path.
    """

    def __init__(self) -> None:
        self.hits = 0
        self.misses = 0
        self.reads: Counter[Path] = Counter()
        self._kept: OrderedDict[Path, _Decoded] = OrderedDict()
        self._lock = threading.Lock()

    def read(
        self,
        path: Path,
        span: Span | None,
        max_chars: int,
        lines: Sequence[bytes] | None = None,
        redactor: Redactor | None = None,
    ) -> FileText:
        """Return the text of `span`, or of the whole file, cut at `max_chars` (at a line end where there is one).

        `lines`, UTF-8 without line ends, are read in place of the file.

        A span that reaches beyond a line or the file is clipped. Raises `InvalidQuery` for what is secret, missing,
        not a regular file, not text, or larger than 20 MB.
        """
        if is_secret(path.as_posix()) or is_secret(path.resolve().as_posix()):
            raise InvalidQuery("uri", f"{path.name} usually holds credentials; such files are never read")
        decoded = self._decoded(path) if lines is None else _of_lines(lines)
        _log.debug(
            "read %s: %d times; %d reads from memory, %d from disk", path, self.reads[path], self.hits, self.misses
        )
        # Of the whole file: in a part of a token or a key nothing tells what it is.
        shown = redactor.lines(str(path), decoded.lines) if redactor is not None else decoded.lines
        whole = Span(0, 0, len(shown) - 1, len(shown[-1].encode("utf-8", "surrogatepass")))
        start, text = _cut_out(shown, span or whole)
        kept = _within(text, max_chars)
        return FileText(kept, _covered(start, kept), len(kept) < len(text), decoded.encoding)

    def _decoded(self, path: Path) -> _Decoded:
        try:
            state = os.stat(path)
            if not stat.S_ISREG(state.st_mode):
                raise InvalidQuery("uri", f"{path} is not a file")
            if state.st_size > MAX_FILE_BYTES:
                raise InvalidQuery("uri", f"{path} is larger than {MAX_FILE_BYTES:,} bytes")
            stamp = state.st_mtime_ns, state.st_size
            with self._lock:
                self.reads[path] += 1
                known = self._kept.get(path)
                if known is not None and known.stamp == stamp:
                    self._kept.move_to_end(path)
                    self.hits += 1
                    return known
                self.misses += 1
            decoded = _decode(path, path.read_bytes(), stamp)
        except OSError as error:
            raise InvalidQuery("uri", f"{path} cannot be read: {(error.strerror or 'error').lower()}") from error
        with self._lock:
            self._kept[path] = decoded
            while len(self._kept) > 1 and sum(kept.size for kept in self._kept.values()) > _CACHE_BYTES:
                self._kept.popitem(last=False)
        return decoded


def _decode(path: Path, data: bytes, stamp: tuple[int, int]) -> _Decoded:
    """Decode by byte order mark, as UTF-8, or else as Windows-1252; a NUL in the text means it is none."""
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding = "windows-1252"
        text = data.decode(encoding, "replace")
    if "\0" in text:
        raise InvalidQuery("uri", f"{path} is not a text file")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return _Decoded(tuple(lines), encoding, stamp, len(text))


def _of_lines(lines: Sequence[bytes]) -> _Decoded:
    return _Decoded(tuple(line.decode("utf-8", "replace") for line in lines), "utf-8", (0, 0), 0)


def _cut_out(lines: Sequence[str], span: Span) -> tuple[tuple[int, int], str]:
    """Return where the clipped span begins and its text; columns are UTF-8 bytes."""
    last = len(lines) - 1
    if span.start_line > last or span.end < span.start:
        end = lines[last].encode("utf-8", "surrogatepass")
        return (last, len(end)) if span.start_line > last else (span.start_line, span.start_column), ""
    first = lines[span.start_line].encode("utf-8", "surrogatepass")
    start_column = min(span.start_column, len(first))
    if span.end_line > last:
        chosen = lines[span.start_line :]
    else:
        tail = lines[span.end_line].encode("utf-8", "surrogatepass")[: span.end_column]
        chosen = (*lines[span.start_line : span.end_line], tail.decode("utf-8", "ignore"))
    head = chosen[0].encode("utf-8", "surrogatepass")[start_column:].decode("utf-8", "ignore")
    return (span.start_line, start_column), "\n".join((head, *chosen[1:]))


def _within(text: str, max_chars: int) -> str:
    if len(text) <= max_chars:
        return text
    line_end = text.rfind("\n", 0, max_chars)
    return text[: line_end + 1] if line_end >= 0 else text[:max_chars]


def _covered(start: tuple[int, int], text: str) -> Span:
    line, column = start
    head, newline, tail = text.rpartition("\n")
    if not newline:
        return Span(line, column, line, column + len(tail.encode("utf-8", "surrogatepass")))
    return Span(line, column, line + head.count("\n") + 1, len(tail.encode("utf-8", "surrogatepass")))
