"""Cut a file into chunks along its syntax tree: split what is too big, then merge small neighbours.

Everything here counts whole lines, so the chunks tile the file whatever the tree looks like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.model import Symbol
    from lsp_codebase.parse.comments import CommentIndex
    from lsp_codebase.parse.limits import ParseLimits

# Shares of `max_chars`, as measured for retrieval: a definition this big begins a chunk of its own; a piece under the
# small share joins the one before; a definition may grow this much beyond the limit to keep its comment.
_OWN_CHUNK_SHARE = 0.35
_SMALL_SHARE = 0.12
_WITH_COMMENT_SHARE = 1.3
_LINES_PER_CHUNK = 32


def measure(lines: Sequence[str]) -> list[int]:
    """Return where each line begins, in characters with one for each line end; one more entry than lines."""
    return list(accumulate((len(line) + 1 for line in lines), initial=0))


def cut_lines(offsets: Sequence[int], limits: ParseLimits, first: int = 0, last: int | None = None) -> list[int]:
    """Return the first lines of chunks of at most 32 lines and about `max_chars` characters: the fallback."""
    last = len(offsets) - 1 if last is None else last
    most = limits.max_chars * _WITH_COMMENT_SHARE
    starts: list[int] = []
    for line in range(first, last):
        if not starts or line - starts[-1] >= _LINES_PER_CHUNK or offsets[line + 1] - offsets[starts[-1]] > most:
            starts.append(line)
    return starts


def cut_tree(
    root: Node,
    offsets: Sequence[int],
    symbols: Iterable[Symbol],
    comments: CommentIndex,
    imports_end: int,
    limits: ParseLimits,
) -> list[int]:
    """Return the first line of every chunk, in order. `imports_end` is the line after the imports, 0 without any."""
    if len(offsets) == 1:
        return []
    heads, tails = _own_chunks(symbols, offsets, comments, limits)
    if offsets[min(imports_end, len(offsets) - 1)] >= limits.max_chars * _OWN_CHUNK_SHARE:
        tails.add(imports_end)
    pieces = _split_long(_pieces(root, offsets, limits), offsets, limits)
    return _merge(pieces, offsets, heads, tails, limits)


def _own_chunks(
    symbols: Iterable[Symbol], offsets: Sequence[int], comments: CommentIndex, limits: ParseLimits
) -> tuple[dict[int, int], set[int]]:
    """Find the definitions big enough to be chunks of their own.

    Return the line where each begins with its comment, mapped to where it begins without, and the lines after them.
    """
    least = limits.max_chars * _OWN_CHUNK_SHARE
    heads: dict[int, int] = {}
    tails: set[int] = set()
    count = len(offsets) - 1
    for symbol in symbols:
        span = symbol.span
        first, last = span.start_line, min(span.end_line + 1, count)
        if offsets[last] - offsets[first] >= least:
            heads[comments.first_row_above(first)] = first
            tails.add(last)
    return heads, tails


def _pieces(root: Node, offsets: Sequence[int], limits: ParseLimits) -> list[int]:
    """Return the first lines of the nodes that fit a chunk, going down only into those that do not."""
    most = limits.max_chars
    count = len(offsets) - 1
    starts = {0}
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        for child in node.children:
            first = child.start_point[0]
            last = child.end_point[0]
            if first < count:
                starts.add(first)
            if last > first and offsets[min(last + 1, count)] - offsets[first] > most and depth < limits.max_depth:
                stack.append((child, depth + 1))
    return sorted(starts)


def _split_long(starts: list[int], offsets: Sequence[int], limits: ParseLimits) -> list[int]:
    """Cut pieces that no node divides (long comments, strings, tables) by lines."""
    most = limits.max_chars * _WITH_COMMENT_SHARE
    result: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(offsets) - 1], strict=True):
        if offsets[end] - offsets[start] > most and end - start > 1:
            result.extend(cut_lines(offsets, limits, start, end))
        else:
            result.append(start)
    return result


def _merge(
    pieces: list[int], offsets: Sequence[int], heads: dict[int, int], tails: set[int], limits: ParseLimits
) -> list[int]:
    """Join neighbours up to `max_chars`; a definition of some size begins a chunk and ends one."""
    most = limits.max_chars
    starts = [pieces[0]]
    for start, end in zip(pieces[1:], [*pieces, len(offsets) - 1][2:], strict=True):
        current = starts[-1]
        room = most * _WITH_COMMENT_SHARE if heads.get(current) == start else most
        if start in heads or start in tails or offsets[end] - offsets[current] > room:
            starts.append(start)
    return _join_small(starts, offsets, heads, most * _SMALL_SHARE)


def _join_small(starts: list[int], offsets: Sequence[int], heads: dict[int, int], small: float) -> list[int]:
    """Join what is too small with the chunk before it; the head of a definition, or of the file, with the one after."""
    result: list[int] = []
    joins_next = False
    for start, end in zip(starts, [*starts[1:], len(offsets) - 1], strict=True):
        is_small = offsets[end] - offsets[start] < small
        is_head = start in heads or not result
        if not joins_next and (is_head or not is_small):
            result.append(start)
        joins_next = is_small and is_head
    return result
