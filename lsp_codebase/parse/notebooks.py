"""The cells of notebooks: JSON that holds Markdown and code, a string for every line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from lsp_codebase.parse.blanks import blank
from lsp_codebase.parse.decoding import SourceText
from lsp_codebase.parse.detect import language_of_word

if TYPE_CHECKING:
    from tree_sitter import Node, Range

Places: TypeAlias = "list[tuple[str, list[Range]]]"
"""Languages and where they stand: one entry for each cell of code, one for all of Markdown, whose sections go on."""

_OF_KERNEL = re.compile(rb'"(?:file_extension|language)"\s*:\s*"\.?([\w+#-]+)"')
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|(.))")
_ESCAPED = {b"n": b" ", b"r": b" ", b"t": b"\t"}
# IPython: `%%bash` gives a cell another language, other lines with such a mark are no Python.
_OF_CELL = re.compile(rb"%%(\w+)")
_MAGIC = re.compile(rb"[ \t]*[%!?]")


def read_cells(cells: Sequence[tuple[Node, str, Node | None]], source: SourceText) -> tuple[SourceText, Places]:
    """Return a text of the same lines that holds nothing but cells, unescaped, and where they stand.

    Columns are those of the file up to the first escape. An entry is the array of a cell's lines, a word of its query,
    and the node of the cell's type. A cell is left out if its lines are not each a line of the file,
    or if it lies within another.
    """
    text = bytearray(blank(source.utf8))
    kernel = _language_of_kernel(source.utf8)
    prose: list[Range] = []
    places: Places = [("markdown", prose)]
    done = 0
    for array, _, kind in sorted(cells, key=lambda cell: cell[0].start_byte):
        lines = [node for node in array.named_children if node.type == "string"]
        rows = [array.start_point[0], *(line.start_point[0] for line in lines), array.end_point[0]]
        type_of_cell = source.utf8[kind.start_byte : kind.end_byte] if kind is not None else b""
        is_apart = array.start_byte >= done and all(line.start_point[0] == line.end_point[0] for line in lines)
        if not is_apart or len(set(rows)) < len(rows) or type_of_cell not in (b"code", b"markdown"):
            continue
        done = array.end_byte
        is_code = type_of_cell == b"code"
        language = kernel if is_code else "markdown"
        ranges: list[Range] = [] if is_code else prose
        for line in lines:
            start, end = line.start_byte + 1, line.end_byte - 1
            content = _ESCAPE.sub(_unescaped, source.utf8[start:end]).rstrip()
            if is_code and line is lines[0] and (named := _OF_CELL.match(content)) is not None:
                language = language_of_word(named[1].decode("ascii", "replace")) or kernel
            if language == "python" and _MAGIC.match(content):
                content = blank(content)
            text[start:end] = content.ljust(end - start)
            ranges += _with_line_end(line, len(content), text)
        if is_code:
            places.append((language, ranges))
        elif lines:
            ranges += _with_line_end(array, 0, text)  # a blank line before the next cell
    utf8 = bytes(text)
    return SourceText(utf8.decode("utf-8", "replace"), utf8, utf8.isascii(), source.encoding), places


def _language_of_kernel(utf8: bytes) -> str:
    words = (word.decode("ascii", "replace") for word in reversed(_OF_KERNEL.findall(utf8)))
    return next(filter(None, map(language_of_word, words)), "python")


def _unescaped(match: re.Match[bytes]) -> bytes:
    code, letter = match.groups()
    return chr(int(code, 16)).encode("utf-8", "replace") if code else _ESCAPED.get(letter, letter)


def _with_line_end(node: Node, length: int, text: bytearray) -> list[Range]:
    """Return the places of so many bytes of a string, and of the end of the line on which the node ends."""
    from tree_sitter import Range

    (row, column), (last, last_column) = node.start_point, node.end_point
    start, line_end = node.start_byte + 1, text.find(b"\n", node.end_byte)
    places = [Range((row, column + 1), (row, column + 1 + length), start, start + length)] if length else []
    if line_end >= 0:
        at = last_column + line_end - node.end_byte
        places.append(Range((last, at), (last + 1, 0), line_end, line_end + 1))
    return places
