"""The channel of templates: a message into which plain words were filled leads to the string that it was made from.

`No such option: colour` was printed by `f"No such option: {name}"`. No sign tells which words were filled in; so the
strings that hold most of the words are read, and one counts if all that stands around its holes stands in the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.parse import CODE, split_identifier
from lsp_codebase.scan import path_roles
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.pieces import Line, all_lines, definition_piece, piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.log_lines import message_in_log
from lsp_codebase.search.intents.texts.messages import WORD, is_told, message_of, printed_by, strings_of
from lsp_codebase.search.intents.texts.shown_texts import with_users
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.store import FileRecord

_MOST_PIECES = 5
_MOST_DEFINED = 2
_MOST_ALIKE = 16  # definitions of one name
_MOST_CHUNKS = 60  # are read
_MOST_WORDS = 24  # of a message
_FEWEST_TELLING = 2  # words that a template has, no stop words

_FAILS = (
    r"(?:ambiguous|bad|can(?:'t|not|\s+not)|could(?:n't|\s+not)|duplicate|expected|fail(?:ed|ure)|illegal|invalid|mal\w+ed"
    r"|missing|multiple|no(?:t|n-\w+)?|refus\w+|too\s+(?:few|long|many)|un(?:able|defined|expected|known|recogni[sz]ed"
    r"|resolved|supported))"
)
_SAYS_FAILURE = (
    r"\b(?:already|can(?:'t|not)|conflicts?|could(?:n't|\s+not)|den(?:ied|y)|does(?:n't|\s+not)|failed|invalid"
    r"|is(?:n't|\s+(?:missing|not|required))|must|not\s+(?:allowed|found|supported)|unable|unknown)\b"
)
# It begins with a failure, behind "error: " or the like, or with the name of an error; or is a sentence that tells of a
# failure; or a value ends it.
_IS_MESSAGE = re.compile(
    rf"\s*(?:(?:[\w.-]+\s)?[\w.-]+:\s+){{0,3}}(?:{_FAILS}\b|(?-i:[A-Z])(?=.*{_SAYS_FAILURE}))"
    r"|\s*[\w.$\\]*(?:Error|Exception|Warning):\s"
    r"|\s*(?:[\w'-]+\s+)+[\w'-]+:\s+\S+(?:\s+\S+)?\s*\Z",
    re.IGNORECASE,
)
# `%s`, `%(name)s`, `{name}`, `${name}`, `#{name}`, `\(name)` and `$name`.
HOLE = re.compile(
    r"%(?:\([^()\s]*\))?[-+#0]{0,4}[\d.*]{0,8}(?:hh?|ll?|[jtzL])?[a-zA-Z@]|[$#%]?\{[^{}\n]*\}|\\\([^()\n]*\)|\$\w[\w.]*"
)
_RESOURCES = frozenset({"ini", "json", "po", "properties", "xml", "yaml"})
_ENTRY = re.compile(r"(?:^\s*[\"'\w.$-]+\s*[:=]|>|\bmsgid\b)\s*([^<>\s][^<>]*)")
"""A line of a resource with a text, behind its key or a tag."""
_JOINT = re.compile(r"::|->|[.#]")
_NAMED = re.compile(rf"(?<![\w$])[^\W\d][\w$]*(?:(?:{_JOINT.pattern})[^\W\d][\w$]*)*(?![\w$=])")
"""A name, perhaps qualified, or a word; no `key=value`."""
_ESCAPE = re.compile(r"\\[abfnrtv]")


def printed_or_filled_in(question: Question) -> list[Piece]:
    """Return the chunks that hold a message as it was printed, or else a template of it.

    The definition that its values name comes right behind the first code that prints it. The message of a runtime
    ("x.total is not a function") is printed nowhere, or only by tests.
    """
    message, said = message_of(question.understood), _words_of_message(question.understood)
    found = _printing(question, said)
    if not found and not (said and _IS_MESSAGE.match(message)):
        return []  # a log tells of more than failures of what it names
    prints = sum(question.is_main(piece) for piece in found[:1])
    defined = [*islice(_defined_in(question, message), _MOST_DEFINED)]
    return falling([*found[:prints], *defined, *found[prints:]], (found or defined)[0].score) if defined else found


def _defined_in(question: Question, message: str) -> Iterator[Piece]:
    """Yield the definitions that names of several parts in a message mean, each the only one called so in code."""

    def in_code(name: str) -> list[SymbolMatch]:
        return [one for one in question.defined(name, _MOST_ALIKE) if one.language in CODE]

    for written in dict.fromkeys(_NAMED.findall(message)):
        *owner, name = _JOINT.split(written)
        own = in_code(f"{owner[-1]}.{name}") if owner else []
        if not own and len(split_identifier(name)) > 1:
            own = in_code(name)
        if len(own) == 1 and question.passes(own[0]):
            yield definition_piece(own[0], question.names)


def _printing(question: Question, said: Sequence[str]) -> list[Piece]:
    """Return the chunks that hold a message, or its template. Tests repeat messages: the template comes before them."""
    printed = printed_by(question)
    if not said or any(question.is_main(piece) for piece in printed):
        return printed
    made_from = _filled_in(question, said)
    in_code = [piece for piece in made_from if question.is_main(piece)]
    if in_code:
        return falling([*in_code, *printed], 1.0)
    return _of_resources(question, said) or printed or made_from


def _filled_in(question: Question, said: Sequence[str]) -> list[Piece]:
    """Return the chunks that hold a template of a message, those first of which most stands in it."""
    found: list[tuple[float, ChunkText]] = []
    holding = question.corpus.saying_most(without_stop_words(said), question.filters)
    # Change logs tell of messages, too.
    for chunk in _texts(question, holding, lambda file: "docs" not in path_roles(file.path)):
        if share := _share(strings_of(chunk), said):
            found.append((question.prior(chunk) * share, chunk))
    found.sort(key=lambda one: (-one[0], one[1].path, one[1].start_line))
    return [piece_of(chunk, score) for score, chunk in found[:_MOST_PIECES]]


def _of_resources(question: Question, said: Sequence[str]) -> list[Piece]:
    """Return the entries of resources that are templates of a message, and the code that names their keys."""
    found: list[tuple[float, Line]] = []
    holding = question.corpus.holding_most(without_stop_words(said), question.filters)
    chunks = _texts(question, holding, lambda file: file.language in _RESOURCES)
    for line in all_lines(chunks, lambda _, line: HOLE.search(line) is not None):
        if share := _share(filter(HOLE.search, _ENTRY.findall(line.text)), said):
            found.append((question.prior(line.piece) * share, line))
    found.sort(key=lambda one: (-one[0], one[1].piece.path, one[1].number))
    return with_users(question, (line for _, line in found))


def _share(strings: Iterable[str], said: Sequence[str]) -> float:
    """Return the share of a message that stands in one of some strings, around its holes; 0 if less than half does."""
    held = max((words_held(one, said) for one in strings), default=0)
    return held / len(said) if 2 * held >= len(said) else 0.0


def _texts(question: Question, found: tuple[Ids, Ids], may_hold: Callable[[FileRecord], bool]) -> list[ChunkText]:
    """Return the first of some chunks whose files may hold a template, of the ids of chunks and of their files."""
    chunks = zip(*(ids.tolist() for ids in found), strict=True)
    kept = (one for one, file_id in chunks if (file := question.corpus.owner(file_id)) is not None and may_hold(file))
    return question.corpus.texts(np.fromiter(islice(kept, _MOST_CHUNKS), np.int64))


def _words_of_message(query: Understanding) -> list[str]:
    """Return the words, in small letters, of what may be a message; none if a query does not look like one."""
    text = message_of(query)
    is_message = text == message_in_log(query.text) != query.text or _IS_MESSAGE.match(text) is not None
    if query.is_report or query.asked_role or "\n" in text.strip() or not is_message:
        return []
    words = [word.lower() for word in WORD.findall(text)]
    return words if len(words) <= _MOST_WORDS and is_told(words) else []


def words_held(string: str, said: Sequence[str]) -> int:
    """Return how many words a string has around its holes, if all of them stand in a message in order, else 0."""
    place = held = telling = 0
    for part in HOLE.split(_ESCAPE.sub(" ", string)):
        words = [word.lower() for word in WORD.findall(part)]
        if held + len(words) > len(said):
            return 0
        starts = range(place, len(said) - len(words) + 1)
        start = next((at for at in starts if said[at : at + len(words)] == words), None)
        if start is None:
            return 0
        place = start + len(words) if words else place
        held += len(words)
        telling += len(without_stop_words(words))
    return held if telling >= _FEWEST_TELLING else 0
