"""From bytes to text: the binary test, encodings and line ends."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from itertools import accumulate

# A file with more NUL bytes, or less valid UTF-8, than this is not text: the thresholds peers use too.
_MAX_NUL_SHARE = 0.01
_MIN_UTF8_SHARE = 0.90
_SNIFFED_BYTES = 64 * 1024
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class SourceText:
    """A decoded file. Every line end is "\\n"; line and column of a place are those of the file as an editor shows it.

    `utf8` is `text` re-encoded, which is what parsers see. `offsets` say where in `text` each line begins, with one
    more entry than there are lines, as if every line had an end; a final line end does not open another line.
    """

    text: str
    utf8: bytes
    offsets: list[int]
    is_ascii: bool

    @property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        return lines

    def line(self, row: int) -> str:
        """Return a line without its end."""
        return self.text[self.offsets[row] : self.offsets[row + 1] - 1]


def is_binary(data: bytes) -> bool:
    """Whether `data` is not text: over 1 % NUL bytes, or under 90 % of it valid UTF-8. UTF-16 with a BOM is text."""
    if data.startswith(_UTF16_MARKS):
        return False
    head = data[:_SNIFFED_BYTES]
    if head.count(0) > len(head) * _MAX_NUL_SHARE:
        return True
    if head.isascii():
        return False
    lost = head.decode("utf-8", "replace").count("\ufffd") - head.count("\ufffd".encode())
    # A legacy single-byte encoding breaks only its accented letters; control characters are what no text has.
    controls = len(head) - len(head.translate(None, bytes(range(1, 8)) + bytes(range(14, 27)) + b"\x7f"))
    return lost > len(head) * (1 - _MIN_UTF8_SHARE) or (lost > 0 and controls > len(head) * _MAX_NUL_SHARE)


def decode(data: bytes) -> SourceText:
    """Decode UTF-8 (with or without BOM), UTF-16 with BOM, else Latin-1. Never fails.

    CRLF and lone CR become "\\n": columns stay what they are, because line ends are in no column.
    """
    is_ascii = data.isascii()
    if is_ascii:
        text = data.decode("ascii")
    elif data.startswith(_UTF16_MARKS):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        utf8 = text.encode("utf-8", "replace")
    else:
        utf8 = data if is_ascii else text.encode("utf-8", "replace")
    return SourceText(text, utf8, _offsets(text, utf8 if is_ascii else None), is_ascii)


def _offsets(text: str, ascii_bytes: bytes | None) -> list[int]:
    """Return where lines begin. Only `bytes` split at "\n" and keep it; `str` knows line ends that editors do not."""
    if ascii_bytes is None:
        offsets = list(accumulate([len(line) + 1 for line in text.split("\n")], initial=0))
        if text[-1:] in ("", "\n"):
            offsets.pop()
        return offsets
    offsets = list(accumulate(map(len, ascii_bytes.splitlines(keepends=True)), initial=0))
    if ascii_bytes and not ascii_bytes.endswith(b"\n"):
        offsets[-1] += 1
    return offsets
