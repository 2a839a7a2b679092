"""Grammars, loaded once a process, and parsing with a deadline."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Range, Tree

    from lsp_codebase.parse.deadline import Deadline

_TEXT_BYTES = 256  # most nodes whose text a query asks for are names


@cache
def load_grammar(name: str) -> Language:
    """Return the grammar `name` of the pack."""
    from tree_sitter_language_pack import get_language

    return get_language(name)  # type: ignore[arg-type]


def parse_tree(grammar: str, source: bytes, deadline: Deadline, ranges: list[Range] | None = None) -> Tree | None:
    """Parse `source`, or only `ranges` of it; return None when the deadline passes.

    Some grammars take minutes for 12 KB of text that was made for it, so the smallest file has a deadline, too. None
    works without a callback that reads.
    """
    from tree_sitter import Parser

    parser = Parser(load_grammar(grammar), included_ranges=ranges) if ranges else Parser(load_grammar(grammar))
    reader = _Reader(source)

    def is_late(_offset: int, _has_error: bool) -> bool:
        return deadline.is_past  # the parser asks at every hundredth step

    try:
        return parser.parse(reader, progress_callback=is_late)
    except ValueError:  # the binding raises it when the callback stops it
        return None
    finally:
        reader.release()


class _Reader:
    """Hands a source to the parser, and later the texts of nodes to queries that ask for them.

    tree-sitter 0.26.1 never frees its input while it parses: views that are released afterwards leave nothing
    of the source behind. It reads the texts of nodes only from bytes.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._views: dict[int, memoryview] | None = {}  # by offset: some grammars come back to one again and again

    def __call__(self, offset: int, _point: object) -> bytes | memoryview:
        if self._views is None:
            return self._source[offset : offset + _TEXT_BYTES]
        if offset >= len(self._source):
            return b""  # there is only one such object to keep
        if offset not in self._views:
            self._views[offset] = memoryview(self._source)[offset:]
        return self._views[offset]

    def release(self) -> None:
        """Let go of the input of the parser, which has come to its end."""
        for view in (self._views or {}).values():
            view.release()
        self._views = None
