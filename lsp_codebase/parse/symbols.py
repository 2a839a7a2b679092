"""From raw definitions to symbols: nesting, kinds, spans."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from lsp_codebase.model import Span, Symbol, SymbolKind, Visibility, byte_length, line_starts
from lsp_codebase.parse.comments import CommentIndex
from lsp_codebase.parse.constants import Constants
from lsp_codebase.parse.decoding import SourceText
from lsp_codebase.parse.definitions import Definition, QueryMatches, extend_regions
from lsp_codebase.parse.ends import end_of
from lsp_codebase.parse.file_marks import has_deprecation, has_test_marks, is_deprecated, is_test_marked
from lsp_codebase.parse.headings import open_sections
from lsp_codebase.parse.kinds import KINDS
from lsp_codebase.parse.named_tests import TOLD
from lsp_codebase.parse.rules import PRIVATE, PROTECTED, PUBLIC, UNKNOWN, LanguageRules
from lsp_codebase.parse.signature import as_one_line, body_offset, plain_signature, signature_of, value_signature

if TYPE_CHECKING:
    from tree_sitter import Node

    from lsp_codebase.parse.deadline import Deadline

# The kinds compared with every symbol have names of their own: up to Python 3.11 an enumeration is slow to look up.
_CLASS, _CONSTANT, _FUNCTION, _METHOD, _VARIABLE = (
    SymbolKind.Class,
    SymbolKind.Constant,
    SymbolKind.Function,
    SymbolKind.Method,
    SymbolKind.Variable,
)
_HOLDS_METHODS = frozenset({_CLASS, SymbolKind.Interface, SymbolKind.Struct, SymbolKind.Enum})
_HOLDS_LOCALS = frozenset({_FUNCTION, _METHOD, SymbolKind.Constructor, SymbolKind.Operator})
_OF_AN_OWNER = frozenset({_METHOD, SymbolKind.Constructor})
_PLAIN = frozenset({SymbolKind.Key, SymbolKind.Object, SymbolKind.String})
_LOCALS = frozenset({"constant", "variable"})
_VALUES = frozenset({_VARIABLE, _CONSTANT, SymbolKind.Field, SymbolKind.Property})
_NAMESPACES = frozenset({SymbolKind.Module, SymbolKind.Namespace, SymbolKind.Package})
_HAS_BODY = _HOLDS_METHODS | _HOLDS_LOCALS | {SymbolKind.Module, SymbolKind.Namespace}
_TESTS = TOLD | {"test"}
_NO_VISIBILITY = _TESTS | {"heading", "key", "member", "module", "namespace", "object", "package"}
_SECTIONS = {"public": PUBLIC, "protected": PROTECTED, "private": PRIVATE}
_DOC_BESIDE = frozenset({SymbolKind.Field, SymbolKind.EnumMember, _CONSTANT, _VARIABLE})
_CONTAINER_NOISE = re.compile(r"[<\[(].*|\.prototype\b.*|(?:'\w+|\b(?:mut|dyn|const))\s+|[*&\s]", re.DOTALL)
_NO_CONTAINER = frozenset({"this", "self", "exports", "module.exports", "window", "globalThis", "global", "root"})
_DEFINE = "#define"
_WORD = re.compile(r"\w+")
_INK = re.compile(rb"\S")
_WHITE = b" \t\n\r\x0b\f"
_LONGEST_PATH = 1_000  # of a scope: names beyond it are left out, since each definition inside repeats it
_PLAIN_PATH = re.compile(r"[\w$@]+(?:\.[\w$@]+)*")


_role, _detail = attrgetter("role"), attrgetter("detail")
_made = tuple.__new__
"""Makes a named tuple without its own `__new__`, a function around this one: there are millions of symbols."""


class _Enclosing:
    """A definition that may contain others: the dotted path of its contents, and the state for its next members."""

    __slots__ = ("container", "end", "is_test", "kind", "name_start", "path", "section", "start")

    def __init__(self, found: Definition, kind: SymbolKind, container: str, name: str, is_test: bool) -> None:
        self.start = found.start
        self.end = found.end
        self.name_start = found.name_start
        self.kind = kind
        if kind in _NAMESPACES:
            name = name.replace("::", ".").replace("\\", ".")  # `namespace a::b {`, `namespace A\B {`
        path = f"{container}.{name}" if container and name else container or name
        self.path = path if len(path) <= _LONGEST_PATH else container
        self.container = container
        self.section = UNKNOWN
        self.is_test = is_test


class SymbolBuilder:
    """Makes the symbols of one tree."""

    def __init__(
        self, source: SourceText, finds: QueryMatches, comments: CommentIndex, rules: LanguageRules, is_test: bool
    ) -> None:
        self._source = source
        self._finds = finds
        self._comments = comments
        self._rules = rules
        self._is_test = is_test
        self._leads = _by_follower(finds, source.utf8) if finds.leads else {}
        self._may_be_deprecated = has_deprecation(source.utf8, rules.has_annotations)
        self._may_be_marked = rules.has_annotations and not is_test and has_test_marks(source.utf8)
        self._stack: list[_Enclosing] = []
        self._last_in_scope: dict[int, int] = {}
        self._line_starts: list[int] = []  # in bytes, when they are asked for

    def build(self, deadline: Deadline) -> list[Symbol]:
        """Return the symbols in file order. Raise `DeadlinePassed` past the deadline."""
        symbols: list[Symbol] = []
        continues = self._rules.continues
        sections = [self._finds.sections[start] for start in sorted(self._finds.sections, reverse=True)]
        self._extend()
        every: list[Definition | Constants] = [*self._finds.definitions.values(), *self._finds.constants]
        order = sorted(every, key=lambda found: (found.start, -found.end, found.name_start))
        behind = [found.start for found in order[1:]] + [len(self._source.utf8)]
        for found, following in deadline.each(zip(order, behind, strict=False)):
            while sections and sections[-1].start_byte < found.start:
                self._open_section(sections.pop())
            enclosing = self._enclosing(found.start, found.end, found) if self._stack else None
            if isinstance(found, Constants):
                symbols += deadline.each(self._constants(found, enclosing))
                continue
            container = self._container(found, enclosing) if enclosing is not None or found.container else ""
            if found.role == "scope":
                name = _clean_container(found.name)
                is_test = (enclosing is not None and enclosing.is_test) or self._is_marked(found)
                holder = _Enclosing(found, _CLASS, container, name, is_test)
                holder.section = _SECTIONS.get(found.detail, UNKNOWN)
                self._stack.append(holder)
                continue
            kind = self._kind(found, enclosing)
            if kind is None:
                continue
            symbol = self._symbol(found, kind, container, enclosing)
            if continues is None or not self._continues(symbol, enclosing, symbols):
                symbols.append(symbol)
            # Most definitions hold no other: the next begins behind them.
            if sections or following < found.end:
                self._hold(found, kind, container, symbol.is_test)
        return symbols

    def _extend(self) -> None:
        """Let regions and headings reach over their contents."""
        definitions = self._finds.definitions.values()
        if "region" in map(_role, definitions):
            extend_regions(definitions, len(self._source.utf8))
        if "heading" in map(_detail, definitions):
            open_sections(definitions, self._source.utf8)

    def _continues(self, symbol: Symbol, enclosing: _Enclosing | None, symbols: list[Symbol]) -> bool:
        """Join a further clause or equation to the symbol before it in the same scope, if it continues that."""
        continues = self._rules.continues
        assert continues is not None
        scope = enclosing.start if enclosing is not None else -1
        place = self._last_in_scope.get(scope)
        self._last_in_scope[scope] = len(symbols)
        if place is None or symbols[place].name != symbol.name:
            return False
        first = symbols[place]
        if not continues(self._source.line(first.span.end_line)):
            return False
        symbols[place] = first._replace(span=Span(*first.span.start, *symbol.span.end))
        self._last_in_scope[scope] = place
        return True

    def _enclosing(self, start: int, end: int, found: Definition | Constants | None = None) -> _Enclosing | None:
        """Drop definitions that ended before `start`; return the innermost one around the bytes, never an equal one.

        No variable holds the type before its name: `struct Size { int width; } size;`.
        """
        stack = self._stack
        while stack and stack[-1].end <= start:
            stack.pop()
        is_type = isinstance(found, Definition) and KINDS.get(found.detail) in _HOLDS_METHODS
        for candidate in reversed(stack):
            if candidate.end < end or (candidate.start == start and candidate.end == end):
                continue
            if not (is_type and candidate.kind in _VALUES and end <= candidate.name_start):
                return candidate
        return None

    def _hold(self, found: Definition, kind: SymbolKind, container: str, is_test: bool) -> None:
        """Let a definition enclose the next ones."""
        if kind is SymbolKind.EnumMember:
            return
        above = self._stack[-1] if self._stack else None
        if found.detail == "type" and above is not None and (above.start, above.end) == (found.start, found.end):
            return  # `*P` of `typedef struct { int x; } T, *P;`
        name = found.name
        if found.detail == "extension":  # its members are those of the type
            kind, name = _CLASS, _clean_container(name)
        holder = _Enclosing(found, kind, container, name, is_test)
        if kind is _CLASS:
            holder.section = self._rules.class_section
        self._stack.append(holder)

    def _open_section(self, node: Node) -> None:
        enclosing = self._enclosing(node.start_byte, node.end_byte)
        if enclosing is not None:
            word = self._source.utf8[node.start_byte : node.end_byte].decode("ascii", "replace")
            enclosing.section = _SECTIONS.get(word.rstrip(": "), UNKNOWN)

    def _kind(self, found: Definition, enclosing: _Enclosing | None) -> SymbolKind | None:
        """Return the LSP kind where it stands, or None for a local variable or a member of no type."""
        if found.role == "member" and (enclosing is None or enclosing.kind not in _HOLDS_METHODS):
            return None
        kind = KINDS[found.detail]
        if enclosing is None:
            if kind is _FUNCTION and found.container and _clean_container(found.container):
                kind = _METHOD
        elif kind in _VALUES:
            if enclosing.kind in _HOLDS_LOCALS and found.detail != "parameter":
                return None
            if enclosing.kind in _VALUES and found.detail in _LOCALS:  # of the block that computes the value
                return None
            if kind is _VARIABLE and enclosing.kind in _HOLDS_METHODS:
                kind = SymbolKind.Field
        elif kind is _FUNCTION and found.detail == "function":
            if enclosing.kind in _HOLDS_METHODS or found.container:
                kind = _METHOD
            elif found.is_declaration and enclosing.kind in _HOLDS_LOCALS:
                return None
        if kind is _VARIABLE and found.name.isupper():
            return _CONSTANT
        if kind is _METHOD and self._constructs(found, enclosing):
            return SymbolKind.Constructor
        return kind

    def _constructs(self, found: Definition, enclosing: _Enclosing | None) -> bool:
        if found.name in self._rules.constructors:
            return True
        if not self._rules.class_name_constructs:
            return False
        owner = _clean_container(found.container) or (enclosing.path if enclosing else "")
        return owner.rpartition(".")[2] == found.name

    def _container(self, found: Definition, enclosing: _Enclosing | None) -> str:
        outer = ""
        if enclosing is not None:
            of_owner = found.detail == "parameter" or (found.container == "this" and enclosing.kind in _OF_AN_OWNER)
            outer = enclosing.container if of_owner else enclosing.path
        if not found.container:
            return outer
        explicit = _clean_container(found.container)
        return f"{outer}.{explicit}" if outer and explicit else outer or explicit

    def _symbol(self, found: Definition, kind: SymbolKind, container: str, enclosing: _Enclosing | None) -> Symbol:
        first, column, last, end_column = found.node.start_point + found.last.end_point
        if first == last:  # on one line columns differ as bytes do
            row, name_column = first, column + found.name_start - found.start
        else:
            row, name_column = found.name_node.start_point
            name_column += found.name_start - found.name_node.start_byte
        if found.detail == "heading":
            last, end_column = self._last_place(found.end)
            if end_column == 0 and last > first:
                last, end_column = self._end_above(last, first)
        elif last > first and found.detail != "annotated":  # which is made of comments
            begin, end = (found.start, column), (found.last.end_byte, last, end_column)
            last, end_column = end_of(self._source.utf8, self._finds.comments, begin, end)
        head = found.start
        if self._leads:
            while (lead := self._leads.get(head)) is not None:
                (first, column), head = lead.start_point, lead.start_byte
        signature = self._signature(found, kind)
        marks = ""
        if self._may_be_marked or self._may_be_deprecated:
            marks = self._source.utf8[head : found.name_start].decode("utf-8", "replace")
        is_test = self._is_test or found.detail in _TESTS or (enclosing is not None and enclosing.is_test)
        values = (
            found.name,
            kind,
            _made(Span, (first, column, last, end_column)),
            _made(Span, (row, name_column, row, name_column + found.name_end - found.name_start)),
            container,
            signature,
            self._visibility(found, signature, enclosing),
            is_test or (self._may_be_marked and is_test_marked(marks)),
            found.is_declaration,
            self._may_be_deprecated and is_deprecated(marks, self._doc(found, kind, first, last)),
        )
        return _made(Symbol, values)

    def _is_marked(self, scope: Definition) -> bool:
        """Whether a test annotation stands above a scope, which is no symbol."""
        head = scope.start
        while (lead := self._leads.get(head)) is not None:
            head = lead.start_byte
        return self._may_be_marked and is_test_marked(self._source.utf8[head : scope.start].decode("utf-8", "replace"))

    def _constants(self, found: Constants, enclosing: _Enclosing | None) -> Iterator[Symbol]:
        """Yield the constants of some lines, none where they are within a function."""
        if enclosing is not None and enclosing.kind in _HOLDS_LOCALS:
            return
        container = enclosing.path if enclosing is not None else ""
        is_test = self._is_test or (enclosing is not None and enclosing.is_test)
        # A comment stands above the first of them only.
        is_old = self._may_be_deprecated and is_deprecated("", self._comments.doc_above(found.row))
        visibility = self._visible("", _DEFINE, enclosing)
        text = self._source.utf8[found.start : found.end - 1].decode("ascii")
        for row, line in enumerate(text.split("\n"), found.row):
            name = line.split(None, 2)[1]
            column = line.index(name, len(_DEFINE))
            values = (
                name,
                _CONSTANT,
                _made(Span, (row, 0, row, len(line))),
                _made(Span, (row, column, row, column + len(name))),
                container,
                as_one_line(line),
                visibility,
                is_test,
                False,
                is_old and row == found.row,
            )
            yield _made(Symbol, values)

    def _doc(self, found: Definition, kind: SymbolKind, first: int, last: int) -> str:
        """Return the docstring, else the comment above, else (for values) the comment behind."""
        if self._finds.docstrings:
            docstring = self._finds.docstrings.get(found.name_node.start_byte)
            if docstring is not None:
                return self._source.utf8[docstring.start_byte : docstring.end_byte].decode("utf-8", "replace")
        raw = self._comments.doc_above(first) or self._comments.doc_above(found.node.start_point[0])
        if not raw and kind in _DOC_BESIDE:
            return self._comments.doc_beside(last, found.end)
        return raw

    def _signature(self, found: Definition, kind: SymbolKind) -> str:
        if kind in _PLAIN or found.detail == "annotated":
            line = self._source.utf8.rfind(b"\n", found.start, found.name_start) + 1  # behind an overline
            return plain_signature(self._source.utf8, line or found.start, found.last.end_byte)
        if kind not in _HAS_BODY or found.detail in TOLD:
            code = self._comments.code(found.start, found.end)
            return value_signature(code, found.start, found.end, found.name_start, found.name_end)
        body = body_offset(found.node)
        code = self._comments.code(found.start, body if body >= 0 else found.end)
        return signature_of(code, found.start, found.end, body, found.name_start, is_alias=found.detail == "alias")

    def _visibility(self, found: Definition, signature: str, enclosing: _Enclosing | None) -> Visibility:
        if found.detail in _NO_VISIBILITY:
            return UNKNOWN
        name, at = found.name, signature.find(found.name)
        if at >= 0 and (signature[at - 1 : at].isalnum() or signature[at + len(name) : at + len(name) + 1].isalnum()):
            words = (word.start() for word in _WORD.finditer(signature) if word[0] == name)
            at = next(words, at)  # not `a` of `private`
        return self._visible(name, signature[:at] if at > 0 else "", enclosing)

    def _visible(self, name: str, before: str, enclosing: _Enclosing | None) -> Visibility:
        if enclosing is not None:
            if enclosing.section is not UNKNOWN:
                return enclosing.section
            if enclosing.kind is SymbolKind.Interface:
                return PUBLIC
        return self._rules.visibility(name, before)

    def _last_place(self, end: int) -> tuple[int, int]:
        """Return row and column behind the last character before byte `end` that is not white space."""
        utf8 = self._source.utf8
        while end and utf8[end - 1] in _WHITE:
            end -= 1
        if not self._line_starts:
            self._line_starts = line_starts(utf8.split(b"\n"))
        row = bisect_right(self._line_starts, end) - 1
        return row, end - self._line_starts[row]

    def _end_above(self, row: int, first: int) -> tuple[int, int]:
        """Return the end of the last line above `row` that is not blank, for a definition that took the line end."""
        row = min(row, len(self._source.offsets) - 1) - 1
        while row > first and not self._source.line(row).strip():
            row -= 1
        line = self._source.line(row)
        return row, len(line) if self._source.is_ascii else byte_length(line)


def _by_follower(finds: QueryMatches, utf8: bytes) -> dict[int, Node]:
    """Return the leads by the bytes where they are followed by more than white space and comments."""
    leads: dict[int, Node] = {}
    for lead in finds.leads.values():
        behind: Node | None = lead
        while behind is not None and (ink := _INK.search(utf8, behind.end_byte)) is not None:
            leads[ink.start()] = lead
            behind = finds.comments.get(ink.start())
    return leads


@lru_cache(maxsize=1_024)
def _clean_container(text: str) -> str:
    """Return a dotted path from `*T[K]`, `A::B<C>` or `Foo.prototype`, "" if it is no plain path."""
    text = _CONTAINER_NOISE.sub("", text).replace("::", ".").replace("\\", ".")
    if text in _NO_CONTAINER or not _PLAIN_PATH.fullmatch(text):
        return ""
    return text
