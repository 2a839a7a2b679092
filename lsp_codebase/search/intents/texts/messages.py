"""The channel of messages: a printed text, values filled in, is found where its words stand in a string."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.comments_and_strings import is_comment, marks_of
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.log_lines import message_in_log
from lsp_codebase.search.intents.texts.pasted import quotations
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.search.ranking.lexical import stands

_MOST_PIECES = 5
_MOST_CHUNKS = 60  # with the words of a message in strings: more say that they are no message in particular
_MOST_PARTS = 3
_FEWEST_WORDS = 3  # of a part between values; fewer stand together by chance
_FEWEST_TELLING = 2  # of these, no stop words

# Possible values: quotations, brackets, texts that hold a digit or a sign. Colons part, too, and quotes.
_VALUE = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)|[\[({<][^\[\](){}<>\n]*[\])}>]"
    # Each begins where a word does: tried at every character, a long one would take quadratic time.
    r"|(?<!\S)\S*[\d/\\=@#$%&*|~^]\S*|(?<!\w)\w+[-_.]\w\S*|[:;,](?=\s|$)|[«»„”「」『』]"
)
WORD = re.compile(r"[^\W\d_]+")
# Between two strings of one message: `"no " "such"`, `"no " + kind + " such"`, `"no " << kind << " such"`.
_JOINS = r"(?:\+{1,2}|\.{1,2}|<<|<>|\|\|)"
_JOINED = re.compile(rf"[\s\\]*(?:{_JOINS}\s*)?(?P<value>[\w.()\[\]$@>-]{{1,60}}\s*{_JOINS}\s*)?[A-Za-z]{{0,2}}")
_SEAM = re.compile(r"\"\"|''|``")
_QUOTED = re.compile(r"\s*(?:[\w.$]+:\s+)?(?P<quote>[\"'`])(.+)(?P=quote)\s*")
_NAME = re.compile(r"_*[^\W\d_]+(?:_+[^\W_]+)+")


def message_parts(text: str, is_name: Callable[[str], bool]) -> list[str]:
    """Return the parts of a message of one line beside its values; nothing if it holds none.

    A word that `is_name` in the code is no value: "default value of buffer_size" is no message.
    """
    values = [] if "\n" in text.strip() else [one for one in _VALUE.finditer(text) if not is_name(one[0])]
    ends = [0, *(end for value in values for end in value.span()), len(text)]
    parts = [text[start:end].strip() for start, end in zip(ends[::2], ends[1::2], strict=True)]
    return [part for part in parts if part] if values else []


def printed_by(question: Question) -> list[Piece]:
    """Return the chunks whose strings hold most of a message, just as it was printed."""
    parts = message_parts(
        message_of(question.understood),
        lambda value: _NAME.fullmatch(value) is not None and stands(question.corpus.segments, value),
    )
    words = {part: WORD.findall(part) for part in parts}
    held: Counter[ChunkText] = Counter()
    for part in sorted(filter(lambda part: is_told(words[part]), words), key=len, reverse=True)[:_MOST_PARTS]:
        rows = _rows_with(question, part)
        rest = part.split(maxsplit=1)[1:] if part == parts[0] else []  # of a validation, which names a field first
        if not rows and rest and is_told(words[part][1:]):
            rows = _rows_with(question, rest[0])
        for row in rows:
            held[row] += len(words[part])
    said = sum(map(len, words.values()))
    most = max(held.values(), default=0)
    if 2 * most < said:
        return []
    best = sorted((row for row in held if held[row] == most), key=partial(_order, question))
    return [piece_of(row, most / said * (1 - place / 100)) for place, row in enumerate(best[:_MOST_PIECES])]


def _rows_with(question: Question, part: str) -> list[ChunkText]:
    """Return the chunks whose strings hold a part of a message."""
    rows = question.few(question.saying(WORD.findall(part)), _MOST_CHUNKS)
    # An entry of a change log is looked for in the changed code.
    return [row for row in rows if "docs" not in path_roles(row.path) and _holds(row, part)]


def message_of(query: Understanding) -> str:
    """Return the part of a query that may be a message: of a question a quotation, or all in another language.

    Some errors show their message in quotes: `KeyError: 'no such option'`.
    """
    if quoted := _QUOTED.fullmatch(query.text):
        return quoted[2]
    if not query.is_question:
        return message_in_log(query.text)
    return max(quotations(query.text), key=len, default=query.text if query.translation else "")


def _holds(row: ChunkText, part: str) -> bool:
    """Whether a chunk holds a part of a message, in one string or in several that it joins."""
    return part in row.text or any(part in _SEAM.sub("", joined) for joined in strings_of(row))


def strings_of(row: ChunkText) -> Iterator[str]:
    """Yield the strings of a chunk, then each run that it joins, with a hole for a value between."""
    text, runs, end = row.text, [""], 0
    for mark in marks_of(row.language).finditer(text):
        if is_comment(mark[0]):
            continue
        yield mark[0]
        joined = _JOINED.fullmatch(text, end, mark.start())
        runs += [mark[0]] if joined is None else [f"{runs.pop()}{'{}' if joined['value'] else ''}{mark[0]}"]
        end = mark.end()
    yield from runs


def is_told(words: Sequence[str]) -> bool:
    """Whether words say so much that they stand together by no chance."""
    return len(words) >= _FEWEST_WORDS and len(without_stop_words(words)) >= _FEWEST_TELLING


def _order(question: Question, row: ChunkText) -> tuple[float, int, str, int]:
    """Order equals by their prior, then by how many words of all the query stand there, in the path or the text."""
    there = f"{row.path}\n{row.text}".lower()
    words = sum(word.lower() in there for word in set(WORD.findall(question.text)))
    return -question.prior(row), -words, row.path, row.start_line
