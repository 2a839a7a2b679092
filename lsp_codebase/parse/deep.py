"""What lies deep in a tree, found without walking all of it.

A query visits every node, and most nodes are parts of expressions. Of the languages here only the upper levels are
walked; below them the text says where a definition or comment may begin, and the tree whether one does. That takes half
the time for Python and two thirds for JavaScript; for C and TypeScript it saved nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.parse.definitions import Finds

_SMALL_BYTES = 1_000  # below, walking everything costs less than looking
_BYTES_PER_SPAN = 256  # with more spans than one in so many bytes, too


@dataclass(frozen=True, slots=True)
class Depths:
    """Where the definitions of a language lie.

    level      the depth of the nodes with which all patterns of its query may begin
    comment    what every comment begins with
    begins     what a deeper definition holds, at a token of its own; group 1, where it matches, is its name
    holders    the types of nodes that are such definitions, or hold its name and value
    if_named   types of nodes that are, if they have a name
    wholes     those of these types that have members, two levels below them, which nothing announces
    block      what opens the block of a definition that no word announces; how the line of such a block begins, and
               how such a definition ends that begins within a line
    """

    level: int
    comment: re.Pattern[bytes]
    begins: tuple[re.Pattern[bytes], ...]
    holders: frozenset[str]
    if_named: frozenset[str] = frozenset()
    wholes: frozenset[str] = frozenset()
    block: tuple[re.Pattern[bytes], re.Pattern[bytes], re.Pattern[bytes]] | None = None


_PYTHON = Depths(
    4,
    re.compile(rb"#"),
    (
        re.compile(rb"def(?=[ \t]+(\w+))"),
        re.compile(rb"class(?=[ \t]+(\w+))"),
        re.compile(rb"lambda\b"),
        re.compile(rb"type(?= (\w+)[^\n=]*=)"),
    ),
    frozenset({"function_definition", "class_definition", "assignment", "type_alias_statement"}),
    wholes=frozenset({"class_definition"}),
)
_METHOD = re.compile(
    rb"[ \t]*(?:\)|(?:(?:async|get|set|static|public|private|protected|override)[ \t]+|\*[ \t]*)*"
    rb"(?!(?:if|for|while|switch)\b)([\w$#]+|\[[^\]\n]+\])[ \t]*[(<])"
)
_ECMA = Depths(
    4,
    re.compile(rb"/[/*]"),
    (
        re.compile(rb"function\b(?=(?:\s*\*?\s+([\w$]+))?)"),
        re.compile(rb"class\b"),
        re.compile(rb"=>"),
    ),
    frozenset(
        {"function_declaration", "generator_function_declaration", "class_declaration", "variable_declarator", "pair"}
        | {"assignment_expression", "method_definition", "field_definition", "class"}
    ),
    if_named=frozenset({"function_expression", "generator_function"}),
    wholes=frozenset({"class_declaration", "class"}),
    block=(re.compile(rb"\{(?:(?<=\) \{)|(?<=\)\{))"), _METHOD, re.compile(rb"[{},;]\s*[\w$]+\([^()]*\) ?\{$")),
)
DEPTHS: Mapping[str, Depths] = {"python": _PYTHON, "javascript": _ECMA, "jsx": _ECMA}


def depths_of(language: str, source: bytes) -> Depths | None:
    """Return where to look in a file, None where its whole tree is walked."""
    return DEPTHS.get(language) if len(source) >= _SMALL_BYTES else None


def add_comments(finds: Finds, root: Node, source: bytes, depths: Depths) -> None:
    """Add the comments that the walk over the upper levels did not see."""
    known = finds.comments
    end = 0
    for match in depths.comment.finditer(source):
        start = match.start()
        if start < end:
            continue
        node = known.get(start)
        if node is None:
            node = root.descendant_for_byte_range(start, start + 1)
            if node is None or node.type != "comment" or node.start_byte != start:
                continue
            known[start] = node
        end = node.end_byte


def deep_spans(
    finds: Finds, root: Node, source: bytes, depths: Depths, max_depth: int
) -> list[tuple[Node, int, int, int]] | None:
    """Return where definitions lie that the walk over the upper levels did not see, in order.

    Each is the node to walk from, two levels above the definition as no pattern that may lie deep reaches further, the
    levels to walk below it, and the bytes to look at. None if they are so many that walking over everything costs less.
    """
    spans: list[tuple[Node, int, int, int]] = []
    levels = {root.id: 0}
    most = len(source) // _BYTES_PER_SPAN
    end = 0
    for start in sorted(_beginnings(finds.definitions, source, depths)):
        if start < end:
            continue
        holder = _holder(root, start, depths)
        if holder is None or _is_known(holder, finds.definitions, depths):
            continue
        start = holder.start_byte
        end = holder.end_byte if holder.type in depths.wholes else start + 1
        above = holder.parent or root
        above = above.parent or above
        spans.append((above, max_depth - _level(above, levels), start, end))
        if len(spans) > most:
            return None
    return spans


def _level(node: Node, levels: dict[int, int]) -> int:
    """Return the level of a node, from those known already; the root must be."""
    path: list[int] = []
    around: Node | None = node
    while around is not None and around.id not in levels:
        path.append(around.id)
        around = around.parent
    level = levels[around.id] if around is not None else 0
    for identity in reversed(path):
        level += 1
        levels[identity] = level
    return level


def _beginnings(definitions: Container[int], source: bytes, depths: Depths) -> Iterator[int]:
    """Yield where a definition may begin, or its block, that is not among `definitions` (by the places of names)."""
    for pattern in depths.begins:
        for match in pattern.finditer(source):
            if match.lastindex is None or match.start(1) not in definitions:
                yield match.start()
    if depths.block is None:
        return
    opening, line_start, within_line = depths.block
    for match in opening.finditer(source):
        start = match.start()
        first = source.rfind(b"\n", 0, start) + 1
        line = line_start.match(source, first, start)
        if line is None:
            line = within_line.search(source, first, start + 1)
        if line is None:  # the parameters began on a line above
            if source.count(b")", first, start) > source.count(b"(", first, start):
                yield start
        elif line.lastindex is None or line.start(1) not in definitions:
            yield start


def _holder(root: Node, start: int, depths: Depths) -> Node | None:
    """Return the definition that the token at byte `start` makes, if it is a token of code and makes one."""
    node = root.descendant_for_byte_range(start, start + 1)
    if node is None or node.is_named:
        return None
    for _ in range(2):
        node = node.parent
        if node is None or node.type in depths.holders:
            return node
        if node.type in depths.if_named and node.child_by_field_name("name") is not None:
            return node
    return None


def _is_known(holder: Node, definitions: Container[int], depths: Depths) -> bool:
    """Whether the walk over the upper levels has seen a definition, and its members."""
    name = holder.child_by_field_name("name") or holder
    if name.start_byte not in definitions:
        return False
    if holder.type not in depths.wholes:
        return True
    around: Node | None = holder
    for _ in range(depths.level - 1):
        around = around.parent if around is not None else None
    return around is None
