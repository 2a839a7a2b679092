"""Words of a question that stand nowhere, read as the words of the code that were most likely meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import filterfalse, islice
from string import ascii_lowercase

from lsp_codebase.indexes import Segment
from lsp_codebase.parse import stem
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.query.related_words import is_english
from lsp_codebase.search.ranking.lexical import frequencies, stands

_FEWEST_CHUNKS = 3  # that hold a word unknown to the model: fewer may hold another word of the same number
_MOST_WORDS = 3  # of one question
MOST_UNKNOWN = 16
"""Words that stand nowhere are looked at: for each a thousand others are looked up."""
_ENDINGS = ("e", "y", "ed", "ing")  # that are taken from words: what stands in the code may be `reduce`, not "reduc"
# No part of a name, a path or a quotation; a word with a capital may be a name of the world.
_WORD = re.compile(r"(?<![\w$.`'\"/\\@#:-])[a-z]{5,24}(?![\w$`/\\@:-]|\.\w|'\w)")
_CODE = re.compile(r"[(){}\[\];=<>\n]")


def mended(text: str, segments: Sequence[Segment], knows: Callable[[str], bool]) -> tuple[str, list[str]]:
    """Return a question with its misspelled words as they were meant, and notes on that.

    A word is misspelled if it stands nowhere in the code, is no English, has no meaning to the model (`knows`), and
    differs by one letter that is wrong, missing, too many or in its neighbour's place from a word that does.
    """

    def is_word(word: str) -> bool:
        return (
            word in STOP_WORDS or knows(word) or knows(stem(word)) or is_english(stem(word)) or stands(segments, word)
        )

    words = dict.fromkeys(() if _CODE.search(text) else _WORD.findall(text))
    unknown = islice(filterfalse(is_word, words), MOST_UNKNOWN)
    meant = ((word, own) for word in unknown if (own := _meant(word, segments, knows)))
    read = dict(islice(meant, _MOST_WORDS))
    notes = [f"“{word}” stands nowhere: read as “{meant}”" for word, meant in read.items()]
    return (_WORD.sub(lambda match: read.get(match[0], match[0]), text) if read else text), notes


def _meant(word: str, segments: Sequence[Segment], knows: Callable[[str], bool]) -> str | None:
    """Return the word meant: one with a meaning to the model rather than none, of these the one in most chunks."""
    others = [*dict.fromkeys(one_letter_off(word))]
    counts = frequencies(segments, [*map(stem, others)]).tolist()
    found = [
        (knows(other), count, -place) for place, (other, count) in enumerate(zip(others, counts, strict=True)) if count
    ]
    likely = [one for one in found if one[0] or (one[1] >= _FEWEST_CHUNKS and _is_word(others[-one[2]], knows))]
    return others[-max(likely)[2]] if likely else None


def _is_word(word: str, knows: Callable[[str], bool]) -> bool:
    """Whether a word may stand in the code just so: no ending was taken from it to find its stem there."""
    if is_english(stem(word)):
        return True
    return stem(word) == word and not any(knows(f"{word}{ending}") for ending in _ENDINGS)


def one_letter_off(word: str) -> Iterator[str]:
    """Yield the words that differ by one wrong letter, the likeliest mistakes first."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1 and b[0] != b[1])
    yield from (a + letter + b for a, b in parts for letter in ascii_lowercase)
    yield from (a + b[1:] for a, b in parts if b)
    yield from (a + letter + b[1:] for a, b in parts if b for letter in ascii_lowercase if letter != b[0])
