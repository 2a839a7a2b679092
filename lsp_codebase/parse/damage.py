"""Where a file whose tree has errors is damaged, so that the rest can be parsed as if it were not there.

A grammar that meets unknown text may give up the whole class around it: an annotation of a newer version, a
half-typed line, a missing brace. Layout tells more than the tree then: lines of equal indentation are
neighbours, deeper ones belong to the line above. Neighbours are parsed without each other, by halves, until the ones
that cannot be parsed by themselves are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lsp_codebase.model import line_starts
from lsp_codebase.parse.blanks import blanked
from lsp_codebase.parse.confined import are_confined, indent_of
from lsp_codebase.parse.grammar import parse_tree

if TYPE_CHECKING:
    from tree_sitter import Node, Range

    from lsp_codebase.parse.deadline import Deadline

_DEEPEST = 6
"""Levels of indentation that are searched."""
_MOST_READ, _LEAST_READ = 12, 100_000
"""Bytes that are parsed to find the damage: so many for each byte of the file, and a constant number."""
_MOST_ERRORS = 16
"""Errors of a tree that are searched: a file with more is in a dialect, and recovers from each."""
_MOST_WITH_MACROS, _MOST_READ_WITH_MACROS, _LEAST_READ_WITH_MACROS = 2, 3, 20_000
"""The same where there is a preprocessor: most text unknown to the grammar is a macro. Five times as much finds
one symbol more in ten thousand of a kernel, for a third more time of reading it."""
HAVE_MACROS = frozenset({"c", "cpp", "cuda", "objc"})
_MOST_SEARCHED, _MOST_SEARCHED_WITH_MACROS = 400_000, 32_000
"""Bytes of a file that is searched: a larger one is data, or was made by a program; or the bytes that may be read end
before the damage."""

_CONTINUES = re.compile(
    rb"[ \t]*(?:[)\]}>,.+|&?:{=]"
    rb"|(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure|end|when|case|default|then|where|and|or)\b)"
)
"""A line that closes or continues the lines above."""
_OPENS = re.compile(rb"\{[ \t]*(?://.*|/\*.*)?$")
_CLOSES = re.compile(rb"[ \t]*\}")
_FLOATS = re.compile(rb"[ \t]*(?:$|(?:public|private|protected|signals)\b[\w \t]*:(?!:))")
"""A line that may stand at any column: blank, or a label."""
_IS_TYPE = re.compile(rb"[ \t]*(?=[^a-z]*[a-z])[A-Za-z_][\w \t:<>,*&]*[\w>*&][ \t]*$")
"""A line that holds the type of a function whose name is on the next one, where there is a preprocessor."""
_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|pragma|region|endregion)\b(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE
)
"""A line that is taken away for the search: both branches of a condition are read, and no guard stays open."""
_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
_OPENINGS = {"php": b"<?php\n"}
"""Text before the code of a piece: without it the code is taken for text."""


class Lines(NamedTuple):
    """A half-open range of lines."""

    first: int
    last: int


def find_damage(grammar: str, source: bytes, comments: Iterable[Node], deadline: Deadline) -> list[tuple[int, int]]:
    """Return the byte ranges that keep the rest from being parsed, in order; nothing where that cannot be told.

    `comments` are those of the whole file: lines within them are no neighbours.
    """
    conflicts = [(match.start(), match.end()) for match in _CONFLICT.finditer(source)]
    if len(source) > (_MOST_SEARCHED_WITH_MACROS if grammar in HAVE_MACROS else _MOST_SEARCHED):
        return conflicts
    source = blanked(source, [*conflicts, *((match.start(), match.end()) for match in _DIRECTIVE.finditer(source))])
    return sorted(conflicts + _Search(grammar, source, comments, deadline).run())


def may_be_damaged(grammar: str, root: Node, source: bytes) -> bool:
    """Whether a tree has errors that are no mere macros, so few that only a place or two may be damaged."""
    if grammar not in HAVE_MACROS:
        return 0 < count_errors(root) <= _MOST_ERRORS
    return 0 < count_errors(root) <= _MOST_WITH_MACROS and bool(
        _CONFLICT.search(source) or not are_confined(root, source)
    )


def count_errors(root: Node) -> int:
    """Return the number of errors of a tree, at most one more than are searched."""
    errors, waiting = 0, [root]
    while waiting and errors <= _MOST_ERRORS:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            errors += 1
        elif node.has_error:
            waiting += node.children
    return errors


def bytes_in_errors(root: Node) -> int:
    """Return how much of a text no definition of its tree holds: one error may cover the rest of the file."""
    covered, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        if node.is_error:
            covered += node.end_byte - node.start_byte
        elif node.has_error:
            waiting += node.children
    return covered


def damaged_ranges(grammar: str, source: bytes, damage: list[tuple[int, int]]) -> Iterator[list[Range]]:
    """Yield, for each damaged place, the ranges to parse in order to read it by itself."""
    from tree_sitter import Range

    def place(start: int, end: int) -> Range:
        return Range(_point(source, start), _point(source, end), start, end)

    opening = _OPENINGS.get(grammar, b"").rstrip()
    at = source.find(opening) if opening else -1
    behind = at + len(opening)
    before = [place(at, behind)] if at >= 0 else []
    for start, end in damage:
        yield [*(before if behind <= start else []), place(start, end)]


def _point(source: bytes, at: int) -> tuple[int, int]:
    return source.count(b"\n", 0, at), at - source.rfind(b"\n", 0, at) - 1


class _TooLong(Exception):
    """The search has read enough."""


class _Search:
    def __init__(self, grammar: str, source: bytes, comments: Iterable[Node], deadline: Deadline) -> None:
        self._grammar = grammar
        self._before = _OPENINGS.get(grammar, b"")
        opening = self._before.rstrip()
        if opening and source.startswith(opening):
            source = source.replace(opening, b" " * len(opening), 1)
        self._source = source
        self._deadline = deadline
        has_macros = grammar in HAVE_MACROS
        most, least = (_MOST_READ_WITH_MACROS, _LEAST_READ_WITH_MACROS) if has_macros else (_MOST_READ, _LEAST_READ)
        self._left = len(source) * most + least
        lines = source.split(b"\n")
        self._offsets = line_starts(lines)
        self._offsets[-1] = len(source)
        self._indents = [_indent(line) for line in lines]
        for comment in comments:
            for at in range(comment.start_point[0] + 1, comment.end_point[0] + 1):
                self._indents[at] = -1
        self._opens = [bool(_OPENS.search(line)) for line in lines]
        self._closes = [bool(_CLOSES.match(line)) for line in lines]
        self._starts = [
            indent >= 0 and not _CONTINUES.match(line) for line, indent in zip(lines, self._indents, strict=True)
        ]
        if has_macros:
            for above, line in enumerate(lines[:-1]):
                if self._starts[above] and _IS_TYPE.match(line):
                    self._starts[above + 1] = False

    def run(self) -> list[tuple[int, int]]:
        try:
            found = self._below(self._before, Lines(0, len(self._indents)), b"", 0)
        except _TooLong:
            return []
        return [(self._offsets[lines.first], self._offsets[lines.last]) for lines in found]

    def _text(self, lines: Lines) -> bytes:
        return self._source[self._offsets[lines.first] : self._offsets[lines.last]]

    def _is_sound(self, before: bytes, blocks: Sequence[Lines], behind: bytes) -> bool:
        """Whether some blocks can be parsed between others. Raise `_TooLong` when the search has to end."""
        text = b"".join([before, *map(self._text, blocks), behind])
        self._left -= len(text)
        tree = parse_tree(self._grammar, text, self._deadline) if self._left >= 0 else None
        if tree is None:
            raise _TooLong
        return not tree.root_node.has_error

    def _below(self, before: bytes, lines: Lines, behind: bytes, depth: int) -> list[Lines]:
        """Return the damage among lines that stand between others."""
        blocks = self._blocks(lines)
        found: list[Lines] = []
        text, at = before, 0
        while at < len(blocks) and not self._is_sound(text, blocks[at:], behind):
            sound, bad = at, len(blocks)
            while bad - sound > 1:
                middle = (sound + bad) // 2
                if self._is_sound(text, blocks[at:middle], behind):
                    sound = middle
                else:
                    bad = middle
            text += b"".join(map(self._text, blocks[at:sound]))
            at = bad
            # A decorator alone is no damage.
            if bad < len(blocks) and self._is_sound(text, blocks[sound : bad + 1], behind):
                text += self._text(blocks[sound])
            else:
                found += self._inside(before, blocks[sound], behind, depth)
        return found

    def _inside(self, before: bytes, block: Lines, behind: bytes, depth: int) -> list[Lines]:
        """Return the damage in a block: some of the lines within it, or all of it."""
        body = self._body(block)
        if body.first == body.last or depth == _DEEPEST:
            return [block]
        head = before + self._text(Lines(block.first, body.first))
        foot = self._text(Lines(body.last, block.last)) + behind
        found = self._below(head, body, foot, depth + 1)
        if found and (found != self._blocks(body) or self._is_sound(head, [], foot)):
            return found
        return [block]

    def _blocks(self, lines: Lines) -> list[Lines]:
        """Cut lines where one begins that is not deeper than the first of them."""
        begin = [at for at in range(*lines) if self._starts[at]]
        least = min((self._indents[at] for at in begin), default=0)
        cuts = [at for at in begin if self._indents[at] == least]
        cuts[:1] = [lines.first]
        return self._joined([Lines(first, last) for first, last in zip(cuts, [*cuts[1:], lines.last], strict=True)])

    def _joined(self, blocks: list[Lines]) -> list[Lines]:
        """Join blocks that an opening line holds without indenting them, as namespaces do."""
        joined: list[Lines] = []
        open_at: list[int] = []
        for block in blocks:
            base = self._indents[block.first]
            closed = sum(self._closes[at] - self._opens[at] for at in range(*block) if self._indents[at] == base)
            first = block.first
            for _ in range(min(closed, len(open_at))):
                first = joined[open_at[-1]].first
                del joined[open_at.pop() :]
            joined.append(Lines(first, block.last))
            if self._is_opening(block):
                open_at.append(len(joined) - 1)
        return joined

    def _is_opening(self, block: Lines) -> bool:
        base = self._indents[block.first]
        written = [at for at in range(*block) if self._indents[at] >= 0]
        return (
            len(written) <= 2 and self._opens[written[-1]] and self._indents[written[-1]] == base if written else False
        )

    def _body(self, block: Lines) -> Lines:
        """Return the longest run of lines in a block that are deeper than its first, or that it holds unindented."""
        base = self._indents[block.first]
        for at in range(block.first, block.last - 1):
            if self._opens[at] and self._indents[at] == base:
                if self._starts[at + 1] and self._indents[at + 1] == base:
                    last = max(end for end in range(*block) if self._closes[end] or end == at)
                    return Lines(at + 1, max(last, at + 1))
                break
        best = Lines(block.first, block.first)
        first = block.first + 1
        for at in range(block.first + 1, block.last + 1):
            if at == block.last or 0 <= self._indents[at] <= base:
                if at - first > best.last - best.first:
                    best = Lines(first, at)
                first = at + 1
        return best


def _indent(line: bytes) -> int:
    """Return the columns before a line, -1 for one that may stand anywhere."""
    if _FLOATS.match(line):
        return -1
    return indent_of(line)
