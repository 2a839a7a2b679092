"""The definitions and comments of one source file, found with tree-sitter."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from training.languages import Language

Span = tuple[int, int]
_QUOTES = re.compile(r"^[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
_FUNCTIONS = re.compile(
    r"function|method|constructor|init_decl|macro|variable_declarator|assignment|pair|property_signature"
)
_BETWEEN = (b"@", b"#[", b"[", b"template", b"export ", b"static")


@functools.cache
def _grammar(name: str) -> tuple[Grammar, Parser]:
    grammar = get_language(name)
    return grammar, Parser(grammar)


@functools.cache
def _query(language: Language) -> Query:
    grammar = _grammar(language.grammar)[0]
    kinds = [
        *((kind, "definition") for kind in language.definitions),
        *((kind, "comment") for kind in language.comments),
    ]
    return Query(
        grammar, "\n".join(f"({kind}) @{name}" for kind, name in kinds if grammar.id_for_node_kind(kind, True))
    )


@dataclass
class Definition:
    """`cut`: the comments inside. `function`: a function or method; else a class, struct, interface, type or module."""

    name: str
    container: str
    start: int
    end: int
    comment: str
    cut: tuple[Span, ...]
    function: bool


def _assigned_name(node: Node) -> str:
    """Return the name that a function value is bound to; "" if the value is none."""
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    kinds = {"arrow_function", "function_expression", "function", "class", "generator_function"}
    outer = node.parent.parent if node.parent is not None else None
    if outer is not None and outer.type == "export_statement":
        kinds |= {"call_expression", "as_expression", "satisfies_expression"}
    if value is None or value.type not in kinds:
        return ""
    key = node.child_by_field_name("name") or node.child_by_field_name("left") or node.child_by_field_name("key")
    text = key.text.decode("utf-8", "replace") if key is not None and key.text else ""
    return re.split(r"[.\[\]'\"]", text.strip("'\"]"))[-1]


def _name(node: Node) -> str:
    if node.type == "type_declaration":
        node = next((child for child in node.named_children if child.type == "type_spec"), node)
    if node.type in ("variable_declarator", "assignment_expression", "pair"):
        return _assigned_name(node)
    if node.type == "init_declaration":
        return "init"
    named = node.child_by_field_name("name")
    declarator = node.child_by_field_name("declarator")
    while named is None and declarator is not None:
        inner = declarator.child_by_field_name("declarator")
        named = declarator if inner is None else None
        declarator = inner
    if named is None:
        kinds = ("simple_identifier", "type_identifier", "identifier", "word")
        named = next((child for child in node.named_children if child.type in kinds), None)
    text = named.text.decode("utf-8", "replace") if named is not None and named.text else ""
    return re.split(r"::|\.|:", text)[-1].strip("~* ")


def _docstring(node: Node) -> Node | None:
    body = node.child_by_field_name("body")
    first = body.named_children[0] if body is not None and body.named_children else None
    if first is not None and first.type == "expression_statement" and first.named_children:
        first = first.named_children[0]
    return first if first is not None and first.type == "string" else None


def parse(text: bytes, language: Language) -> tuple[list[Definition], list[Span]]:
    """Return the definitions of a file in order and the byte spans of its comments and docstrings."""
    tree = _grammar(language.grammar)[1].parse(text)
    found = QueryCursor(_query(language)).captures(tree.root_node)
    nodes = sorted(found.get("definition", ()), key=lambda node: (node.start_byte, -node.end_byte))
    comments = sorted((node.start_byte, node.end_byte) for node in found.get("comment", ()))
    docstrings = {}
    if language.name == "python":
        docstrings = {node.start_byte: doc for node in nodes if (doc := _docstring(node)) is not None}
        comments = sorted([*comments, *((doc.start_byte, doc.end_byte) for doc in docstrings.values())])
    above = _Above(text, comments)
    definitions: list[Definition] = []
    open_scopes: list[tuple[int, str]] = []
    for node in nodes:
        name = _name(node)
        if not name or node.end_byte - node.start_byte < 24:
            continue
        while open_scopes and open_scopes[-1][0] <= node.start_byte:
            open_scopes.pop()
        if node.start_byte in docstrings:
            doc = docstrings[node.start_byte]
            comment = _QUOTES.sub("", text[doc.start_byte : doc.end_byte].decode("utf-8", "replace"))
        else:
            comment = above.comment(node.start_byte)
        container = ".".join(scope for _, scope in open_scopes)
        first, last = (bisect_left(comments, (offset, 0)) for offset in (node.start_byte, node.end_byte))
        inside = tuple(comments[first:last])
        function = bool(_FUNCTIONS.search(node.type))
        definitions.append(Definition(name, container, node.start_byte, node.end_byte, comment, inside, function))
        open_scopes.append((node.end_byte, name))
    return definitions, comments


def around(text: bytes, language: Language, rows: Iterable[int]) -> list[Definition]:
    """Return the innermost definitions of three lines and more around the given rows, without their comments above.

    Much cheaper than all definitions of the file. If functions are among them, only those: a member that is put in
    says little of the whole type.
    """
    root = _grammar(language.grammar)[1].parse(text).root_node
    lines = text.split(b"\n")
    found: dict[int, Definition] = {}
    for row in rows:
        line = lines[min(row, len(lines) - 1)]
        place = (row, len(line) - len(line.lstrip()))
        node = root.descendant_for_point_range(place, place)
        while node is not None and not _is_large_definition(node, language):
            node = node.parent
        if node is not None and node.id not in found:
            found[node.id] = _definition(node, language)
    functions = [one for one in found.values() if one.function]
    return functions or list(found.values())


def _is_large_definition(node: Node, language: Language) -> bool:
    return node.type in language.definitions and node.end_point[0] - node.start_point[0] >= 2 and bool(_name(node))


def _definition(node: Node, language: Language) -> Definition:
    captured = QueryCursor(_query(language)).captures(node)
    cut = [(one.start_byte, one.end_byte) for one in captured.get("comment", ())]
    if language.name == "python":
        documented = [doc for one in captured.get("definition", ()) if (doc := _docstring(one)) is not None]
        cut += [(doc.start_byte, doc.end_byte) for doc in documented]
    scopes: list[str] = []
    outer = node.parent
    while outer is not None:
        if outer.type in language.definitions and (name := _name(outer)):
            scopes.insert(0, name)
        outer = outer.parent
    function = bool(_FUNCTIONS.search(node.type))
    return Definition(_name(node), ".".join(scopes), node.start_byte, node.end_byte, "", tuple(sorted(cut)), function)


class _Above:
    """The comments of a file that stand on lines of their own, by their last line."""

    def __init__(self, text: bytes, comments: list[Span]) -> None:
        self.text = text
        self.lines = text.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.by_last_line: dict[int, tuple[int, int, int]] = {}
        for start, end in comments:
            first = self._row(start)
            last = self._row(max(start, end - 1 if text[end - 1 : end] == b"\n" else end))
            if not text[self.starts[first] : start].strip():
                self.by_last_line[last] = (start, end, first)

    def _row(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def comment(self, offset: int) -> str:
        """Return the comment over the line of `offset`, decorators between or (after `/** */`) an empty line."""
        row = self._row(offset) - 1
        while row >= 0 and self.lines[row].lstrip().startswith(_BETWEEN):
            row -= 1
        if row not in self.by_last_line and row - 1 in self.by_last_line and not self.lines[row].strip():
            start = self.by_last_line[row - 1][0]
            row -= self.text[start : start + 3] == b"/**"
        parts: list[bytes] = []
        while row in self.by_last_line:
            start, end, first = self.by_last_line[row]
            parts.insert(0, self.text[start:end])
            if self.text[start : start + 2] == b"/*":
                break
            row = first - 1
        return b"\n".join(part.rstrip() for part in parts).decode("utf-8", "replace")


def blanked(text: bytes, start: int, end: int, spans: Sequence[Span]) -> str:
    """Return text[start:end] without the given spans; lines left empty are dropped."""
    out, at = bytearray(), start
    for first, last in spans:
        if first >= at:
            out += text[at:first]
            at = last
    out += text[at:end]
    return "\n".join(line for line in out.decode("utf-8", "replace").splitlines() if line.strip())
