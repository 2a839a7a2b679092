"""A name as the matcher sees it: its letters in lower case, without separators, and where its words start.

`getHTTPResponse2`, `get_http_response_2` and `get-http-response-2` have the same letters and the same words. Both
sides of a match pass through `fold`; `packing` does the same to arrays of ASCII names.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

# From here on (CJK radicals, kana, Hangul, ideographs) scripts write no spaces: every character starts a word.
_FIRST_UNSPACED = 0x2E80
# Codes that no ASCII letter of a folded name uses; characters beyond ASCII share them, so a match of codes is only
# a candidate and is checked again on the text.
_SHARED_CODES = bytes([*range(0x01, 0x20), *range(0x41, 0x5B)])

WORD_START = 0x80
"""Bit of a code that says "a word starts here"."""


class Folded(NamedTuple):
    """`letters` in lower case; `starts` are the indices in it where words start, ascending, the first is 0."""

    letters: str
    starts: tuple[int, ...]


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _starts_word(before: str, character: str, after: str) -> bool:
    """Whether a word starts at `character`, with `before` and `after` its neighbours in the same run of letters."""
    if ord(character) >= _FIRST_UNSPACED or ord(before) >= _FIRST_UNSPACED:
        return unicodedata.category(character)[0] != "M"
    if character.isdigit() != before.isdigit():
        return True
    return character.isupper() and (before.islower() or (before.isupper() and after.islower()))


def fold(name: str) -> Folded:
    """Fold a name; one that is all separators (`==`, `_`) folds to itself."""
    text = name if name.isascii() else unicodedata.normalize("NFC", name)
    letters: list[str] = []
    starts: list[int] = []
    before = ""
    for index, character in enumerate(text):
        if not _is_letter(character):
            before = ""
            continue
        if not before or _starts_word(before, character, text[index + 1 : index + 2]):
            starts.append(len(letters))
        lower = character.lower()
        letters.append(lower if len(lower) == 1 else character)
        before = character
    return Folded("".join(letters), tuple(starts)) if letters else Folded(text, (0,) if text else ())


def in_order(typed: str, letters: str) -> bool:
    """Whether folded letters occur among others in their order."""
    rest = iter(letters)
    return all(letter in rest for letter in typed)


def encode(letters: str) -> bytes:
    """Encode folded letters, one code of seven bits each."""
    if letters.isascii():
        return letters.encode()
    return bytes(ord(c) if c < "\x80" else _SHARED_CODES[ord(c) % len(_SHARED_CODES)] for c in letters)


def encode_folded(folded: Folded) -> bytes:
    """Encode a folded name with `WORD_START` set where its words start."""
    codes = bytearray(encode(folded.letters))
    for start in folded.starts:
        codes[start] |= WORD_START
    return bytes(codes)
