"""The channel of copied text: pasted code and messages that a question quotes, found where they stand as such."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import Literal
from lsp_codebase.scan import path_roles
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.ranking.priors import likeliest_first

_MOST_PIECES = 5
_MOST_CHUNKS = 60  # that hold a line: more say that it is no line of anything in particular
_MOST_READ = 4 * _MOST_CHUNKS
_TRIED_LINES = 3
_FEWEST_CHARACTERS = 12  # of a line that is looked for
_FEWEST_WORDS = 3  # of a quotation; fewer are a value

_CODE = re.compile(r"[(){}\[\];=<>]|\w(?:\.|::|->)\w")
_PROSE = re.compile(r"[^\W\d_]+,?(?:\s+\S+){4}")  # five words, not indented
_QUOTED = re.compile(
    r"\"([^\"\n]{1,500})\"|“([^”\n]{1,500})”|`([^`\n]{1,500})`|(?<!\w)'([^'\n]{1,500})'(?!\w)"
    r"|[„‚]([^„“”‘’\n]{1,500})[“”‘’]|«([^»\n]{1,500})»|»([^«\n]{1,500})«|「([^」\n]{1,500})」|『([^』\n]{1,500})』"
)
_AMID_OTHER_LETTERS = re.compile(r"[\x21-\x7e][\x20-\x7e]{1,500}")
"""A sentence in English inside of one in letters that are not Latin was copied, too."""
_OTHER_LETTER = re.compile(r"[\u0370-\u1dff\u1f00-\u1fff\u2c00-\U0010ffff]")
_GUTTER = re.compile(r"^\s*(?:>\s|\d+\s*\|)")  # of a reply, of a compiler
_SIGNATURE = re.compile(r"(?:[\w:.*&<>\[\]]+\s+)*([^\W\d][\w$]*[!?]?)\s*\(")  # if it ends with its bracket
_IS_DIFF = re.compile(r"^@@ ", re.MULTILINE)


def quotations(text: str) -> list[str]:
    """Return the quotations of a text of one line that are more than a value: in quotes, or in other letters."""
    if "\n" in text.strip():
        return []
    quoted = ["".join(match) for match in _QUOTED.findall(text)]
    if not quoted and _OTHER_LETTER.search(text):
        quoted = _AMID_OTHER_LETTERS.findall(text)
    return [part.strip() for part in quoted if part.strip().count(" ") >= _FEWEST_WORDS - 1]


def copied_lines(text: str) -> list[str]:
    """Return the lines of a query that were copied from somewhere, longest first: quotations, or else code.

    A text of which most is prose names code by the way, as messages of commits do.
    """
    found = quotations(text)
    if not found:
        lines = text.split("\n")
        if _IS_DIFF.search(text):
            lines = [line[1:] for line in lines if line.startswith(("-", " ")) and not line.startswith("--")]
        found = [_GUTTER.sub("", line).strip() for line in lines if _CODE.search(line)]
        prose = sum(_PROSE.match(line) is not None and not _CODE.search(line) for line in lines)
        found = found if len(found) >= prose else []
    distinct = dict.fromkeys(line for line in found if len(line) >= _FEWEST_CHARACTERS)
    return sorted(distinct, key=len, reverse=True)


def copied_from(question: Question, wanted: Sequence[str]) -> list[Piece]:
    """Return the chunks that hold most of what the query copies; none if nothing stands anywhere as it is written."""
    for line in wanted[:_TRIED_LINES]:
        chunk_ids = _likeliest(question, line)
        # An entry of a change log is looked for in the changed code.
        found = [
            chunk
            for chunk in question.corpus.texts(chunk_ids)
            if line in chunk.text and "docs" not in path_roles(chunk.path)
        ]
        if len(found) > _MOST_CHUNKS:
            return []
        places = {chunk_id: place for place, chunk_id in enumerate(chunk_ids.tolist())}
        held = {one.chunk_id: sum(other in one.text for other in wanted) for one in found}
        whole = re.compile(rf"(?<!\w){re.escape(line)}(?!\w)")
        found.sort(
            key=lambda one: (
                -held[one.chunk_id],
                not _defines(question, one, line),
                not whole.search(one.text),  # "move the item" stands in "Remove the item", too
                places[one.chunk_id],
            )
        )
        most = max(held.values(), default=0)
        if not found or (2 * most < len(wanted) and len(found) > 1):
            continue  # one line of many that stands in several places
        return [
            piece_of(chunk, most / len(wanted) * (1 - place / 100))
            for place, chunk in enumerate(found[:_MOST_PIECES])
            if held[chunk.chunk_id] == most
        ]
    return []


def _defines(question: Question, row: ChunkText, line: str) -> bool:
    """Whether a chunk defines the name in a line that may be its signature."""
    signature = _SIGNATURE.match(line) if line.rstrip(" :{").endswith(")") else None
    lines = row.start_line, row.start_line + row.text.count("\n") + 1
    return signature is not None and signature[1] in question.names.begun_in(row.path, lines)


def _likeliest(question: Question, line: str) -> NDArray[np.int64]:
    """Return the chunks that may hold a line, those of the likeliest files first; no more than are looked at."""
    chunk_ids, file_ids = question.corpus.may_hold(Literal(line), question.filters)
    found, count = [np.empty(0, np.int64)], 0
    for record in likeliest_first(question.corpus.files_by_path(file_ids), question.understood):
        found.append(np.sort(chunk_ids[file_ids == record.file_id]))
        count += len(found[-1])
        if count >= _MOST_READ:
            break
    return np.concatenate(found)[:_MOST_READ]
