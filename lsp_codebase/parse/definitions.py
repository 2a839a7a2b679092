"""From query matches to raw definitions, comments and marks: the step between a tree and symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lsp_codebase.model import byte_length
from lsp_codebase.parse.declarators import resolve_declarator
from lsp_codebase.parse.destructuring import bound_names
from lsp_codebase.parse.named_tests import TOLD, sentence

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.parse.captures import Matches, Pattern
    from lsp_codebase.parse.constants import Constants
    from lsp_codebase.parse.deadline import Deadline

_DEFINES = frozenset({"definition", "declaration", "local", "member", "region", "scope"})
_NOT_NAMES = frozenset({"", "_", "()"})
_LONGEST_NAME = 1_000  # longer ones are data, and each definition inside would say them again
# Keywords of C that broken code makes look like a name.
_KEYWORDS = frozenset(
    "if for while switch return else do sizeof catch defined struct union enum const __attribute__".split()
)
_ANNOTATED = re.compile(r"--+ ?@(?:class|enum|alias)\s+(?:\(\w+\)\s*)?((?:[\w-]+\.)*)([\w-]+)")
"""An annotation of Lua: `---@class (exact) shop.Item: shop.Thing`, a type with its name space."""
_BRACKETED = frozenset({"struct", "field", "function"})
"""Details of definitions whose names SQL Server writes as `[name]`."""
_NAMED_BY_SIGNS = frozenset({"destructor", "operator"})
"""Details of definitions whose names include the sign or word before them: `~Cart`, `operator int`."""
_OPERATOR = b"operator "
_INK = re.compile(rb"\S")


@dataclass(slots=True)
class Definition:
    """A definition as the query found it. Offsets are bytes; `detail` is the word after `@definition.`.

    It begins with `node` and ends with `last`, mostly the same; `end` is the end of its contents.
    """

    start: int
    end: int
    name_start: int
    name_end: int
    name: str
    detail: str
    rank: int
    is_declaration: bool
    container: str
    node: Node
    last: Node
    name_node: Node
    role: str = "definition"


@dataclass(slots=True)
class QueryMatches:
    """Everything a query found in a tree.

    `wrappers` maps the first byte of a wrapped node to its end and the node around it. Other nodes stand under their
    first byte, so that a node seen by two patterns counts once. `docstrings` maps the offset of a definition's name to
    its docstring, and a negative number to that of a file. `constants` are those that the parser did not see.
    """

    definitions: dict[int, Definition] = field(default_factory=dict)
    comments: dict[int, Node] = field(default_factory=dict)
    leads: dict[int, Node] = field(default_factory=dict)
    sections: dict[int, Node] = field(default_factory=dict)
    imports: dict[int, Node] = field(default_factory=dict)
    docstrings: dict[int, Node] = field(default_factory=dict)
    embedded: list[tuple[Node, str, Node | None]] = field(default_factory=list)
    wrappers: dict[int, tuple[int, Node]] = field(default_factory=dict)
    constants: list[Constants] = field(default_factory=list)

    def add(self, others: QueryMatches) -> None:
        """Take over the finds at places where nothing is known yet."""
        self.definitions = others.definitions | self.definitions
        self.comments = others.comments | self.comments
        self.leads = others.leads | self.leads
        self.imports = others.imports | self.imports
        self.docstrings = others.docstrings | self.docstrings


def collect(parts: Iterable[tuple[list[Pattern], Matches]], source: bytes, deadline: Deadline) -> QueryMatches:
    """Return the finds of the matches of patterns. Raise `DeadlinePassed` past the deadline."""
    finds = QueryMatches()
    simple = {
        "comment": finds.comments,
        "lead": finds.leads,
        "section": finds.sections,
        "import": finds.imports,
    }
    for patterns, matches in parts:
        for index, captures in deadline.each(matches):
            pattern = patterns[index]
            role = pattern.role
            if pattern.name_capture == "destructured":
                for name in bound_names(captures["destructured"][0]):
                    _add_definition(pattern, captures | {"destructured": [name]}, source, finds.definitions)
            elif role in _DEFINES:
                _add_definition(pattern, captures, source, finds.definitions)
            elif role in simple:
                node = captures[pattern.capture][0]
                simple[role][node.start_byte] = node
            else:
                _add_mark(pattern, captures, finds)
    for place in [place for place, found in finds.definitions.items() if found.role == "local"]:
        del finds.definitions[place]
    _drop_inner(finds.comments)
    _extend_annotated(finds, source)
    _drop_macro_names(finds.definitions)
    if finds.wrappers:
        _wrap(finds)
    return finds


def _add_mark(pattern: Pattern, captures: dict[str, list[Node]], finds: QueryMatches) -> None:
    if pattern.role == "docstring":
        docstring = captures["docstring"][0]
        name_start = captures["name"][0].start_byte if pattern.name_capture else -1 - docstring.start_byte
        finds.docstrings[name_start] = docstring
    elif pattern.role == "wrapper":
        inner = captures["_inner"][0]
        finds.wrappers[inner.start_byte] = inner.end_byte, captures["wrapper"][0]
    elif pattern.role == "embedded":
        hints = captures.get("language")
        finds.embedded.append((captures[pattern.capture][0], pattern.detail, hints[0] if hints else None))


def _wrap(finds: QueryMatches) -> None:
    """Let definitions span their wrappers, or the word before them."""
    for found in finds.definitions.values():
        end, around = finds.wrappers.get(found.start, (-1, found.node))
        if found.end == end:
            found.start, found.node = around.start_byte, around
            if around.end_byte >= end:
                found.end, found.last = around.end_byte, around


def _drop_macro_names(definitions: dict[int, Definition]) -> None:
    """Keep one name for a function that a macro makes, that of the first pattern: `Area` in `TEST(Shape, Area)`."""
    made: dict[int, int] = {}
    for found in definitions.values():
        if found.detail in ("made", "test"):
            made[found.start] = min(found.rank, made.get(found.start, found.rank))
    for key, found in list(definitions.items()) if made else ():
        if found.rank > made.get(found.start, found.rank) and found.detail in ("function", "made"):
            del definitions[key]


def _add_definition(
    pattern: Pattern, captures: dict[str, list[Node]], source: bytes, definitions: dict[int, Definition]
) -> None:
    name_node = captures[pattern.name_capture][0]
    detail, rank = pattern.detail, pattern.rank
    container = ""
    is_declaration = pattern.role == "declaration"
    is_declared = pattern.name_capture == "declarator"
    if is_declared:
        declared = resolve_declarator(name_node, source)
        if declared is None:
            return
        name_node, container, is_function = declared
        if name_node.type == "primitive_type" and detail != "type":  # only a `typedef` may name one: `bool`, `int8_t`
            return
        if is_function and detail != "function":
            detail, is_declaration = "function", True
    if not container and pattern.has_container and "container" in captures:
        node = captures["container"][0]
        container = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    place, end = name_node.byte_range
    known = definitions.get(place)
    if known is not None and known.rank <= rank:
        return
    text = source[place:end].decode("utf-8", "replace")
    if detail == "annotated":
        annotated = _ANNOTATED.match(text)
        if annotated is None:
            return
        container, name = annotated[1].rstrip("."), annotated[2]
        start, end = place + annotated.start(2), place + annotated.end(2)
    else:
        name, start, end = _named(text, detail, source, place, end)
    if "\n" in name or (name in _NOT_NAMES and detail != "constructor") or (is_declared and name in _KEYWORDS):
        return
    if len(name) > _LONGEST_NAME or len(container) > _LONGEST_NAME:
        return
    node = last = captures[pattern.capture][0]
    first, behind = node.byte_range
    if pattern.has_end:
        last = captures["end"][0]
        behind = last.end_byte
    definitions[place] = Definition(
        first, behind, start, end, name, detail, rank, is_declaration, container, node, last, name_node, pattern.role
    )


def _drop_inner(comments: dict[int, Node]) -> None:
    """Drop the comments within a comment: where each is a node, every one holds the texts of all inside."""
    end = 0
    for start, comment in sorted(comments.items()):
        if start < end:
            del comments[start]
        else:
            end = comment.end_byte


def _extend_annotated(finds: QueryMatches, source: bytes) -> None:
    """Let an annotated type hold the comments in the lines below that tell of it: its fields."""
    for found in finds.definitions.values():
        if found.detail != "annotated":
            continue
        while (ink := _INK.search(source, found.end)) and (below := finds.comments.get(ink.start())) is not None:
            text = source[below.start_byte : below.end_byte].decode("utf-8", "replace")
            if below.start_point[0] != found.last.end_point[0] + 1 or _ANNOTATED.match(text):
                break
            found.last, found.end = below, below.end_byte


def _named(text: str, detail: str, source: bytes, start: int, end: int) -> tuple[str, int, int]:
    """Return the name that stands in a text, and its place in the source."""
    if detail not in _NAMED_BY_SIGNS and text.isidentifier():
        return text, start, end
    return sentence(text, detail, start, end) if detail in TOLD else _trim(text, detail, source, start, end)


def _trim(name: str, detail: str, source: bytes, start: int, end: int) -> tuple[str, int, int]:
    """Return a name without foreign signs: quotes, blanks, a symbol's colon, a conversion's brackets."""
    if name[:2] == '@"':  # Zig: a text that is no name without it
        name, start = name[1:], start + 1
    width = 2 if name[:2] == "``" else 1  # F#
    is_quoted = name[:1] in ("'", '"', "`") and len(name) > 2 and name.find(name[0], width) == len(name) - width
    is_bracketed = name[:1] == "[" and detail in _BRACKETED and name[1:-1].replace(" ", "_").isidentifier()
    if is_quoted or is_bracketed:
        name, start, end = name[width:-width], start + width, end - width
    if name[-1:].isspace():
        name = name.rstrip().removesuffix(":")  # `name: ` of Elixir
        end = start + byte_length(name)
    elif detail == "heading" and name[-1:] == "#" and name.rstrip("#")[-1:] in (" ", "\t"):  # `## Title ##`
        title = name.rstrip("#").rstrip(" \t")
        end -= len(name) - len(title)
        name = title
    if name[:1] == ":" and name[1:2] not in ("", ":", " "):  # a symbol of Ruby, an atom of Elixir
        name, start = name[1:], start + 1
    elif name[:1] == "(" and name[-1:] == ")" and not any(map(str.isalnum, name)):  # an operator of F#: `( * )`
        start, end = source.index(name[1:-1].strip().encode(), start), end - 1
        name = name[1:-1].strip()
        end = start + len(name)
    elif detail == "destructor" and source[start - 1 : start] == b"~":
        name, start = "~" + name, start - 1
    elif detail in ("function", "operator") and name[:1].isalpha() and source.endswith(_OPERATOR, 0, start):
        name, start = _OPERATOR.decode() + name, start - len(_OPERATOR)  # `operator int` of C#, `A<T>::operator B<U>`
    elif name.startswith("operator ") and "(" in name:  # `operator bool() const`
        name = name.partition("(")[0].rstrip()
        end = start + byte_length(name)
    return name, start, end


def extend_regions(definitions: Iterable[Definition], file_end: int) -> None:
    """Let every region hold the definitions after it, up to the next region or package."""
    end = file_end
    for found in sorted(definitions, key=lambda found: found.start, reverse=True):
        if found.role == "region":
            end, found.end = found.start, end
        elif found.detail == "package":
            end = found.start
