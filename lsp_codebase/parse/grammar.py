"""Grammars and queries, loaded once a process, and parsing with a deadline. The only door to tree-sitter."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, Range, Tree

QUERIES = Path(__file__).with_name("queries")

# Bytes handed to the parser at once; between two of them it looks at the clock and lets other threads run.
_PIECE_BYTES = 64 * 1024
_CAPTURE = re.compile(r"@([\w.]+)")
_COMMENT_LINE = re.compile(r"^\s*;.*$", re.MULTILINE)
_INHERITS = re.compile(r"^; inherits: ([\w, ]+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pattern:
    """What one pattern of a query yields: its role, the capture that spans it, and the capture of the name.

    `role` is "definition", "declaration", "scope", "comment", "docstring", "lead", "section" or "import"; `detail`
    what follows the dot in the capture ("function" in `@definition.function`).
    """

    role: str
    detail: str
    capture: str
    name_capture: str
    has_container: bool


@dataclass(frozen=True, slots=True)
class SymbolQuery:
    """A compiled query with what each of its patterns means."""

    query: Query
    patterns: tuple[Pattern, ...]


@cache
def load_grammar(name: str) -> Language:
    """Return the grammar `name` of the pack."""
    from tree_sitter_language_pack import get_language

    return get_language(name)  # type: ignore[arg-type]


def query_source(name: str) -> str:
    """Return the text of a query; `; inherits: a,b` in its first line puts those queries behind it."""
    text = (QUERIES / f"{name}.scm").read_text("utf-8")
    inherited = _INHERITS.search(text)
    if inherited is None:
        return text
    return "\n".join([text, *(query_source(base.strip()) for base in inherited[1].split(","))])


@cache
def load_query(language: str, grammar: str) -> SymbolQuery | None:
    """Return the symbol query of a language compiled for its grammar, or None where we have none."""
    from tree_sitter import Query

    for name in (language, grammar):
        if (QUERIES / f"{name}.scm").exists():
            break
    else:
        return None
    source = query_source(name)
    query = Query(load_grammar(grammar), source)
    raw = source.encode()
    patterns = tuple(
        _read_pattern(raw[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode())
        for index in range(query.pattern_count)
    )
    return SymbolQuery(query, patterns)


def _read_pattern(source: str) -> Pattern:
    captures = _CAPTURE.findall(_COMMENT_LINE.sub("", source))
    main = next(capture for capture in captures if not capture.startswith(("name", "declarator", "container", "_")))
    role, _, detail = main.partition(".")
    name_capture = next((capture for capture in captures if capture in ("name", "declarator")), "")
    return Pattern(role, detail, main, name_capture, "container" in captures)


def parse_tree(grammar: str, source: bytes, deadline: float, ranges: list[Range] | None = None) -> Tree | None:
    """Parse `source`, or only `ranges` of it; return None when `time.monotonic()` passes `deadline`."""
    from tree_sitter import Parser

    parser = Parser(load_grammar(grammar), included_ranges=ranges) if ranges else Parser(load_grammar(grammar))

    def read(offset: int, _point: object) -> bytes:
        return source[offset : offset + _PIECE_BYTES]

    def is_late(_offset: int, _has_error: bool) -> bool:
        return time.monotonic() > deadline

    try:
        return parser.parse(read, progress_callback=is_late)
    except ValueError:  # how the binding says that the callback stopped it
        return None


def find_matches(query: Query, node: Node) -> list[tuple[int, dict[str, list[Node]]]]:
    """Return the matches of `query` under `node`: pattern index and nodes by capture.

    Without a deadline: `progress_callback` of a query cursor crashes the process in tree-sitter 0.26.1.
    """
    from tree_sitter import QueryCursor

    return QueryCursor(query).matches(node)
