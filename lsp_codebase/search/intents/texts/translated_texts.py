"""The channel of translations: "german translation of 'Save cart'" is led by the entry in the files of that language.

Such a file holds the English text beside its translation, or only the key that the English files give the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from lsp_codebase.scan import is_in_language
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.pieces import Line, all_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.messages import WORD
from lsp_codebase.search.intents.texts.shown_texts import CITED, Entry, Shown, as_shown, entry_of, stands_whole
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.store import FileRecord

_MOST_CHARACTERS = 300  # of a question
_MOST_PIECES = 5
_MOST_CHUNKS = 600  # that may hold the text in files of the language, or outside of all translations
_MOST_KEYS = 5

LANGUAGE_CODES = {
    name: code
    for code, names in {
        "ar": "arabic", "bg": "bulgarian", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german",
        "el": "greek", "es": "spanish", "fa": "persian", "fi": "finnish", "fr": "french", "he": "hebrew",
        "hi": "hindi", "hr": "croatian", "hu": "hungarian", "id": "indonesian", "it": "italian", "ja": "japanese",
        "ko": "korean", "nb": "norwegian", "nl": "dutch", "pl": "polish", "pt": "portuguese brazilian",
        "ro": "romanian", "ru": "russian", "sr": "serbian", "sk": "slovak", "sv": "swedish", "th": "thai",
        "tr": "turkish", "uk": "ukrainian", "vi": "vietnamese", "zh": "chinese",
    }.items()
    for name in names.split()
}  # fmt: skip
_LANGUAGE = re.compile(rf"\b(?:{'|'.join(LANGUAGE_CODES)})\b", re.IGNORECASE)
_ASKED = re.compile(r"\b(?:entry|in|into|label|string|text|to|translat\w+|version|wording)\b", re.IGNORECASE)


def translations_of(question: Question) -> list[Piece]:
    """Return the entries of the text that a query quotes, in the files of the language that it names."""
    if len(question.text) > _MOST_CHARACTERS:
        return []
    cited = [*CITED.finditer(question.text)]
    rest = CITED.sub("", question.text) if len(cited) == 1 else ""
    if (language := _LANGUAGE.search(rest)) is None or not _ASKED.search(rest):
        return []
    wanted, code = Shown(as_shown(cited[0][1] or cited[0][2]), in_any_case=True), LANGUAGE_CODES[language[0].lower()]
    words = without_stop_words(WORD.findall(wanted.text))

    def is_translated(file: FileRecord) -> bool:
        return is_in_language(file.path, code)

    found = [line.piece for line in _standing(question, wanted, question.holding(*words, where=is_translated))]
    if not found:
        elsewhere = question.holding(*words, where=lambda file: not is_translated(file))
        entries = (entry_of(question, line) for line in _standing(question, wanted, elsewhere))
        for entry in [*dict.fromkeys(filter(None, entries))][:_MOST_KEYS]:
            found += _entries(question, entry, is_translated)
    return falling(found[:_MOST_PIECES], 1.0)


def _standing(question: Question, wanted: Shown, chunk_ids: Ids) -> Iterator[Line]:
    """Yield the lines in which a text stands whole."""
    if len(chunk_ids) > _MOST_CHUNKS:  # the words stand anywhere
        chunk_ids = np.intersect1d(chunk_ids, question.may_hold(wanted.text))
    chunks = sorted(question.few(chunk_ids, _MOST_CHUNKS), key=lambda one: (one.path, one.start_line))
    return all_lines(chunks, lambda _, line: stands_whole(wanted, line, is_free=True))


def _entries(question: Question, entry: Entry, where: Callable[[FileRecord], bool]) -> Iterator[Piece]:
    """Yield the entries of the same key in some files."""
    chunks = question.corpus.texts(question.holding(entry.key, where=where))
    lines = all_lines(chunks, lambda _, line: entry.key in line)
    return (line.piece for line in lines if entry_of(question, line) == entry)
