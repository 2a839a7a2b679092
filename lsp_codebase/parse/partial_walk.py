"""What lies deep in a tree, found without walking all of it.

A query visits every node, and most nodes are parts of expressions. Of the languages here only the upper levels are
walked; below them the text says where a definition or comment may begin, and the tree whether one does. That takes half
the time for Python and two thirds for JavaScript; in TypeScript it saved nothing, in C little.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, TreeCursor

    from lsp_codebase.parse.deadline import Deadline
    from lsp_codebase.parse.definitions import Finds

_SMALL_BYTES = 1_000  # below, walking everything costs less than looking
_TOKEN_LEVELS = 2  # from a token up to the definition it makes
_BYTES_PER_NODE = 256  # with more definitions than one in so many bytes, walking everything costs less, too
_HEAD_BYTES = 80  # how far before its arrow the parameters of a function are looked for
_WORD = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"
_CONTROL = re.compile(rb"[ \t]*(?:\} ?)?(?:else )?(?:if|for|while|switch|catch)\b")


@dataclass(frozen=True, slots=True)
class Depths:
    """Where the definitions of a language lie.

    level      the depth of the nodes with which all patterns of its query may begin
    comment    what every comment begins with
    begins     what a deeper definition holds, at a token of its own; group 1, where it matches, is its name
    functions  the same of functions, which are no definitions where they are passed to others without a name
    holders    the types of nodes that are such definitions, or hold its name and value
    if_named   types of nodes that are, if they have a name
    wholes     those of these types that have members, two levels below them, which nothing announces
    around     the types of nodes around such a definition with which a pattern begins
    block      what opens the block of a definition that no word announces; how the line of such a block begins, and
               how such a definition ends that begins within a line
    """

    level: int
    comment: re.Pattern[bytes]
    begins: tuple[re.Pattern[bytes], ...]
    holders: frozenset[str]
    functions: tuple[re.Pattern[bytes], ...] = ()
    if_named: frozenset[str] = frozenset()
    wholes: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    block: tuple[re.Pattern[bytes], re.Pattern[bytes], re.Pattern[bytes]] | None = None


_PYTHON = Depths(
    4,
    re.compile(rb"#"),
    (
        re.compile(rb"def(?=[ \t]+(\w+))"),
        re.compile(rb"class(?=[ \t]+(\w+))"),
        re.compile(rb"lambda\b"),
        re.compile(rb"type(?= (\w+)[^\n=]{0,1000}=)"),
    ),
    frozenset({"function_definition", "class_definition", "assignment", "type_alias_statement"}),
    wholes=frozenset({"class_definition"}),
    around=frozenset({"decorated_definition"}),
)
_METHOD = re.compile(
    rb"[ \t]*(?:\)|(?:(?:async|get|set|static|public|private|protected|override)[ \t]+|\*[ \t]*)*"
    rb"(?!(?:if|for|while|switch)\b)([\w$#]+|\[[^\]\n]+\])[ \t]*[(<])"
)
_ECMA = Depths(
    4,
    re.compile(rb"/[/*]"),
    (re.compile(rb"class\b"),),
    frozenset(
        {"function_declaration", "generator_function_declaration", "class_declaration", "variable_declarator", "pair"}
        | {"assignment_expression", "method_definition", "field_definition", "class"}
    ),
    functions=(re.compile(rb"function\b(?=(?:(?:\s*\*)?\s+([\w$]+))?)"), re.compile(rb"=>")),
    if_named=frozenset({"function_expression", "generator_function"}),
    wholes=frozenset({"class_declaration", "class"}),
    around=frozenset(
        {"variable_declarator", "lexical_declaration", "variable_declaration", "assignment_expression", "pair"}
    ),
    block=(re.compile(rb"\{(?:(?<=\) \{)|(?<=\)\{))"), _METHOD, re.compile(rb"[{},;]\s*[\w$]+\([^()]*\) ?\{$")),
)
DEPTHS: Mapping[str, Depths] = {"python": _PYTHON, "javascript": _ECMA, "jsx": _ECMA}


def depths_of(language: str, source: bytes) -> Depths | None:
    """Return where to look in a file, None where its whole tree is walked."""
    return DEPTHS.get(language) if len(source) >= _SMALL_BYTES else None


class TopLevel:
    """The root of a tree and its children, to look for places below one of them.

    A tree looks for a place, or for the parent of a node, by counting through the children of its root.
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self._children = root.children
        self._starts = [child.start_byte for child in self._children]

    def child_at(self, start: int) -> Node:
        """Return the child of the root that holds a byte, or is the last before it; the root if it has none."""
        at = bisect_right(self._starts, start) - 1
        return self._children[at] if at >= 0 else self._root

    def cursor_at(self, start: int, most: int) -> TreeCursor:
        """Return a cursor on the innermost node around a byte, at most so many levels below a child of the root."""
        cursor = self.child_at(start).walk()
        while cursor.depth < most and cursor.goto_first_child_for_byte(start) is not None:
            pass
        return cursor


