"""From bytes to text: the binary test, encodings and line ends."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lsp_codebase.model import Lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A file with more NUL bytes than this is not text: the threshold that peers use too.
_MAX_NUL_SHARE = 0.01
_MIN_UTF8_SHARE = 0.90  # of text with an accent here and there, in an encoding of one byte a letter
_CONTROLS = bytes(range(8)) + bytes(range(14, 27)) + b"\x7f"
_SNIFFED_BYTES = 64 * 1024
# The byte order marks of encodings whose texts are full of NUL bytes; that of UTF-32 begins as one of UTF-16 does.
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class SourceText:
    """A decoded file. Every line end is "\\n"; line and column of a place are those of the file as an editor shows it.

    `utf8` is `text` re-encoded, for parsers. `encoding` is the one the file was read in.
    """

    text: str
    utf8: bytes
    is_ascii: bool
    encoding: str

    @cached_property
    def offsets(self) -> list[int]:
        """Where in `text` each line begins, with one more entry than there are lines, as if every line had an end.

        A final line end does not open another line.
        """
        offsets: list[int] = _offsets(self.text, self.utf8, self.is_ascii).tolist()
        return offsets

    @property
    def lines(self) -> Lines:
        """The lines without their ends."""
        return Lines(self.text, _offsets(self.text, self.utf8, self.is_ascii).astype("int32"))

    def line(self, row: int) -> str:
        """Return a line without its end."""
        return self.text[self.offsets[row] : self.offsets[row + 1] - 1]


def is_binary(data: bytes) -> bool:
    """Whether `data` is not text: over 1 % NUL bytes or, where it is not UTF-8, control characters.

    UTF-16 and UTF-32 with a BOM are text. Where most is UTF-8, 1 % may be control characters: old sources have some.
    """
    if _wide_encoding(data):
        return False
    head = data[:_SNIFFED_BYTES]
    if head.count(0) > len(head) * _MAX_NUL_SHARE:
        return True
    if head.isascii():
        return False
    lost = head.decode("utf-8", "replace").count("\ufffd") - head.count("\ufffd".encode())
    if not lost:
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    is_mostly_utf8 = lost <= len(head) * (1 - _MIN_UTF8_SHARE)
    return controls > (len(head) * _MAX_NUL_SHARE if is_mostly_utf8 else 0)


def decode(data: bytes) -> SourceText:
    """Decode UTF-8 (with or without BOM), UTF-16 or UTF-32 with BOM, else Windows-1252. Never fails.

    CRLF and lone CR become "\\n": columns stay the same, because line ends are in no column.
    """
    text, utf8, encoding = _decoded(data)
    return SourceText(text, utf8, data.isascii(), encoding)


def to_utf8(data: bytes) -> bytes:
    """Return the `utf8` of `decode`; most files are that already."""
    return data if data.isascii() and b"\r" not in data else _decoded(data)[1]


def _decoded(data: bytes) -> tuple[str, bytes, str]:
    utf8 = data.removeprefix(codecs.BOM_UTF8)
    if encoding := _wide_encoding(data):
        text = data.decode(encoding, "replace")
        utf8 = text.encode("utf-8", "replace")
    else:
        try:
            text = utf8.decode("utf-8")
            encoding = "utf-8" if len(utf8) == len(data) else "utf-8-sig"
        except UnicodeDecodeError:
            encoding = "windows-1252"  # the common meaning of Latin-1: only control characters differ
            text = data.decode(encoding, "replace")
            utf8 = text.encode("utf-8")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        utf8 = text.encode("utf-8", "replace")
    return text, utf8, encoding


def _wide_encoding(data: bytes) -> str:
    return next((name for mark, name in _WIDE if data.startswith(mark)), "")


def _offsets(text: str, utf8: bytes, is_ascii: bool) -> NDArray[np.int64]:
    """Return where lines begin, in characters: numpy finds them ten times faster than the fastest way to split."""
    import numpy as np

    values = np.frombuffer(b"\n" + utf8, np.uint8)  # a line end before the first line: each is where a line begins
    (starts,) = (values == 10).nonzero()
    if not is_ascii:  # all but the first byte of a character are 10xxxxxx, of signed bytes the lowest
        (further,) = (values.view(np.int8) < -64).nonzero()
        starts -= np.searchsorted(further, starts)
    return starts if starts[-1] == len(text) else np.append(starts, len(text) + 1)
