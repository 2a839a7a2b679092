"""Texts not parsed since they were typed, as files: enough to look through them for literals and patterns.

Their words and names are not known yet. A search for a literal or a pattern needs none of them; its hits are named
after the definitions of the last reading, moved along with the edits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa

from lsp_codebase.indexes.overlay import LiveFile, new_file_id
from lsp_codebase.indexes.state import State
from lsp_codebase.indexes.words import of_chunks
from lsp_codebase.model import Edit, Position, Symbol, Text, moved
from lsp_codebase.parse import detect_language
from lsp_codebase.store import CHUNKS, SYMBOLS, FileRecord, chunk_id

_NEW = FileRecord(0, 0, "", 0, 0, 0, "", "", "indexed", "", 0, True, False, 0, 0)


def unread_file(path: str, text: Text, state: State, edits: Sequence[Edit]) -> LiveFile:
    """Return a text as the file of a path; `edits` were typed since the one that a state answers from."""
    found = (match.symbol for match in state.names.in_file(path))
    placed = ((moved(one.span, edits), moved(one.name_span, edits), one) for one in found)
    symbols = [one._replace(span=span, name_span=name) for span, name, one in placed if span.last_line < len(text)]
    starts = sorted({0, *(_moved(start, edits) for start, _ in state.chunk_lines(path))})
    starts = starts[: bisect_right(starts, max(len(text) - 1, 0))]
    known = state.file(path) or replace(_NEW, path=path, language=detect_language(path))
    record = replace(
        known,
        file_id=new_file_id(),
        size=len(text.data),
        line_count=len(text),
        is_ascii=text.data.isascii(),
        chunks=len(starts),
        symbols=len(symbols),
    )
    chunks = _chunks(record, starts, symbols)
    return LiveFile(record, text.data, chunks, _table(record, symbols), of_chunks(chunks).holding_anything())


def _moved(line: int, edits: Sequence[Edit]) -> int:
    """Return where lines that are read as one begin now; text that was typed just before them is of them."""
    place = Position(line, 0)
    for edit in edits:
        place = edit.move(place, is_end=True)
    return place.line


def _chunks(record: FileRecord, starts: Sequence[int], symbols: Sequence[Symbol]) -> pa.Table:
    """Return rows for the lines from each start to the next one, with the kinds of the symbols named there."""
    count = len(starts)
    kinds: list[list[int]] = [[] for _ in starts]
    names: list[list[str]] = [[] for _ in starts]
    for symbol in symbols:
        row = bisect_right(starts, symbol.name_span.start_line) - 1
        kinds[row].append(symbol.kind)
        names[row].append(symbol.name)
    columns = {
        "chunk_id": [chunk_id(record.file_id, row) for row in range(count)],
        "file_id": [record.file_id] * count,
        "path": [record.path] * count,
        "language": [record.language] * count,
        "start_line": starts,
        "end_line": [*starts[1:], record.line_count],
        "names": names,
        "kinds": kinds,
    }
    return pa.table({name: columns.get(name, [""] * count) for name in CHUNKS.names}, schema=CHUNKS)


def _table(record: FileRecord, symbols: Sequence[Symbol]) -> pa.Table:
    rows = [
        (
            *(record.file_id, record.path, record.language, record.is_ascii, record.is_generated),
            *(one.name, int(one.kind), one.container, *one.span, *one.name_span),
            *(one.visibility.value, one.is_test, one.is_declaration, one.is_deprecated),
        )
        for one in symbols
    ]
    columns = [*zip(*rows, strict=True)] or [()] * len(SYMBOLS)
    return pa.table(dict(zip(SYMBOLS.names, columns, strict=True)), schema=SYMBOLS)
