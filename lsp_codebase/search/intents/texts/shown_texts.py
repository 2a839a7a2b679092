"""The channel of texts that users see: a text that is a whole string or resource leads there.

Behind a resource comes the code that names the key of the text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from lsp_codebase.model import qualified
from lsp_codebase.parse import CODE
from lsp_codebase.scan import is_catalogue, path_roles
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import Line, all_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.messages import WORD, is_told
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import CHANGE_INTENT, without_stop_words
from lsp_codebase.store import FileRecord

_FEWEST_WORDS = 4  # of a text; fewer are a name of something
_FEWEST_OF_LABEL = 2  # in quotes, beside a word that says what shows it
_MOST_CHARACTERS = 300
_MOST_HOLDING = 500  # chunks with the words of a text: more say that these stand together by chance
_MOST_CHUNKS = 60  # with the words of a text, or of its key, are read
_MOST_PLACES = 20  # of a text: one of more says nothing in particular
_MOST_PIECES = 5

_FRAME = re.compile(
    r"(?:which|what)\s(?:\w+\s)?(?:displays?|prints?|renders?|says?|shows?)\s(.+)"
    r"|where\s(?:is|are)\s(.+)\s(?:displayed|logged|printed|rendered|shown)",
    re.IGNORECASE,
)
"""As in "which page shows Sold out", "where is Sold out displayed"."""
CITED = re.compile(r"[\"“„«]([^\"“”„«»]+)[\"”“»]|(?<!\w)['‘`]([^'‘’`]+)['’`](?!\w)")
"""A text in quotes, within a question."""
_SHOWN_BY = re.compile(
    r"\b(?:banner|button|caption|check\s?box|dialog|drop\s?down|form|heading|hint|label|link|menu|modal|page|panel"
    r"|placeholder|pop-?up|prompt|radio|screen|section|switch|tab|template|title|toggle|tool\s?tip|view|widget|window)s?\b",
    re.IGNORECASE,
)
"""Words for places that show a label, as in `the button "Pay"`."""
_IS_TEXT = re.compile(r"\b(?:caption|label|string|text|title|wording)\s*$|\b(?:displayed|shown)\b", re.IGNORECASE)
"""What stands before a quoted text, or around it, where one word is surely such: the text "Username"."""
_PROSE = frozenset("diff gitcommit latex markdown org rst text typst".split())
_TELLS_OF_RELEASES = re.compile(r"\.(?:appdata|metainfo)\.xml")  # of AppStream: texts of software centres
_MARKUP = frozenset("embeddedtemplate handlebars heex html jinja razor svelte twig vue".split())
"""Languages whose texts are no strings, and may stand on lines of their own."""
_TAGGED = _MARKUP | {"astro", "javascript", "jsx", "tsx"}
"""Languages whose texts may stand between tags."""
_QUOTES = "\"'`"
_PUNCTUATION = " .:!?…"

_ENTRY = re.compile(r"\s*[\"']?([\w.$-]+)[\"']?\s*[=:]")  # of a file of properties, or in JSON or YAML
_OF_NAME = re.compile(r"[\w-]")
_NAMED = re.compile(r"\b(?:id|key|name)=\"([\w.$-]+)\"")  # of a resource in XML


class Shown(NamedTuple):
    """A text that users see, and whether its letter case may differ: words alone are a text only as it stands."""

    text: str
    in_any_case: bool


class Entry(NamedTuple):
    """The key of a text in a resource, and those around it, dotted."""

    key: str
    around: str


def shown_text(text: str) -> Shown | None:
    """Return the text in a query that users may see: all of it, or its topic; None if that says too little."""
    text = text.strip()
    if len(text) > _MOST_CHARACTERS or "\n" in text:
        return None
    if label := _label(text):
        is_one_word = len(WORD.findall(label)) < _FEWEST_OF_LABEL
        return Shown(as_shown(label).strip(_PUNCTUATION), in_any_case=not is_one_word)
    framed = _FRAME.fullmatch(text.rstrip("? "))
    wanted = framed[1] or framed[2] if framed else text
    words = WORD.findall(wanted)
    if len(words) < _FEWEST_WORDS or not is_told(words):
        return None
    return Shown(as_shown(wanted).strip(_PUNCTUATION + _QUOTES), in_any_case=framed is not None)


def _label(text: str) -> str | None:
    """Return the one text in quotes of a question that says what shows it: `the "Open basket" button`."""
    cited = [*CITED.finditer(text)]
    label = (cited[0][1] or cited[0][2]) if len(cited) == 1 else ""
    rest = CITED.sub("", text)
    if label and len(WORD.findall(label)) < _FEWEST_OF_LABEL:
        is_shown = text.lower().startswith("wh") and any(map(_IS_TEXT.search, (text[: cited[0].start()], rest)))
    else:
        is_shown = bool(label) and _SHOWN_BY.search(rest) is not None
    return label if is_shown and CHANGE_INTENT.isdisjoint(rest.lower().split()[:1]) else None


def shown_in(question: Question) -> list[Piece]:
    """Return the chunks in which the text of a query stands whole, code first, and the code that names its keys."""
    wanted = None if _is_of_developer(question) else shown_text(question.text)
    if wanted is None or len(found := [*_standing(question, wanted)]) > _MOST_PLACES:
        return []
    return with_users(question, sorted(found, key=partial(_order, question)))


def with_users(question: Question, lines: Iterable[Line]) -> list[Piece]:
    """Return the pieces of the first of some lines, each of a resource before the code that names its key."""
    pieces: dict[tuple[str, int], Piece] = {}
    for line in lines:
        if len(pieces) >= _MOST_PIECES:
            break
        pieces.setdefault((line.piece.path, line.piece.start_line), line.piece)
        if line.piece.language not in CODE and len(pieces) < _MOST_PIECES:
            for user in sorted(_naming(question, line), key=partial(_order, question)):
                pieces.setdefault((user.piece.path, user.piece.start_line), user.piece)
    scored = ((1 - place / 100, piece) for place, piece in enumerate([*pieces.values()][:_MOST_PIECES]))
    return [replace(piece, score=score, signals={"verbatim": score}) for score, piece in scored]


def _is_of_developer(question: Question) -> bool:
    """Whether a query is a question about code, "how is a password hashed": a question shown to users has its mark."""
    # Any text in another language counts as a question.
    if not question.understood.is_question or question.understood.translation is not None:
        return False
    text = question.text.strip()
    return not text.endswith("?") and not _FRAME.fullmatch(text) and _label(text) is None


def _order(question: Question, line: Line) -> tuple[bool, float, str, int]:
    """Order lines: the source of a text before the catalogue that repeats it, code before data."""
    return is_catalogue(line.piece.path), -question.prior(line.piece), line.piece.path, line.number


def _is_catalogue_of_project(record: FileRecord) -> bool:
    """Whether a file holds texts in the language of the project: elsewhere a text of one word is any word."""
    return is_catalogue(record.path) and "translation" not in path_roles(record.path)


def _standing(question: Question, wanted: Shown) -> Iterator[Line]:
    """Yield the lines in which a text stands whole; those of translations only if there are no others."""
    words = without_stop_words(WORD.findall(wanted.text))
    if len(words) == 1:
        in_catalogues = question.holding(*words, where=_is_catalogue_of_project)
        chunks = question.few(in_catalogues, _MOST_HOLDING)
        yield from all_lines(chunks, lambda _, line: stands_whole(wanted, line, is_free=True))
        return
    chunk_ids, file_ids = question.corpus.holding(words, question.filters)
    if not 0 < len(chunk_ids) <= _MOST_HOLDING:
        return
    records = [record for record in question.corpus.owners(file_ids) if _shows(question, record)]
    records = [record for record in records if "translation" not in path_roles(record.path)] or records
    tagged = [record.file_id for record in records if record.language not in CODE or record.language in _TAGGED]
    in_string = np.isin(chunk_ids, question.saying(words))
    kept = chunk_ids[np.isin(file_ids, tagged) | in_string & np.isin(file_ids, [one.file_id for one in records])]
    yield from all_lines(
        question.few(kept, _MOST_CHUNKS),
        lambda chunk, line: stands_whole(wanted, line, is_free=chunk.language not in CODE or chunk.language in _MARKUP),
    )


def _shows(question: Question, record: FileRecord) -> bool:
    roles = path_roles(record.path)
    is_prose = record.language in _PROSE or "docs" in roles or _TELLS_OF_RELEASES.search(record.path) is not None
    return not is_prose and ("test" in question.understood.wants or "test" not in roles)


def stands_whole(wanted: Shown, line: str, *, is_free: bool) -> bool:
    """Whether a text fills the space between two quotes or tags; if `is_free`, also an entry or a line."""
    line = as_shown(line)
    at = line.lower().find(wanted.text.lower()) if wanted.in_any_case else line.find(wanted.text)
    if at < 0:
        return False
    before, behind = line[:at].rstrip(), line[at + len(wanted.text) :].lstrip(_PUNCTUATION)
    if before.endswith(tuple(3 * quote for quote in _QUOTES)):  # documentation
        return False
    begins = before[-1:] in ((*_QUOTES, ">", "=", ":", "|", "") if is_free else (*_QUOTES, ">"))
    return begins and behind[:1] in ((*_QUOTES, "<", "\\", "") if is_free else (*_QUOTES, "<", "\\"))


def as_shown(line: str) -> str:
    """Return a line as users see it: without the escapes of markup, strings and properties, and signs of keys."""
    line = html.unescape(line) if "&" in line else line
    return line.replace("&", "").replace("’", "'").replace("''", "'").replace('\\"', '"')


def _naming(question: Question, line: Line) -> Iterator[Line]:
    """Yield the lines of code that name the key of a line of a resource."""
    entry = entry_of(question, line)
    key = qualified(entry.around, entry.key) if entry else ""
    for spelled in dict.fromkeys([key, re.sub(r"[.-]", "_", key)]) if WORD.search(key) else ():
        chunk_ids = question.holding(spelled, languages=CODE)
        yield from all_lines(question.few(chunk_ids, _MOST_CHUNKS), partial(_names, spelled))


def entry_of(question: Question, line: Line) -> Entry | None:
    """Return the entry of a resource to which a line belongs; the outermost key may be the language of the file."""
    path = line.piece.path
    beside = [one.symbol for one in question.names.in_file(path, (line.number, line.number + 1))]
    inner = max(beside, key=lambda symbol: symbol.span.start_line, default=None)
    written = _ENTRY.match(line.text) or _NAMED.search(line.text)
    if inner is not None and (written is None or inner.name_span.start_line == line.number):
        key, around = inner.name, inner.container
    elif written is not None:  # leaves of JSON are no symbols
        key, around = written[1], qualified(inner.container, inner.name) if inner else ""
    else:
        return None
    language = path.rpartition("/")[2].partition(".")[0]
    return Entry(key, f"{around}.".removeprefix(f"{language}.").rstrip("."))


def _names(key: str, _: ChunkText, text: str) -> bool:
    """Whether a line names a key: in quotes, or as the part of a name behind a point."""
    at = text.find(f".{key}")
    is_part = at >= 0 and not _OF_NAME.match(text, at + 1 + len(key))
    return is_part or any(f"{quote}{key}{quote}" in text for quote in _QUOTES)
