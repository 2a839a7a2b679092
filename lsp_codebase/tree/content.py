"""The text of one file, for clients that cannot read the disk themselves."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import FileText, Span, byte_length
from lsp_codebase.scan import Redactor
from lsp_codebase.texts import FileTexts, Text


def read_file(texts: FileTexts, folder: Path, path: str) -> Text:
    """Return the text of a file; raise `InvalidQuery` for one that is missing, not regular, no text, or too large."""
    try:
        text = texts.read(folder, path)
    except OSError as error:
        is_file = error.errno != errno.EINVAL and Path(path) != Path()  # the empty path is the folder itself
        reason = f"cannot be read: {(error.strerror or 'error').lower()}" if is_file else "is not a file"
        raise InvalidQuery("uri", f"{folder / path} {reason}") from error
    if text.is_binary:
        raise InvalidQuery("uri", f"{folder / path} is not a text file")
    return text


def cut(
    text: Text | Sequence[bytes], span: Span | None, max_chars: int, path: Path, redactor: Redactor | None = None
) -> FileText:
    """Return the text of `span`, or the whole text, cut at `max_chars` (at a line end where there is one).

    A span that reaches beyond a line or the text is clipped. Bytes are the lines of an open document, as UTF-8.
    Credentials are hidden in the whole text: a part of a token or a key cannot be recognised.
    """
    if isinstance(text, Text):
        shown = redactor.lines(str(path), text.lines) if redactor is not None else text.lines
        lines, encoding = (*shown, *([""] if text.is_ended else [])), text.encoding
    else:
        lines, encoding = tuple(line.decode("utf-8", "replace") for line in text), "utf-8"
        lines = tuple(redactor.lines(str(path), lines)) if redactor is not None else lines
    whole = Span(0, 0, len(lines) - 1, byte_length(lines[-1]))
    start, found = _cut_out(lines, span or whole)
    kept = within(found, max_chars)
    return FileText(kept, _covered(start, kept), len(kept) < len(found), encoding)


def _cut_out(lines: tuple[str, ...], span: Span) -> tuple[tuple[int, int], str]:
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


def within(text: str, max_chars: int) -> str:
    """Return a text, or its lines up to a limit; if the first line exceeds it, the beginning of that."""
    if len(text) <= max_chars:
        return text
    line_end = text.rfind("\n", 0, max_chars)
    return text[: line_end + 1] if line_end >= 0 else text[:max_chars]


def _covered(start: tuple[int, int], text: str) -> Span:
    line, column = start
    head, newline, tail = text.rpartition("\n")
    if not newline:
        return Span(line, column, line, column + byte_length(tail))
    return Span(line, column, line + head.count("\n") + 1, byte_length(tail))
