"""Our symbol queries (`queries/*.scm`): loading, the meaning of each pattern, and running them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lsp_codebase.parse.grammar import load_grammar
from lsp_codebase.parse.pieces import pieces

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

    from lsp_codebase.parse.deadline import Deadline

Matches: TypeAlias = "list[tuple[int, dict[str, list[Node]]]]"
"""Captures, each with its place among the patterns."""

QUERIES = Path(__file__).with_name("queries")

_CAPTURE = re.compile(r"@([\w.]+)")
_TOKEN = re.compile(r';[^\n]*|"(?:[^"\\]|\\.)*"|@[\w.]+|[()\[\]]')
_COMMENT_LINE = re.compile(r"^\s*;.*$", re.MULTILINE)
_INHERITS = re.compile(r"^; inherits: ([\w, ]+)$", re.MULTILINE)
_NAMES = ("name", "declarator", "destructured")
_BESIDE = (*_NAMES, "container", "end", "language", "_")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern of a query: its role, the capture that spans it, and the capture of the name.

    `rank` is its place in the query: of two patterns that name the same thing the earlier one wins.
    `detail` is the word after the dot ("function" in `@definition.function`). The roles:
    definition, declaration  a symbol; `@container` names its owner, `@end` a sibling that closes it
    local                    a name that is no symbol, even if later patterns match it
    member                   a symbol directly within a type, none elsewhere
    region                   a symbol that holds everything up to the next region or the end of the file
    wrapper                  gives `@_inner`, a definition, its beginning and end: its `export`, its decorators; or only
                             its beginning: `pub`, a word before it
    scope                    holds definitions under its name, but is no symbol (`impl`, `extension`); `detail` may give
                             their visibility
    comment, docstring       text for the comment field; a docstring documents the definition of that name
    lead                     code that belongs to the definition behind it (attributes, type specifications)
    section                  a word for the visibility of the members after it (`private:`)
    import                   an import
    embedded                 text in another language, which `detail` names or `@language` tells
    """

    rank: int
    role: str
    detail: str
    capture: str
    name_capture: str
    has_container: bool
    has_end: bool


class SymbolQuery:
    """A query of ours, compiled for one grammar.

    Patterns that begin at the root of the tree are compiled apart and only tried there: as part of the whole they
    would stay open to the end of the file, and every node would pay for each of them.
    """

    def __init__(self, grammar: Language, source: str) -> None:
        from tree_sitter import Parser, Query

        self._root = Parser(grammar).parse(b"").root_node.type
        sources = split_patterns(source)
        at_root = [text.startswith((f"({self._root} ", f"({self._root}\n")) for text in sources]
        self.patterns = [_read_pattern(rank, text) for rank, text in enumerate(sources)]
        self._parts: list[tuple[Query, list[Pattern], bool]] = []
        for is_root in (False, True):
            ranks = [rank for rank, here in enumerate(at_root) if here is is_root]
            if ranks:
                part = Query(grammar, "\n".join(sources[rank] for rank in ranks))
                self._parts.append((part, [self.patterns[rank] for rank in ranks], is_root))

    def matches(self, node: Node, level: int, deadline: Deadline) -> Iterator[tuple[list[Pattern], Matches]]:
        """Yield some patterns and the matches of these, in no order to rely on, that begin at the node or below.

        At most so many levels below. The deadline is looked at between the pieces of a tree: the `progress_callback` of
        a query cursor crashes the process in tree-sitter 0.26.1, which keeps a pointer into a stack frame that is gone.
        """
        from tree_sitter import QueryCursor

        for query, patterns, is_root in self._parts:
            if is_root and node.type != self._root:
                continue
            cursor = QueryCursor(query)
            for piece, left in ((node, 0),) if is_root else pieces(node, level):
                cursor.set_max_start_depth(left)
                deadline.check()
                yield patterns, cursor.matches(piece)


@cache
def load_query(language: str, grammar: str) -> SymbolQuery | None:
    """Return the symbol query of a language compiled for its grammar, or None where we have none."""
    for name in (language, grammar):
        if (QUERIES / f"{name}.scm").exists():
            return SymbolQuery(load_grammar(grammar), query_source(name))
    return None


def query_source(name: str) -> str:
    """Return the text of a query; `; inherits: a,b` in its first line puts those queries behind it."""
    text = (QUERIES / f"{name}.scm").read_text("utf-8")
    inherited = _INHERITS.search(text)
    if inherited is None:
        return text
    return "\n".join([text, *(query_source(base.strip()) for base in inherited[1].split(","))])


def split_patterns(source: str) -> list[str]:
    """Return the text of each pattern of a query, with the captures behind it and without comments."""
    patterns: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(source):
        text = token[0]
        if text[0] in "([":
            if depth == 0:
                start = token.start()
            depth += 1
        elif text[0] in ")]":
            depth -= 1
            if depth == 0:
                patterns.append(source[start : token.end()])
        elif depth == 0 and text[0] == "@":
            patterns[-1] += " " + text
    return [_COMMENT_LINE.sub("", pattern) for pattern in patterns]


def _read_pattern(rank: int, source: str) -> Pattern:
    captures = _CAPTURE.findall(source)
    main = next(capture for capture in captures if not capture.startswith(_BESIDE))
    role, _, detail = main.partition(".")
    name_capture = next((capture for capture in captures if capture in _NAMES), "")
    return Pattern(rank, role, detail, main, name_capture, "container" in captures, "end" in captures)