def add_comments(finds: Finds, top: TopLevel, source: bytes, depths: Depths, deadline: Deadline) -> None:
    """Add the comments that the walk over the upper levels did not see."""
    known = finds.comments
    end = 0
    for match in depths.comment.finditer(source):
        start = match.start()
        if start < end:
            continue
        deadline.check()
        node = known.get(start)
        if node is None:
            node = top.child_at(start).descendant_for_byte_range(start, start + 1)
            if node is None or node.type != "comment" or node.start_byte != start:
                continue
            known[start] = node
        end = node.end_byte


def deep_nodes(
    finds: Finds, top: TopLevel, source: bytes, depths: Depths, max_depth: int, deadline: Deadline
) -> list[tuple[Node, int]] | None:
    """Return the nodes, in order, with which definitions begin that the walk over the upper levels did not see.

    Each with the levels to walk below it. None if they are so many that walking over everything costs less.
    """
    nodes: list[tuple[Node, int]] = []
    most = len(source) // _BYTES_PER_NODE
    end = 0
    code = _without_prose(finds, source)
    for start in sorted(_beginnings(finds.definitions, code, depths, deadline)):
        if start < end:
            continue
        deadline.check()
        cursor = top.cursor_at(start, max_depth + _TOKEN_LEVELS)
        holder = _holder(cursor, start, depths)
        level = cursor.depth + 1
        if holder is None or _is_known(holder, level, finds.definitions, depths):
            continue
        node, above = _outermost(cursor, holder, depths)
        levels = max_depth - (level - above)
        if holder.type in depths.wholes:
            end = holder.end_byte
        else:
            levels = min(above, levels)
        if levels >= 0:
            nodes.append((node, levels))
        if len(nodes) > most:
            return None
    return nodes


def _without_prose(finds: Finds, source: bytes) -> bytearray:
    """Return a source with blanks for known comments and docstrings, whose examples look like code."""
    code = bytearray(source)
    for nodes in (finds.comments, finds.docstrings):
        for node in nodes.values():
            start, end = node.byte_range
            code[start:end] = b" " * (end - start)
    return code


def _beginnings(definitions: Container[int], source: bytearray, depths: Depths, deadline: Deadline) -> Iterator[int]:
    """Yield where a definition may begin, or its block, that is not among `definitions` (by the places of names)."""
    for pattern in depths.begins + depths.functions:
        may_be_passed = pattern in depths.functions
        for match in deadline.each(pattern.finditer(source)):
            start = match.start()
            if match.lastindex is not None:
                is_new = match.start(1) not in definitions
            else:
                is_new = not (may_be_passed and _is_argument(source, start))
            if is_new:
                yield start
    if depths.block is None:
        return
    opening, line_start, within_line = depths.block
    for match in deadline.each(opening.finditer(source)):
        start = match.start()
        first = source.rfind(b"\n", 0, start) + 1
        if _CONTROL.match(source, first, start):
            continue
        line = line_start.match(source, first, start)
        if line is None:
            line = within_line.search(source, first, start + 1)
        if line is None:  # the parameters began on a line above
            if source.count(b")", first, start) > source.count(b"(", first, start):
                yield start
        elif line.lastindex is None or line.start(1) not in definitions:
            yield start


def _is_argument(source: bytearray, start: int) -> bool:
    """Whether a function without a name, whose arrow or word stands at byte `start`, is surely passed to another."""
    head = source[max(start - _HEAD_BYTES, 0) : start].rstrip()
    if head.endswith(b")"):
        opening = head.rfind(b"(")
        if opening < 0 or head.find(b")", opening, -1) >= 0:
            return False
        head = head[:opening]
    else:
        head = head.rstrip(_WORD)
    return head.rstrip().removesuffix(b"async").rstrip().endswith((b"(", b","))


def _holder(cursor: TreeCursor, start: int, depths: Depths) -> Node | None:
    """Move from the token at byte `start` to the definition that it makes, if it is one of code and makes one."""
    node = cursor.node
    if node is None or node.is_named or node.start_byte > start:
        return None
    for _ in range(_TOKEN_LEVELS):
        if not cursor.goto_parent() or (node := cursor.node) is None:
            return None
        if node.type in depths.holders:
            return node
        if node.type in depths.if_named and node.child_by_field_name("name") is not None:
            return node
    return None


def _outermost(cursor: TreeCursor, holder: Node, depths: Depths) -> tuple[Node, int]:
    """Return the node with which patterns begin that see what the cursor's node holds, and how far above that it is."""
    above = 0
    while cursor.goto_parent() and (node := cursor.node) is not None and node.type in depths.around:
        holder = node
        above += 1
    return holder, above


def _is_known(holder: Node, level: int, definitions: Container[int], depths: Depths) -> bool:
    """Whether the walk over the upper levels has seen a definition, and its members."""
    name = holder.child_by_field_name("name") or holder
    if name.start_byte not in definitions:
        return False
    return holder.type not in depths.wholes or level < depths.level - 1
