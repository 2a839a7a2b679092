"""The shared results of parsing a file, and the rows made of them and of one's own content.

Only the grammar's findings are shared: starts of chunks, places of symbols and of their names, and kinds. Texts,
names, breadcrumbs and tokens are made anew from the content at hand, so that no store can say them otherwise.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lsp_codebase.config import Settings
from lsp_codebase.errors import Damaged
from lsp_codebase.index.content_rows import Rows, compressed, decompressed, rows_of
from lsp_codebase.model import Span, Symbol, SymbolKind, Visibility
from lsp_codebase.parse import (
    LANGUAGES,
    PARSER_VERSION,
    TOKENIZER_VERSION,
    ParseLimits,
    SourceText,
    assemble_file,
    decode,
)
from lsp_codebase.team import NAME_BYTES, name_of, open_sealed, seal

_VERSION = 3  # of the shared form
_PURPOSE = "rows of a content"
_MOST_PER_BYTE = 64  # of a content that is all names; ordinary code has 1
_LEAST_ROOM = 64_000
_TEXTS = ("container", "signature")
_FLAGS = ("is_test", "is_declaration", "is_deprecated")
_PLACES = tuple(
    prefix + place for prefix in ("", "name_") for place in ("start_line", "start_column", "end_line", "end_column")
)
_COLUMNS = (*_PLACES, "kind", "visibility", *_TEXTS, *_FLAGS)
_KINDS = frozenset(int(kind) for kind in SymbolKind)
_VISIBILITIES = frozenset(one.value for one in Visibility)


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry of the store for a content, still sealed, and the pack that it comes from."""

    pack: str
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Shared:
    """The exchange with a team's store about the files of a job; contents are named by their `identity`.

    `offers` are to be opened and checked. `unproved` packs gave nothing yet that was compared. `wanted` contents are
    to be returned sealed, for the store.
    """

    offers: dict[bytes, Offer] = field(default_factory=dict)
    unproved: frozenset[str] = frozenset()
    wanted: frozenset[bytes] = frozenset()


def folder_of(settings: Settings) -> str:
    """Return the folder of a store with the rows of this very parser: others need not be looked at."""
    decisive = (_VERSION, PARSER_VERSION, TOKENIZER_VERSION, settings.chunks_max_chars)
    return f"contents/{hashlib.blake2b(repr(decisive).encode(), digest_size=8).hexdigest()}"


def secret_of(key: bytes, sha256: str) -> bytes:
    """Return a secret of all holders of a content, from its `identity` and hash."""
    return key + bytes.fromhex(sha256)


def entry_name(secret: bytes) -> bytes:
    """Return the name of the entry of a content."""
    return bytes.fromhex(name_of(secret, _PURPOSE))[:NAME_BYTES]


def sealed_rows(rows: Rows, secret: bytes) -> bytes | None:
    """Return rows in their shared form, None where parsing found no more than cutting by lines does."""
    if rows.file["problem"] or LANGUAGES[rows.file["language"]].grammar is None or not rows.chunks["text"]:
        return None
    symbols = {name: rows.symbols[name] for name in _COLUMNS}
    shared = (rows.chunks["start_line"], rows.chunks["comment_words"], symbols)
    try:
        data = json.dumps(shared, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half of a pair of UTF-16, which nobody accepts
        return None
    return seal(secret, _PURPOSE, compressed(data))


def open_rows(sealed: bytes, secret: bytes, path: str, content: bytes, settings: Settings) -> Rows:
    """Return the rows of a content at hand, from the store's record of them.

    Raises:
        Damaged: the record cannot be of this content.
    """
    opened = open_sealed(secret, _PURPOSE, sealed)
    try:
        most = len(content) * _MOST_PER_BYTE + _LEAST_ROOM
        starts, comments, columns = json.loads(decompressed(opened, most).decode("utf-8"))
        source = decode(content)
        _check_chunks(starts, comments, len(source.offsets) - 1)
        limits = ParseLimits(max_chars=settings.chunks_max_chars)
        parsed = assemble_file(path, source, _symbols(columns, source), starts, limits)
    except Exception as error:  # these are bytes of a stranger
        raise Damaged(f"rows that are of no such content: {error}") from error
    rows = rows_of(path, parsed)
    rows.chunks["comment_words"] = comments
    return rows


def _check_chunks(starts: Any, comments: Any, line_count: int) -> None:
    """Raise `ValueError` unless these are first lines that tile a file, each with a text."""
    _check_list(starts, int, len(starts))
    _check_list(comments, str, len(starts))
    if not starts or starts[0] != 0 or starts[-1] >= line_count or any(map(int.__ge__, starts, starts[1:])):
        raise ValueError("chunks that do not tile the file")


def _symbols(columns: Any, source: SourceText) -> list[Symbol]:
    """Return symbols whose places are in the file, with the names that stand there."""
    if not isinstance(columns, dict) or set(columns) != set(_COLUMNS):
        raise ValueError("columns other than those of symbols")
    count = len(columns["kind"])
    for name, values in columns.items():
        kind = str if name in (*_TEXTS, "visibility") else bool if name in _FLAGS else int
        _check_list(values, kind, count)
    if not (_KINDS.issuperset(columns["kind"]) and _VISIBILITIES.issuperset(columns["visibility"])):
        raise ValueError("a kind or visibility that there is not")
    if any("\n" in signature for signature in columns["signature"]):
        raise ValueError("a signature of several lines")
    spans = list(map(Span, *(columns[name] for name in _PLACES[:4])))
    name_spans = list(map(Span, *(columns[name] for name in _PLACES[4:])))
    names = _names(spans, name_spans, source)
    kinds, visibilities = map(SymbolKind, columns["kind"]), map(Visibility, columns["visibility"])
    others = (columns[name] for name in _TEXTS)
    return list(map(Symbol, names, kinds, spans, name_spans, *others, visibilities, *(columns[f] for f in _FLAGS)))


def _names(spans: Sequence[Span], name_spans: Sequence[Span], source: SourceText) -> list[str]:
    """Return the texts at the places of names.

    Raises:
        ValueError: a place is not in the file, a name not in its symbol, or symbols are not in the order of the file.
    """
    lines = source.utf8.split(b"\n")
    names = []
    latest = (0, 0)
    for span, at in zip(spans, name_spans, strict=True):
        if min(span) < 0 or min(at) < 0 or not span.contains(at) or at.start >= at.end or span.start < latest:
            raise ValueError("a symbol that is nowhere in the file")
        if any(place.column > len(lines[place.line]) for place in (span.start, at.start, at.end, span.end)):
            raise ValueError("a symbol behind the end of a line")
        latest = span.start
        first, *others = lines[at.start_line : at.end_line + 1]
        if others:
            *middle, last = others
            name = b"\n".join([first[at.start_column :], *middle, last[: at.end_column]])
        else:
            name = first[at.start_column : at.end_column]
        names.append(name.decode("utf-8"))
    return names


def _check_list(values: Any, kind: type, count: int) -> None:
    if not isinstance(values, list) or len(values) != count or not {kind}.issuperset(map(type, values)):
        raise ValueError(f"not a list of {count} {kind.__name__}")
    if kind is str:
        "".join(values).encode()  # half of a pair of UTF-16 would fail in a table
