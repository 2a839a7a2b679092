"""Comments: their text, and which of them documents a definition."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from lsp_codebase.parse.blanks import blanked

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.parse.definitions import QueryMatches

_WRAPPERS = (("(*", "*)"), ("{-", "-}"), ("<!--", "-->"), ("#=", "=#"), ("--[[", "]]"))

# A comment or docstring: first row, column, last row (0-based, inclusive), first byte, byte behind it. No named tuple:
# that takes three times as long to make and sort, and files have thousands.
Comment = tuple[int, int, int, int, int]


class CommentIndex:
    """The comments of a file, by the rows they touch."""

    def __init__(self, parts: Sequence[QueryMatches], source: bytes) -> None:
        self._source = source
        comments = sorted(_places([node for finds in parts for node in finds.comments.values()], source))
        docstrings = _places([node for finds in parts for node in finds.docstrings.values()], source)
        self._plain = comments
        self._by_end_row = {comment[2]: comment for comment in comments}
        self._comments = sorted(comments + docstrings) if docstrings else comments
        self._first_above: dict[int, int] = {}  # by the rows below: a run of comments may be very long

    def code(self, start: int, end: int) -> bytes:
        """Return the source, with blanks in place of comments if one begins between these bytes."""
        place = bisect_left(self._starts, start)
        return self._without_comments if place < len(self._starts) and self._starts[place] < end else self._source

    @cached_property
    def _starts(self) -> list[int]:
        return [start for _, _, _, start, _ in self._plain]

    @cached_property
    def _without_comments(self) -> bytes:
        return blanked(self._source, [(start, end) for _, _, _, start, end in self._plain])

    def doc_above(self, row: int) -> str:
        """Return the raw comment that stands directly above `row`, or ""."""
        last = self._by_end_row.get(row - 1)
        if last is None or not self._stands_alone(last):
            return ""
        first_row, column, end_row, start, end = last
        if first_row == end_row:
            while (above := self._by_end_row.get(first_row - 1)) and self._stands_alone(above):
                if above[0] != above[2] or above[1] != column:
                    break
                first_row, start = above[0], above[3]
        return self._source[start:end].decode("utf-8", "replace")

    def doc_beside(self, row: int, after: int) -> str:
        """Return the raw comment that follows on the same line, behind byte `after`, or ""."""
        comment = self._by_end_row.get(row)
        if comment is None:
            return ""
        first_row, _, _, start, end = comment
        if first_row != row or start < after:
            return ""
        return self._source[start:end].decode("utf-8", "replace")

    def first_row_above(self, row: int) -> int:
        """Return the first row of the comments directly above `row`, or `row` itself."""
        passed = []
        while (above := self._by_end_row.get(row - 1)) is not None and self._stands_alone(above):
            passed.append(row)
            row = self._first_above.get(above[0], above[0])
        self._first_above |= dict.fromkeys(passed, row)
        return row

    def text_by_chunk(self, starts: Sequence[int]) -> list[str]:
        """Return the raw comments of each chunk. A comment that crosses chunks is divided."""
        source = self._source
        texts: list[list[bytes]] = [[] for _ in starts]
        ends = [*starts[1:], sys.maxsize]
        chunk = 0
        for row, _, end_row, start, end in self._comments:
            while ends[chunk] <= row:
                chunk += 1
            if end_row < ends[chunk]:
                texts[chunk].append(source[start:end])
                continue
            lines = source[start:end].split(b"\n")
            for place in range(chunk, bisect_right(starts, end_row)):
                first = max(starts[place] - row, 0)
                texts[place] += lines[first : ends[place] - row]
        return [b"\n".join(parts).decode("utf-8", "replace") for parts in texts]

    def _stands_alone(self, comment: Comment) -> bool:
        _, column, _, start, _ = comment
        return not column or not self._source[start - column : start].strip()


def _places(nodes: Iterable[Node], source: bytes) -> list[Comment]:
    """Return where comments stand, without the white space that some grammars count as their end."""
    places: list[Comment] = []
    for node in nodes:
        start, end = node.byte_range
        start_row, column, end_row, _ = node.start_point + node.end_point
        if source[end - 1] <= 32:
            text = source[start:end]
            kept = text.rstrip()
            end_row -= text.count(b"\n", len(kept))
            end = start + len(kept)
        places.append((start_row, column, end_row, start, end))
    return places


def without_opening(raw: str) -> str:
    """Return a comment or docstring without the words and brackets that open it; other marks hold no word."""
    if raw[0] == "@":  # Elixir: `@doc "..."`
        return raw.partition('"')[2]
    if raw[0] in "({<#-rRuUbBfF":
        for opening, closing in _WRAPPERS:
            if raw.startswith(opening):
                raw = raw[len(opening) :].rstrip().removesuffix(closing)
        if raw[1:2] in ("'", '"'):
            return raw[1:]
    return raw
