"""Questions in other languages, in English.

An English question is not touched, and nothing is read for it. One in another language is known by its letters, by its
little words, or by words of which most stand nowhere in the code base; and that language has to know more of them than
English does. Names between the words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lsp_codebase.parse import stem, words
from lsp_codebase.search.query.query_words import LITTLE_WORDS_ELSEWHERE, STOP_WORDS
from lsp_codebase.search.query.vocabulary import Known, Vocabulary, fold, vocabulary

_MOSTLY = 0.5
_MOST_LETTERS = 0.6  # that a language knows which no little word tells: names begin like words of any language
_LEAST_KNOWN = 1 / 3  # of the characters of a stretch without blanks
_NAME = re.compile(r"[\d_$]|[a-z][A-Z]")  # signs in no word of a sentence
_ASCII_OR_NOT = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
_MARKED = re.compile(r"([^\u0590-\u0eff]+)|([^\W\d_][\w\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0980-\u0eff]*)")
"""Words of Hebrew, Arabic, and the scripts of India and Thailand: their vowels are marks, or signs of their own."""
_LAST_LATIN = "\u024f"
_LATIN = ("Spanish", "Portuguese", "French", "German", "Italian", "Turkish", "Polish")
_UNSPACED = ("Chinese", "Japanese")
_FEW = 16  # words: more have some little one among them
_ENOUGH = 64  # words to know a language by
_MOST_SHOWN = 8  # words that were not understood
_SCRIPTS = (
    ("Japanese", "\u3040", "\u30ff"),
    ("Korean", "\uac00", "\ud7af"),
    ("Russian", "\u0400", "\u052f"),
    ("Chinese", "\u3400", "\u9fff"),
)
"""Languages that are known by their letters; a Japanese question has some of Chinese too."""

Stands = Callable[[str], bool]
"""Whether a word stands anywhere in the code base."""


class Part(NamedTuple):
    """Words of a question that stand together, and the English ones for them: the best of each, and further ones.

    An unknown part has no English: it is a name, or not understood. A part that `is_little` says nothing.
    """

    text: str
    english: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    is_little: bool = False
    letters: int = 0  # that are known


class Translation(NamedTuple):
    """A question in another language, part by part. The language is "" if nothing is known of it."""

    language: str
    parts: tuple[Part, ...]

    @property
    def telling(self) -> list[str]:
        """The parts that say something, in English as far as they are known, each once."""
        return _each([word for part in self._telling for word in part.english or (part.text,)])

    @property
    def meaning(self) -> str:
        """The question in English, as far as it is known."""
        return " ".join(
            _each([word for part in self._telling for word in part.english or part.further or (part.text,)])
        )

    @property
    def words(self) -> list[str]:
        """The words to look for: those of the question, since comments may be in its language, and English ones."""
        said = [word for part in self._telling for word in words(part.text)]
        return [*said, *_each([word for part in self.parts for word in (*part.english, *part.further)])]

    @property
    def is_known(self) -> bool:
        """Whether some of it is known in English."""
        return any(part.english or part.further for part in self.parts)

    @property
    def _telling(self) -> list[Part]:
        return [part for part in self.parts if not part.is_little]

    def notes(self, stands: Stands) -> list[str]:
        """Return the reading of the question, and the words not understood if they are most of it."""
        telling = [part for part in self._telling if part.text.lower() not in STOP_WORDS]
        lost = [part.text for part in telling if not (part.english or stands(part.text))]
        if len(lost) > _MOSTLY * len(telling):
            shown = ", ".join(_each(lost)[:_MOST_SHOWN])
            return [f"Not understood: {shown}; ask in English or with names from the code."]
        return [f"Read as: {self.meaning} (from {self.language})."] if self.is_known else []


def translated(text: str, stands: Stands | None = None) -> Translation | None:
    """Return the translation of a question in another language; None for one in English, or one that says nothing."""
    found = words(text)
    plain = [word for word in found if not (word.isascii() and _NAME.search(word))]
    is_told = any(not word.isascii() for word in plain) or _has_little_words(plain)
    if not (is_told or _is_mostly_unknown(plain, stands)):
        return None
    language = _language(found, "".join(plain), 0.0 if is_told else _MOST_LETTERS)
    if language is None:
        return None
    reads = _of_runs if language in _UNSPACED else _of_words
    parts = tuple(reads(found, vocabulary(language), stands)) if language else tuple(map(Part, _whole(text)))
    return None if all(part.is_little for part in parts) else Translation(language, parts)


def _whole(text: str) -> Iterator[str]:
    """Yield the words of a text; vowels that are marks part none."""
    for between, marked in _MARKED.findall(text):
        yield from [marked] if marked else words(between)


def _has_little_words(plain: Sequence[str]) -> bool:
    """Whether most little words are of another language. Amid a text `Con` is a name: no little word has a capital."""
    said = [word for at, word in enumerate(plain) if not at or word != word.capitalize()]
    little = sum(word.lower() in LITTLE_WORDS_ELSEWHERE for word in said)
    return little > sum(word.lower() in STOP_WORDS for word in plain)


def _is_mostly_unknown(plain: Sequence[str], stands: Stands | None) -> bool:
    if stands is None or not 0 < len(plain) <= _FEW or any(word.lower() in STOP_WORDS for word in plain):
        return False
    return sum(map(stands, plain)) < _MOSTLY * len(plain)


def _language(found: Sequence[str], letters: str, least: float) -> str | None:
    """Return the language that words are of: "" for one of which nothing is known, None for English.

    One in Latin letters has to know more than the share `least` of them.
    """
    for name, first, last in _SCRIPTS:
        if any(first <= letter <= last for letter in letters):
            return name
    if max(letters) > _LAST_LATIN:
        return ""
    found = found[:_ENOUGH]
    english = [_letters_of_english(fold(word)) for word in found]
    leads = {name: _lead(found, vocabulary(name), english) for name in _LATIN}
    best = max(_LATIN, key=lambda name: leads[name])
    lead, known = leads[best]
    return best if lead > 0 and known > least * len("".join(found)) else None


def is_english(word: str) -> bool:
    """Whether a folded word is English as well, as it stands."""
    known = vocabulary("English").read([word])[1]
    return bool(known) and known[0].words[0] == word


def _letters_of_english(word: str) -> int:
    """Return how many letters of a word English knows: all, if only its ending is another."""
    own = stem(word)
    known = vocabulary("English").read([own])[1]
    return len(word) if known and known[0].words[0] == own else _letters(vocabulary("English").read([word])[1])


def _lead(found: Sequence[str], lexicon: Vocabulary, english: Sequence[int]) -> tuple[int, int]:
    """Return how many more words a language knows than English does, and how many letters it knows.

    `english` holds the letters of each word that English knows. A word that both know as well counts for neither, nor
    does a single letter; but a whole word of English that says something may be a name, and counts for English.
    """
    at = lead = letters = 0
    for part in _of_words(found, lexicon):
        own = words(part.text)
        known, size = sum(english[at : at + len(own)]), len("".join(own))
        if known > part.letters or (known == size and not part.is_little):
            lead -= len(own)
        elif part.letters > known and size > 1:
            lead += len(own)
        letters += part.letters
        at += len(own)
    return lead, letters


def _of_words(found: Sequence[str], lexicon: Vocabulary, stands: Stands | None = None) -> Iterator[Part]:
    folded = [fold(word) for word in found]
    at = 0
    while at < len(found):
        size, known = (1, []) if _NAME.search(found[at]) else lexicon.read(folded[at:])
        text = " ".join(found[at : at + size])
        is_little = bool(known) and not any(one.english for one in known)
        yield Part(text, *_english(known, stands), is_little, _letters(known))
        at += size


def _of_runs(found: Sequence[str], lexicon: Vocabulary, stands: Stands | None) -> Iterator[Part]:
    for run in (run for word in found for run in _ASCII_OR_NOT.findall(word)):
        known = [] if run.isascii() else [*lexicon.pieces(fold(run))]
        little = sum(len(one.words[0]) for one in known if not one.english)
        telling = sum(len(one.words[0]) for one in known if one.english)
        english, further = _english(known, stands)
        if telling >= _LEAST_KNOWN * (len(run) - little):
            yield Part(run, english, further, not telling and little == len(run), little + telling)
        else:
            yield Part(run, (), (*english, *further), letters=little + telling)


def _english(known: Sequence[Known], stands: Stands | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the English words for known ones: those of the best meanings that stand in the code base, and others."""
    best: list[str] = []
    for english in (one.english for one in known if one.english):
        standing = (meaning for meaning in english if stands and all(map(stands, words(meaning))))
        best += words(next(standing, english[0]))
    others = [word for one in known for meaning in one.english for word in words(meaning)]
    return tuple(best), tuple(word for word in others if word not in best)


def _letters(known: Sequence[Known]) -> int:
    return sum(len(word) for one in known for word in one.words)


def _each(found: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(found))
