"""One parsed file as columns that do not say where it lies, so that equal contents share them.

`identity` names everything that decides these columns; the path, ids and tokens of the path are added by `extract`.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.model import Chunk, ParsedFile, Symbol
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION, path_facets, token_string
from lsp_codebase.store import FileRecord

Columns: TypeAlias = dict[str, list[Any]]

_VERSION = 4  # of these columns
_KEY_BYTES = 16
_CODEC = "zstd"
_SIZE_BYTES = 4
_FILE = ("language", "problem", "line_count", "is_ascii", "is_generated")
_SYMBOL = ("name", "container", "signature", "doc", "is_test", "is_declaration", "is_deprecated")
_SPANS = (("", "span"), ("name_", "name_span"))
_PLACES = ("start_line", "start_column", "end_line", "end_column")


@dataclass(frozen=True, slots=True)
class Rows:
    """What parsing found: values of the file, and columns of its chunks and symbols.

    `breadcrumb` lacks the path it begins with.
    """

    file: dict[str, Any]
    chunks: Columns
    symbols: Columns


@dataclass(slots=True)
class Content:
    """A file whose content is to be indexed, by its `identity`; `rows` once they are known.

    `is_final` rows are the same whoever parses the content, and when. `is_kept` ones are in the content store.
    """

    record: FileRecord
    data: bytes
    key: bytes
    rows: Rows | None = None
    is_final: bool = False
    is_kept: bool = False


def identity(path: str, data: bytes, sha256: str, settings: Settings) -> bytes:
    """Return the key of the rows of a file: equal keys, equal rows."""
    versions = (_VERSION, PARSER_VERSION, TOKENIZER_VERSION)
    decisive = (*versions, settings.chunks_max_chars, path_facets(path, data), sha256)
    return hashlib.blake2b(repr(decisive).encode(), digest_size=_KEY_BYTES).digest()


def rows_of(path: str, parsed: ParsedFile) -> Rows:
    """Return a parsed file as columns."""
    return Rows(
        {name: getattr(parsed, name) for name in _FILE},
        _chunk_columns(path, parsed),
        _symbol_columns(parsed.symbols),
    )


def pack(rows: Rows) -> bytes:
    """Return rows as bytes."""
    text = json.dumps((rows.file, rows.chunks, rows.symbols), ensure_ascii=False, separators=(",", ":"))
    data = text.encode("utf-8", "surrogatepass")
    packed: bytes = pa.compress(data, _CODEC, asbytes=True)
    return len(data).to_bytes(_SIZE_BYTES, "big") + packed


def unpack(value: bytes) -> Rows:
    """Return the rows that were packed."""
    size = int.from_bytes(value[:_SIZE_BYTES], "big")
    data: bytes = pa.decompress(value[_SIZE_BYTES:], size, _CODEC, asbytes=True)
    return Rows(*json.loads(data.decode("utf-8", "surrogatepass")))


def _chunk_columns(path: str, parsed: ParsedFile) -> Columns:
    chunks = parsed.chunks
    kinds = _Kinds(parsed)
    return {
        "start_line": [chunk.start_line for chunk in chunks],
        "end_line": [chunk.end_line for chunk in chunks],
        "text": [chunk.text for chunk in chunks],
        "breadcrumb": [chunk.breadcrumb[len(path) :] for chunk in chunks],
        "names": [list(chunk.names) for chunk in chunks],
        "kinds": [[kinds.of(chunk, name) for name in chunk.names] for chunk in chunks],
        "scope_tokens": [_tokens(chunk.scopes) for chunk in chunks],
        "signature_tokens": [_tokens(chunk.signatures) for chunk in chunks],
        "comment_tokens": [token_string(chunk.comments) for chunk in chunks],
    }


def _symbol_columns(symbols: Sequence[Symbol]) -> Columns:
    columns: Columns = {name: [getattr(symbol, name) for symbol in symbols] for name in _SYMBOL}
    columns["kind"] = [int(symbol.kind) for symbol in symbols]
    columns["visibility"] = [symbol.visibility.value for symbol in symbols]
    for prefix, span in _SPANS:
        for place in _PLACES:
            columns[prefix + place] = [getattr(getattr(symbol, span), place) for symbol in symbols]
    return columns


def _tokens(texts: Iterable[str]) -> str:
    return token_string("\n".join(texts))


class _Kinds:
    """The kinds of the names of chunks: of the definition that begins in the chunk, if several share its name."""

    def __init__(self, parsed: ParsedFile) -> None:
        starts = [chunk.start_line for chunk in parsed.chunks]
        self._anywhere: dict[str, int] = {}
        self._here: dict[tuple[int, str], int] = {}
        for symbol in parsed.symbols:
            kind = int(symbol.kind)
            self._anywhere.setdefault(symbol.name, kind)
            line = starts[bisect_right(starts, symbol.name_span.start_line) - 1]
            self._here.setdefault((line, symbol.name), kind)

    def of(self, chunk: Chunk, name: str) -> int:
        """Return the kind of a name of a chunk, 0 for none."""
        return self._here.get((chunk.start_line, name)) or self._anywhere.get(name, 0)
