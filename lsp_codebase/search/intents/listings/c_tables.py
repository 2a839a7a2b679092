"""All of a kind as C keeps them: rows of an array, `struct shop_option options[] = {`, or calls of a macro for one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsp_codebase.parse import word_parts
from lsp_codebase.search.intents.listings.asked_listing import ends_so
from lsp_codebase.search.intents.listings.declarations import each_once, line_at, spellings
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, OF_C
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 2_000
_FEWEST = 3  # rows, or calls of a macro
_OF_ARRAYS = frozenset("all array def defs entries entry info list map tab table tbl".split())
_ARRAY = re.compile(
    r"(?:(?:const|extern|static)\s+){0,3}(?:struct\s+)?\w+\s*[\s*]\s*(?:const\s+)?(?P<name>\w+)\[[^\]]*\]\s*=\s*\{"
)
_ROW = re.compile(r"\s*(?:\{\s*(?:\.\w+\s*=\s*)?[\"&A-Z](?!ULL\b)|&\w+,|\.name\s*=\s*\"|[A-Z][A-Z\d_]{3,}\(\s*\")")
_END = re.compile(r"\s*\}\s*;")
_MACRO = re.compile(r"\s*(?P<name>[A-Z][A-Z\d_]+)\(\s*[\"A-Z](?!.*\\$)")
"""A call of a macro, in no definition of another one."""


def rows_of(question: Question, words: Sequence[str]) -> Group | None:
    """Return the rows of the arrays called like a kind, or the calls of macros called so; None if there are few."""
    kinds = spellings(words)
    chunks = [
        chunk
        for kind in kinds
        for chunk in question.few(question.holding(*kind, languages=OF_C), _MOST_CHUNKS)
        if is_likely(chunk.path)
    ]
    arrays: dict[str, list[Piece]] = {}
    calls: list[Piece] = []
    for chunk in chunks:
        for row, line in enumerate(chunk.lines, chunk.start_line):
            if (array := _ARRAY.match(line[:LONGEST_LINE])) and _is_of(array["name"], kinds):
                arrays.setdefault(array["name"], []).extend(_rows(question, chunk.path, chunk.language, row))
            elif (macro := _MACRO.match(line[:LONGEST_LINE])) and _is_of(macro["name"], kinds):
                calls.append(line_at(chunk.path, chunk.language, row))
    exact = {name: pieces for name, pieces in arrays.items() if _is_of(name, kinds, whole=True)}
    arrays = exact or arrays
    rows = each_once(piece for pieces in arrays.values() for piece in pieces)
    calls = each_once(calls)
    if max(len(rows), len(calls)) < _FEWEST:
        return None
    said = (
        f"rows of {', '.join(sorted(arrays))}" if len(rows) >= len(calls) else f"calls of macros called ... {words[-1]}"
    )
    return Group(max(rows, calls, key=len), said, is_sure=True, of_lines=True)


def _is_of(name: str, kinds: Sequence[Sequence[str]], *, whole: bool = False) -> bool:
    """Whether a name, but for words for an array, ends with the words of a kind, or as a `whole` says them."""
    parts = [part for part in word_parts(name) if part not in _OF_ARRAYS]
    return any(ends_so(parts, kind) and not (whole and len(parts) > len(kind)) for kind in kinds)


def _rows(question: Question, path: str, language: str, opening: int) -> Iterator[Piece]:
    lines = question.calls.lines(path)
    for row in range(opening + 1, len(lines)):
        if _END.match(lines[row]):
            return
        if _ROW.match(lines[row][:LONGEST_LINE]):
            yield line_at(path, language, row)
