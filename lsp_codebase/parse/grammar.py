"""Grammars, loaded once a process, and parsing with a deadline."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Range, Tree

# A file this small is parsed in one go: even random bytes, the slowest input there is (0.1 MB a second), keep the
# default deadline. Larger ones are read through a callback, without which no deadline works. tree-sitter 0.26.1 never
# frees what such a callback returns, and some grammars read one place thousands of times: pieces are small.
_SMALL_BYTES = 128 * 1024
_PIECE_BYTES = 1024


@cache
def load_grammar(name: str) -> Language:
    """Return the grammar `name` of the pack."""
    from tree_sitter_language_pack import get_language

    return get_language(name)  # type: ignore[arg-type]


def parse_tree(grammar: str, source: bytes, deadline: float, ranges: list[Range] | None = None) -> Tree | None:
    """Parse `source`, or only `ranges` of it; return None when `time.thread_time()` passes `deadline`.

    CPU time of this thread, not wall time: a busy machine must not decide which files have symbols.
    """
    from tree_sitter import Parser

    parser = Parser(load_grammar(grammar), included_ranges=ranges) if ranges else Parser(load_grammar(grammar))
    if len(source) <= _SMALL_BYTES:
        return parser.parse(source)

    def read(offset: int, _point: object) -> bytes:
        return source[offset : (offset // _PIECE_BYTES + 1) * _PIECE_BYTES]

    def is_late(_offset: int, _has_error: bool) -> bool:
        return time.thread_time() > deadline

    try:
        return parser.parse(read, progress_callback=is_late)
    except ValueError:  # how the binding says that the callback stopped it
        return None
