"""Cursors: how far the pages before went in each folder, for which question, and from which contents."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import NamedTuple

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import SearchQuery

_LONGEST = 65_536  # characters: more than a thousand folders
_MAY_CHANGE = frozenset(  # from page to page
    {"limit", "cursor", "max_chars", "pack", "explain", "active_path", "active_position", "open_paths"}
)
_FORM = re.compile(r"2 ([0-9a-f]{16}) ([0-9a-f]{8})((?: [0-9a-f]{12}:[0-9a-f]{8}:[0-9]{1,9})*)")


class PageStart(NamedTuple):
    """How many pieces of a folder earlier pages used up, and the contents that answered them."""

    offset: int = 0
    contents: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the page before ended, by the digest of each root; and where the user was."""

    place: str
    folders: Mapping[str, PageStart] = field(default_factory=dict)

    def reached(self, source: str) -> PageStart:
        """Return how far the pages before went in a folder, or in a part of one that has an index of its own."""
        return self.folders.get(digest(source, 6), PageStart())


def write_cursor(query: SearchQuery, folders: Iterable[tuple[str, PageStart]]) -> str:
    """Return the cursor of the page that follows."""
    parts = [
        f"{digest(source, 6)}:{reached.contents}:{reached.offset}" for source, reached in folders if reached.offset
    ]
    return base64.urlsafe_b64encode(" ".join(["2", question_of(query), place_of(query), *parts]).encode()).decode()


def read_cursor(query: SearchQuery) -> Cursor:
    """Return the cursor of a query, one of the first page if it has none.

    Raises:
        InvalidQuery: for a text that is no cursor, or that of another question.
    """
    if query.cursor is None:
        return Cursor(place_of(query))
    found = _parts(query.cursor)
    if found[1] != question_of(query):
        reason = "belongs to another query or other filters; ask without it, or with those it came from"
        raise InvalidQuery("cursor", reason)
    folders = {}
    for part in found[3].split():
        root, contents, offset = part.split(":")
        folders[root] = PageStart(int(offset), contents)
    return Cursor(found[2], folders)


def check_cursor(cursor: str | None) -> None:
    """Raise `InvalidQuery` for a text that is no cursor of any question."""
    if cursor is not None:
        _parts(cursor)


def _parts(cursor: str) -> re.Match[str]:
    try:
        text = base64.b64decode(cursor[: _LONGEST + 1], altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        text = ""
    found = _FORM.fullmatch(text) if len(cursor) <= _LONGEST else None
    if found is None:
        raise InvalidQuery("cursor", "is no cursor of this version; ask without it, then follow those of the answers")
    return found


def question_of(query: SearchQuery) -> str:
    """Return a digest of all that decides the hits of a query and their order, except the place of the user."""
    return digest(
        [(field.name, getattr(query, field.name)) for field in fields(query) if field.name not in _MAY_CHANGE]
    )


def digest(value: object, size: int = 8) -> str:
    """Return `size` bytes that stand for a plain value, in hexadecimal; the same in every process."""
    return blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


def place_of(query: SearchQuery) -> str:
    """Return a digest of the place of the user, which decides between equals."""
    return digest((str(query.active_path), sorted({str(path) for path in query.open_paths})), 4)
