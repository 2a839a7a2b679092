"""Words of programming in other languages, and the English ones for them: names are English where questions are not.

They are in `languages.tsv` and `chinese.tsv`, read with the first question that may need them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from lsp_codebase.parse import stem, words
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.query.tables import table, word_list

_SHORTEST_BEGINNING = 4  # letters of a word that also stands for longer ones
_LONGEST_ENDING = 8  # letters, of a word in Turkish; and twice as many as its beginning has
_LONGEST_LINK = 2  # letters between the parts of a compound: "Sitzungscookie" has one
_SHORTEST_PART = 3  # letters of a part of a compound; of a Korean word each letter is a syllable
_LONGEST_WORD = 64  # letters: longer ones are none
_PLAIN = {
    **{"ß": "ss", "ł": "l", "ı": "i", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d"},
    **{"أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ى": "ي", "ئ": "ي", "ँ": "ं"},
}
_MARKS = "\u0640\u093c"  # the sign that stretches Arabic words, and the dot of Hindi letters
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Known(NamedTuple):
    """A known word, or several that belong together, with the English ones for it: none if it says nothing.

    Of several meanings the first is the best.
    """

    words: tuple[str, ...]
    english: tuple[str, ...]
    is_beginning: bool

    def begins(self, said: Sequence[str]) -> bool:
        """Whether folded words begin with this one."""
        if len(said) < len(self.words):
            return False
        pairs = zip(self.words, said, strict=False)
        return all(own == other or (self.is_beginning and _is_form(own, other)) for own, other in pairs)


class Vocabulary:
    """The known words of one language, folded."""

    def __init__(self) -> None:
        self._by_first: dict[str, list[Known]] = {}
        # A compound may be cut in many ways that have the same endings: each of these is read once.
        self._read_ending = lru_cache(maxsize=4 * _LONGEST_WORD)(lambda ending: self.read([ending])[1])

    def add(self, word: str, english: Sequence[str]) -> None:
        """Add a word as the table spells it."""
        own = tuple(words(fold(word)))
        is_beginning = bool(english) and (word.endswith("-") or len(word) >= _SHORTEST_BEGINNING or _is_hangul(word))
        self._by_first.setdefault(own[0], []).append(Known(own, tuple(english), is_beginning))

    def read(self, said: Sequence[str]) -> tuple[int, list[Known]]:
        """Return how many of some folded words, from the first on, stand for one thing, and its known meanings.

        A compound is known if all its parts are.
        """
        if len(said[0]) > _LONGEST_WORD:
            return 1, []
        sizes = range(1, len(said[0]) + 1)
        found = [known for size in sizes for known in self._by_first.get(said[0][:size], ()) if known.begins(said)]
        best = max(found, key=lambda known: (len(known.words), len(known.words[0])), default=None)
        if best is not None and (len(best.words) > 1 or best.words[0] == said[0]):
            return len(best.words), [best]
        if parts := self._parts(said[0], len(best.words[0]) if best else 0):
            return 1, parts
        return 1, [best] if best else []

    def pieces(self, run: str) -> Iterator[Known]:
        """Yield the known words of a text without blanks, in their order, longer ones before those they contain."""
        at = 0
        while at < len(run):
            sizes = range(min(self._longest, len(run) - at), 0, -1)
            known = next((known for size in sizes for known in self._by_first.get(run[at : at + size], ())), None)
            if known:
                yield known
            at += len(known.words[0]) if known else 1

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._by_first))

    def _parts(self, word: str, least: int) -> list[Known]:
        """Return the known words that a compound is made of, the first of `least` letters; none if it is none."""
        shortest = 1 if _is_hangul(word) else _SHORTEST_PART
        for size in range(len(word) - shortest, max(least, shortest) - 1, -1):
            for known in self._by_first.get(word[:size], ()):
                if len(known.words) > 1 or not known.english:
                    continue
                for link in range(_LONGEST_LINK + 1):
                    rest = word[size + link :]
                    parts = self._read_ending(rest) if len(rest) > shortest else []
                    if parts and parts[0].english:
                        return [known, *parts]
        return []


def fold(text: str) -> str:
    """Return a text in small letters without accents: questions are typed with and without."""
    return text.lower().translate(_accents())


@cache
def vocabulary(language: str) -> Vocabulary:
    """Return the vocabulary of a language, by its English name; that of English holds the words others are read as."""
    found = Vocabulary()
    if language == "Chinese":
        for word, _, english in (line.partition("\t") for line in table("chinese.tsv")):
            found.add(word, [english] if english else [])
        return found
    names, *rows = (line.split("\t") for line in table("languages.tsv"))
    if language == "English":
        spoken = {word for row in rows for word in words(row[0])}
        for word in (*spoken, *map(stem, spoken)):
            found.add(word, [word])
        for word in STOP_WORDS:
            found.add(word, [])
        return found
    column = names.index(language)
    for row in rows:
        for word in filter(None, row[column].split(", ")):
            for typed in dict.fromkeys((word, word.translate(_UMLAUTS))):
                found.add(typed, [*filter(None, row[0].split(", "))])
    return found


@cache
def little_words() -> Mapping[str, Sequence[str]]:
    """Return the words of each language of the table that say nothing."""
    names, *rows = (line.split("\t") for line in table("languages.tsv"))
    little = [row for row in rows if not row[0]]  # which have no English
    return {
        name: [word for row in little for word in filter(None, row[at].split(", "))] for at, name in enumerate(names)
    }


@cache
def _accents() -> dict[int, str]:
    """Return the plain letters for Latin, Cyrillic and Arabic ones, and none for marks that are often left out."""
    plain = {ord(letter): to for letter, to in (*_PLAIN.items(), *map(tuple, word_list("traditional")))}
    for code in (*range(0xC0, 0x250), *range(0x400, 0x530), *range(0x1E00, 0x1F00)):
        bare = "".join(one for one in unicodedata.normalize("NFKD", chr(code)) if not unicodedata.combining(one))
        if bare != chr(code):
            plain[code] = bare
    return plain | dict.fromkeys((*range(0x300, 0x370), *range(0x64B, 0x660), *map(ord, _MARKS)), "")


def _is_form(beginning: str, word: str) -> bool:
    ending = len(word) - len(beginning)
    return word.startswith(beginning) and ending <= min(_LONGEST_ENDING, 2 * len(beginning))


def _is_hangul(word: str) -> bool:
    return "\uac00" <= word[0] <= "\ud7af"
