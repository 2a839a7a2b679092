"""Cut a file into chunks along its syntax tree: definitions of some size stand alone, the rest is cut where it fits.

Everything here counts whole lines, so the chunks tile the file with any tree. Only text that is too big for one chunk
costs a walk: down the tree along one path to each cut, never over all nodes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.model import Symbol
    from lsp_codebase.parse.comments import CommentIndex
    from lsp_codebase.parse.deadline import Deadline
    from lsp_codebase.parse.layout import LaidOut
    from lsp_codebase.parse.limits import ParseLimits

# Shares of `max_chars`, as measured for retrieval: a definition this big begins a chunk of its own; a piece under the
# small share joins its neighbour; a definition may grow this much beyond the limit to keep its comment.
_OWN_CHUNK_SHARE = 0.35
_SMALL_SHARE = 0.12
_WITH_COMMENT_SHARE = 1.3
_LINES_PER_CHUNK = 32


def cut_lines(offsets: Sequence[int], limits: ParseLimits) -> list[int]:
    """Return the first lines of chunks of at most 32 lines and about `max_chars` characters: the fallback."""
    most = int(limits.max_chars * _WITH_COMMENT_SHARE)
    count = len(offsets) - 1
    starts: list[int] = []
    line = 0
    while line < count:
        starts.append(line)
        fits = bisect_right(offsets, offsets[line] + most) - 1
        line = max(line + 1, min(line + _LINES_PER_CHUNK, fits))
    return starts


class TreeCutter:
    """Cuts a file along its tree.

    `roots` are the tree of the file and those of languages inside it, `laid_out` the functions that are in none.
    """

    def __init__(
        self,
        roots: Sequence[Node],
        offsets: Sequence[int],
        comments: CommentIndex,
        laid_out: LaidOut,
        limits: ParseLimits,
    ) -> None:
        self._roots = roots
        self._offsets = offsets
        self._comments = comments
        self._laid_out = laid_out
        self._limits = limits

    def cut(self, symbols: Iterable[Symbol], imports_end: int, deadline: Deadline) -> list[int]:
        """Return the first line of every chunk, in order. Raise `DeadlinePassed` past the deadline.

        `imports_end` is the line after the imports, 0 without any.
        """
        offsets, most = self._offsets, self._limits.max_chars
        count = len(offsets) - 1
        if not count:
            return []
        heads, breaks = self._own_chunks(deadline.each(symbols))
        if imports_end < count and offsets[imports_end] >= most * _OWN_CHUNK_SHARE:
            breaks.add(imports_end)
        breaks.add(0)
        breaks.discard(count)
        bounds = sorted(breaks)
        starts: list[int] = []
        for first, end in zip(bounds, [*bounds[1:], count], strict=True):
            room = most if heads.get(first, first) == first else int(most * _WITH_COMMENT_SHARE)
            while offsets[end] - offsets[first] > room:
                deadline.check()  # a node of a million children is gone through for every cut
                starts.append(first)
                first = self._end_of(first)
                if first >= end:
                    break
                room = most
            else:
                starts.append(first)
        return _join_small(starts, offsets, heads, most * _SMALL_SHARE)

    def _own_chunks(self, symbols: Iterable[Symbol]) -> tuple[dict[int, int], set[int]]:
        """Find the definitions big enough to be chunks of their own.

        Return the line where each begins with its comment, mapped to where it begins without, and all the lines where
        such a definition begins or has just ended.
        """
        least = self._limits.max_chars * _OWN_CHUNK_SHARE
        heads: dict[int, int] = {}
        breaks: set[int] = set()
        for symbol in symbols:
            first, end = symbol.span[0], symbol.span[2] + 1
            if self._offsets[end] - self._offsets[first] >= least:
                head = self._comments.first_row_above(first)
                heads[head] = first
                breaks.update((head, end))
        return heads, breaks

    def _end_of(self, first: int) -> int:
        """Return where the chunk that begins at line `first` ends: the last boundary between nodes that fit within.

        A line of its own length is never divided; where no node begins, the line that does not fit does.
        """
        latest = max(bisect_right(self._offsets, self._offsets[first] + self._limits.max_chars) - 1, first + 1)
        latest = self._laid_out.cut(first, latest, self._limits.max_chars)
        found = self._boundary(first, latest)
        above = self._comments.first_row_above(found)
        return above if above > first else found

    def _boundary(self, first: int, latest: int) -> int:
        """Return where the node begins that does not fit before line `latest`.

        Goes down from the root to it, and on into it while it is itself too big for one chunk.
        """
        boundary = 0
        offsets, (root, *inner) = self._offsets, self._roots
        if inner:
            holding = (root for root in reversed(self._roots) if root.start_point[0] <= latest <= root.end_point[0])
            root = next(holding, root)
        cursor = root.walk()
        point = (latest, 0)
        for _ in range(self._limits.max_depth):
            if cursor.goto_first_child_for_point(point) is None:
                break
            node = cursor.node
            if node is None:
                break
            row = node.start_point[0]
            if row >= latest:
                boundary = latest
                break
            if row > first:
                boundary = row
                last = node.end_point[0] + 1
                if offsets[min(last, len(offsets) - 1)] - offsets[row] <= self._limits.max_chars:
                    break
        return boundary or latest


def _join_small(starts: list[int], offsets: Sequence[int], heads: dict[int, int], small: float) -> list[int]:
    """Join small chunks with the one before; the head of a definition, or of the file, with the one after."""
    result: list[int] = []
    joins_next = False
    for start, end in zip(starts, [*starts, len(offsets) - 1][1:], strict=True):
        is_small = offsets[end] - offsets[start] < small
        is_head = start in heads or not result
        if not joins_next and (is_head or not is_small):
            result.append(start)
        joins_next = is_small and is_head
    return result
