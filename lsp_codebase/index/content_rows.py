"""One parsed file as columns that do not say where it lies, so that equal contents share them.

`identity` names everything that decides these columns; the path, ids and tokens of the path are added by `extract`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.model import ParsedFile, Span, Symbol, SymbolKind
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION, chunk_texts, decode, path_facets, word_string
from lsp_codebase.store import FileRecord

Columns: TypeAlias = dict[str, list[Any]]

_VERSION = 6  # of these columns
_KEY_BYTES = 16
_CODEC = "zstd"
_SIZE_BYTES = 4
_FILE = ("language", "problem", "line_count", "is_ascii", "is_generated")
_CHUNK = (
    *("start_line", "end_line", "text", "breadcrumb", "names", "kinds"),
    *("scope_words", "signature_words", "comment_words"),
)
_SPANS = (("", "span"), ("name_", "name_span"))


@dataclass(frozen=True, slots=True)
class Rows:
    """The results of parsing: values of the file, and columns of its chunks and symbols.

    `breadcrumb` lacks the path at its start.
    """

    file: dict[str, Any]
    chunks: Columns
    symbols: Columns


@dataclass(slots=True)
class Content:
    """A file whose content is to be indexed, by its `identity`; `rows` once they are known.

    `is_final` rows are the same by any parser at any time. `is_kept` ones are in the content store.
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
    """Return rows as bytes, without the texts of chunks: a caller with the content has them.

    The signatures of symbols are left out, except for those with whom a parsed content is shared.
    """
    chunks = {name: values for name, values in rows.chunks.items() if name != "text"}
    symbols = {name: values for name, values in rows.symbols.items() if name != "signature"}
    text = json.dumps((rows.file, chunks, symbols), ensure_ascii=False, separators=(",", ":"))
    return compressed(text.encode("utf-8", "surrogatepass"))


def unpack(value: bytes, content: bytes) -> Rows:
    """Return the rows of a content from their packed bytes."""
    rows = Rows(*json.loads(decompressed(value).decode("utf-8", "surrogatepass")))
    return replace(rows, chunks=rows.chunks | {"text": chunk_texts(decode(content), rows.chunks["start_line"])})


def compressed(data: bytes) -> bytes:
    """Return bytes in less room, their number in front."""
    packed: bytes = pa.compress(data, _CODEC, asbytes=True)
    return len(data).to_bytes(_SIZE_BYTES, "big") + packed


def decompressed(value: bytes, most: int = sys.maxsize) -> bytes:
    """Return the bytes that were compressed; raise `ValueError` if they say to be more than so many."""
    size = int.from_bytes(value[:_SIZE_BYTES], "big")
    if size > most:
        raise ValueError(f"{size:,} bytes where {most:,} are the most")
    data: bytes = pa.decompress(value[_SIZE_BYTES:], size, _CODEC, asbytes=True)
    return data


def _chunk_columns(path: str, parsed: ParsedFile) -> Columns:
    if not parsed.chunks:
        return {name: [] for name in _CHUNK}
    starts, ends, texts, breadcrumbs, names, scopes, signatures, comments = map(list, zip(*parsed.chunks, strict=True))
    kinds = _Kinds(parsed)
    columns = (
        starts,
        ends,
        texts,
        [breadcrumb[len(path) :] for breadcrumb in breadcrumbs],
        [*map(list, names)],
        [*map(kinds.of, starts, names)],
        [*map(_words, scopes)],
        [*map(_words, signatures)],
        [*map(word_string, comments)],
    )
    return dict(zip(_CHUNK, columns, strict=True))


def _symbol_columns(symbols: Sequence[Symbol]) -> Columns:
    fields = map(list, zip(*symbols, strict=True)) if symbols else ([] for _ in Symbol._fields)
    columns: Columns = dict(zip(Symbol._fields, fields, strict=True))
    for prefix, name in _SPANS:
        spans = columns.pop(name)
        places = map(list, zip(*spans, strict=True)) if spans else ([] for _ in Span._fields)
        columns |= zip([prefix + place for place in Span._fields], places, strict=True)
    return columns


def _words(texts: Sequence[str]) -> str:
    return word_string("\n".join(texts)) if texts else ""


class _Kinds:
    """The kinds of the names of chunks: of the definition that begins in the chunk, if several share its name."""

    def __init__(self, parsed: ParsedFile) -> None:
        starts = [chunk.start_line for chunk in parsed.chunks]
        named = [(symbol.name, symbol.kind) for symbol in parsed.symbols]
        self._anywhere = dict(reversed(named))  # of the first of a name
        self._several = {name for name, kind in named if self._anywhere[name] != kind}
        self._here: dict[tuple[int, str], SymbolKind] = {}
        for symbol in parsed.symbols if self._several else ():
            if symbol.name in self._several:
                line = starts[bisect_right(starts, symbol.name_span.start_line) - 1]
                self._here.setdefault((line, symbol.name), symbol.kind)

    def of(self, start_line: int, names: Sequence[str]) -> list[SymbolKind]:
        """Return the kinds of the names of the chunk that begins at a line."""
        kinds = [*map(self._anywhere.__getitem__, names)]
        if not self._several.isdisjoint(names):
            kinds = [self._here.get((start_line, name), kind) for name, kind in zip(names, kinds, strict=True)]
        return kinds
