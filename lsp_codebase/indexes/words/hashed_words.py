"""Words to the hashes of their tokens, and names to those of their parts, all at once.

A job of a worker meets some ten thousand distinct words, made of a few thousand distinct parts. So the letters of all
words are cut into parts as one array, and only parts are looked up one by one. `parse.tokens` defines tokens; a
test holds both equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np

from lsp_codebase.arrays import Int64, UInt8, UInt32
from lsp_codebase.parse import LONGEST_TOKEN, split_identifier, stem, tokens_of_word

_MOST_PARTS = 100_000  # remembered: some 12 MB
_NONE, _DIGIT, _SMALL, _CAPITAL = range(4)


def _kind(letter: str) -> int:
    if not (letter.isascii() and letter.isalnum()):
        return _NONE
    return _DIGIT if letter.isdigit() else _SMALL if letter.islower() else _CAPITAL


def _begins(before: int, kind: int, after: int) -> bool:
    """Whether a part begins at a letter of this kind: in `HTTPServer2` at H, S and 2."""
    if kind == _CAPITAL and before == _CAPITAL:
        return after == _SMALL
    return kind not in (_NONE, before) and not (kind == _SMALL and before == _CAPITAL)


_KINDS = np.array([_kind(chr(code)) for code in range(256)], np.uint8)
_LOWER = np.array([ord(chr(code).lower()) if code < 128 else code for code in range(256)], np.uint8)
_BEGINS = np.array([_begins(code >> 4, code >> 2 & 3, code & 3) for code in range(64)])


class Hashes(NamedTuple):
    """A run of hashes for each of some words: all runs, one behind the other, and how long each is."""

    values: UInt32
    sizes: Int64


def tokens_of_words(words: Sequence[str]) -> Hashes:
    """Return the tokens of words that `cut` left, in no order within a word."""
    plain = [len(word) <= LONGEST_TOKEN and word.isascii() for word in words]  # in half the time of a function
    return _beside(words, plain, _tokens_of_plain, _tokens_of_other)


def parts_of_names(names: Sequence[str]) -> Hashes:
    """Return the stems of the parts of names, in order."""
    return _beside(names, [*map(str.isascii, names)], _parts_of_plain, _parts_of_other)


def _beside(
    texts: Sequence[str],
    plain: Sequence[bool],
    of_plain: Callable[[Sequence[str]], Hashes],
    of_other: Callable[[str], tuple[int, ...]],
) -> Hashes:
    """Return the hashes of texts: of plain ones all at once, of others one by one."""
    if not texts:
        return Hashes(np.empty(0, np.uint32), np.empty(0, np.int64))
    if all(plain):
        return of_plain(texts)
    values, sizes = of_plain([text if is_one else "" for text, is_one in zip(texts, plain, strict=True)])
    others = np.flatnonzero(~np.array(plain))
    found = [of_other(texts[place]) for place in others.tolist()]
    counts = [*map(len, found)]
    inserted = np.repeat(np.cumsum(sizes)[others], counts)
    sizes[others] = counts
    return Hashes(np.insert(values, inserted, np.array([value for own in found for value in own], np.uint32)), sizes)


class _Letters:
    """The letters and digits of some ASCII texts, in small letters.

    `parts` is where parts of words begin among them, and `ends` where the letters of each text end.
    """

    def __init__(self, texts: Sequence[str], *, are_words: bool) -> None:
        data = np.frombuffer("\n".join(["", *texts, ""]).encode(), np.uint8)
        ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        kinds = _KINDS.take(data)
        leads = _leading_digits(kinds, np.append(0, ends[:-1])) if are_words else np.empty(0, np.int64)
        is_alone = (kinds[leads - 1] != _DIGIT) & (kinds[leads + 1] != _DIGIT)
        kinds[leads[is_alone]] = _NONE  # no word
        kept = np.flatnonzero(kinds)
        codes = kinds << 2
        codes[1:] |= kinds[:-1] << 4
        codes[:-1] |= kinds[1:]
        self.letters = _LOWER.take(data.take(kept))
        self.parts = np.flatnonzero(_BEGINS.take(codes.take(kept)))
        self.ends = np.searchsorted(kept, ends)
        self._leads = np.searchsorted(kept, leads[~is_alone])

    @property
    def words(self) -> Int64:
        """Where words begin: with each text, and behind digits that begin one."""
        begins = np.zeros(len(self.letters) + 1, np.bool_)
        begins[self._leads + 1] = True
        begins[self._leads[1:][np.diff(self._leads) == 1]] = False
        begins[0] = True
        begins[self.ends] = True
        return np.flatnonzero(begins[:-1])


def _leading_digits(kinds: UInt8, ends: Int64) -> Int64:
    """Return the places of digits that have only digits between them and one of `ends`."""
    digits = np.flatnonzero(kinds == _DIGIT)
    is_first = np.diff(digits, prepend=-1) != 1
    is_end = np.zeros(len(kinds), np.bool_)
    is_end[ends] = True
    leads = is_end[digits[is_first] - 1]
    found: Int64 = digits[leads[np.cumsum(is_first) - 1]]
    return found


def _tokens_of_plain(words: Sequence[str]) -> Hashes:
    """Return the tokens of ASCII words: of each its parts and, where there are several, all of it.

    Digits that begin a word are a word of their own.
    """
    found = _Letters(words, are_words=True)
    begins = found.words
    firsts = np.searchsorted(found.parts, begins)
    counts = np.diff(firsts, append=len(found.parts))
    is_joined = counts > 1
    joined = np.cumsum(is_joined)
    values = np.empty(len(found.parts) + int(is_joined.sum()), np.uint32)
    values[np.arange(len(found.parts)) + np.repeat(joined, counts)] = _stem_hashes(found)
    lengths = np.diff(begins, append=len(found.letters))
    wholes = _split(found.letters[np.repeat(is_joined, lengths)], _starts(lengths[is_joined]), b" =")
    values[(firsts + joined - 1)[is_joined]] = _hashed(wholes)
    before = np.searchsorted(begins, found.ends)
    ends = np.append(firsts, len(found.parts))[before] + np.append(0, joined)[before]
    return Hashes(values, np.diff(ends, prepend=0))


def _parts_of_plain(names: Sequence[str]) -> Hashes:
    found = _Letters(names, are_words=False)
    return Hashes(_stem_hashes(found), np.diff(np.searchsorted(found.parts, found.ends), prepend=0))


def _stem_hashes(found: _Letters) -> UInt32:
    parts = _split(found.letters, found.parts, b" ")
    return np.fromiter(map(_stems.__getitem__, parts), np.uint32, len(parts))


def _starts(sizes: Int64) -> Int64:
    return np.cumsum(sizes) - sizes


def _split(letters: UInt8, starts: Int64, mark: bytes) -> list[bytes]:
    """Cut letters at `starts`, with all of `mark` but its blank in front of each piece."""
    marked = np.empty(len(letters) + len(starts) * len(mark), np.uint8)
    is_letter = np.ones(len(marked), np.bool_)
    places = starts + np.arange(len(starts)) * len(mark)
    for place, code in enumerate(mark):
        marked[places + place] = code
        is_letter[places + place] = False
    marked[is_letter] = letters
    return marked.tobytes().split()


def _hashed(tokens: Iterable[bytes]) -> UInt32:
    return np.array([*map(crc32, tokens)], np.uint32)


@lru_cache(maxsize=16_384)
def _tokens_of_other(word: str) -> tuple[int, ...]:
    return tuple(crc32(token.encode()) for token in tokens_of_word(word))


@lru_cache(maxsize=16_384)
def _parts_of_other(name: str) -> tuple[int, ...]:
    return tuple(crc32(stem(part).encode()) for part in split_identifier(name))


class _Stems(dict[bytes, int]):
    """Part of a word in small letters -> the hash of its stem."""

    def __missing__(self, part: bytes) -> int:
        if len(self) >= _MOST_PARTS:
            self.clear()
        self[part] = found = crc32(stem(part.decode()).encode())
        return found


_stems = _Stems()
