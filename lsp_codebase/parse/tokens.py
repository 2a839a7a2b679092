"""Text to lexical tokens: the one place that decides which words a query and a chunk have in common.

Used by the index workers for the stored fields and by `search/` for queries, so both sides always agree. A change here
changes the stored words: raise `TOKENIZER_VERSION`, and indexes rebuild.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

TOKENIZER_VERSION = 3

_CJK = (("\u3040", "\u30ff"), ("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\uac00", "\ud7af"))
_WORD = re.compile(r"[^\W\d$][\w$]*|\$[\w$]+|\d{2,}")
_ASCII_LETTERS = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
_ASCII_PART = re.compile(rf"{_ASCII_LETTERS}|\d+")
_ASCII_PART_OF_TEXT = re.compile(rf"{_ASCII_LETTERS}|(?<=[A-Za-z_$])\d+|\d{{2,}}")  # a digit alone is no word
_BLANKED = bytes(code if chr(code).isalnum() or chr(code) in "_$" else 32 for code in range(256))
_MEMO_LIMIT = 200_000
_PARTS_LIMIT = 100_000
LONGEST_TOKEN = 80  # letters: longer "identifiers" are data: base64, hashes, minified blobs


_SYLLABLES = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]+[aeiouy]")  # of a word that has two at least
_IRREGULAR = {
    form: base
    for base, forms in {
        "begin": "began begun",
        "break": "broke broken",
        "bring": "brought",
        "buy": "bought",
        "catch": "caught",
        "child": "children",
        "choose": "chose chosen",
        "draw": "drawn drew",
        "drive": "driven drove",
        "fall": "fallen fell",
        "forget": "forgot forgotten",
        "freeze": "froze frozen",
        "grow": "grew grown",
        "hide": "hidden",
        "hold": "held",
        "index": "indices",
        "keep": "kept",
        "lose": "lost",
        "matrix": "matrices",
        "override": "overridden overrode",
        "rewrite": "rewritten rewrote",
        "send": "sent",
        "spend": "spent",
        "steal": "stolen",
        "stick": "stuck",
        "take": "taken took",
        "tell": "told",
        "throw": "threw thrown",
        "undo": "undone",
        "vertex": "vertices",
        "wake": "woke woken",
        "write": "written wrote",
    }.items()
    for form in forms.split()
}


def stem(word: str) -> str:
    """Return a light stem of a lower-case word: plural s, -ies, -ing, -ed, final e, and y to i.

    Forms without a rule and British spellings have the stem of the usual word: sent of send, colour of color. Heavier
    stemmers measured worse on code (`ranking` experiments: -0.007 NDCG for -ation, -er, -ment).
    """
    if len(word) < 4 or not word.isascii():
        return word
    word = _IRREGULAR.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ing") and len(word) > 5:
        word = _undouble(word[:-3])
    elif word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
        word = _undouble(word[:-2])
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return _american(word)


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def _american(word: str) -> str:
    """Return a stem as American English spells it: behavior, normaliz, normalization, cancel.

    No other word is met by those that get a letter of their own: promiz, contor, instal.
    """
    if len(word) > 4:
        if word.endswith("our"):
            return word[:-2] + "r"
        if word.endswith("is"):
            return word[:-1] + "z"
        if word.endswith("isation"):
            return word[:-6] + "zation"
        if word.endswith("ll") and _SYLLABLES.match(word):
            return word[:-1]
    return word


def split_identifier(word: str) -> list[str]:
    """Return the lower-case parts of an identifier: `HTTPServer_v2` -> http, server, v, 2; CJK runs stay whole."""
    if word.isupper():
        word = word.lower()
    return [part.lower() for part in _part(word).findall(word)]


def _part(word: str) -> re.Pattern[str]:
    """Return the pattern that finds the parts of a word."""
    return _ASCII_PART if word.isascii() else _any_part()


@cache
def _any_part() -> re.Pattern[str]:
    """Return the pattern that finds the parts of any word: compiling sets of thousands of letters takes 6 ms."""
    cjk = "".join(f"{first}-{last}" for first, last in _CJK)
    lower = rf"[^\W\d_A-Z{cjk}]"  # and capitals beyond ASCII, which `re` cannot tell apart
    return re.compile(rf"[{cjk}]+|[A-Z]+(?!{lower})|[A-Z]?{lower}+|\d+")


def _is_cjk(part: str) -> bool:
    return not part.isascii() and any(first <= part[0] <= last for first, last in _CJK)


def _word_tokens(word: str) -> list[str]:
    if len(word) > LONGEST_TOKEN:
        return []
    if word.isascii():
        parts = _ASCII_PART.findall(word)
        found = [*map(_stems.__getitem__, parts)]
        return found if len(parts) < 2 else [*found, joined(parts).lower()]
    parts = split_identifier(word)
    found = []
    for part in parts:
        if len(part) > 1 and _is_cjk(part):
            found += [part[i : i + 2] for i in range(len(part) - 1)]
        else:
            found.append(stem(part))
    return found if len(parts) < 2 else [*found, joined(parts)]


def joined(parts: list[str]) -> str:
    """Return the token of a whole identifier: every case style of `getUserName` is `=getusername`."""
    return "=" + "".join(parts)


class _Stems(dict[str, str]):
    """Part of a word as it is written -> its stem: a million identifiers are made of some ten thousand parts."""

    def __missing__(self, part: str) -> str:
        if len(self) >= _PARTS_LIMIT:
            self.clear()
        self[part] = found = stem(part.lower())
        return found


class _Memo(dict[str, str]):
    """Word -> its tokens joined by blanks. Source code repeats its words: one dictionary look-up for most.

    Half of the room is for the words seen since the other half was filled, so that frequent ones stay.
    """

    def __init__(self) -> None:
        super().__init__()
        self._earlier: dict[str, str] = {}

    def __missing__(self, run: str) -> str:
        tokens = self._earlier.get(run)
        if tokens is None:
            tokens = " ".join(tokens_of_word(run))
        if len(self) >= _MEMO_LIMIT // 2:
            self._earlier = dict(self)
            self.clear()
        self[run] = tokens
        return tokens


_stems = _Stems()
_memo = _Memo()


def words(text: str) -> list[str]:
    """Return the identifiers and numbers of `text` in order, NFKC-normalised."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return _WORD.findall(text)


def part_string(text: str) -> str:
    """Return the parts of all identifiers and numbers of `text`, in order, in lower case, joined by single blanks."""
    if text.isascii():  # in a third of the time: no part crosses the end of a word
        return " ".join(_ASCII_PART_OF_TEXT.findall(text)).lower()
    return " ".join(part for word in words(text) for part in split_identifier(word))


def word_parts(text: str) -> list[str]:
    """Return the parts of all identifiers and numbers of `text`, in order, in lower case."""
    return part_string(text).split()


def token_string(text: str) -> str:
    """Return the tokens of `text` joined by single blanks, in order."""
    return " ".join(filter(None, map(_memo.__getitem__, cut(text).split())))


def word_string(text: str) -> str:
    """Return the words of `text` joined by single blanks, in order, as a lexical field stores them."""
    return " ".join(cut(text).split())


def cut(text: str) -> str:
    """Return `text` with blanks between its words, perhaps several, and nothing else that separates them."""
    # No word crosses a separator, so that ASCII text is cut at them first: in half the time of the expression, and as
    # bytes in a third of that.
    return text.encode("ascii").translate(_BLANKED).decode("ascii") if text.isascii() else " ".join(words(text))


def tokens_of_word(word: str) -> list[str]:
    """Return the tokens of one of the words that `cut` leaves."""
    if word.isascii() and word.isidentifier():
        return _word_tokens(word)
    return [token for part in _WORD.findall(word) for token in _word_tokens(part)]


def word_places(text: str, hints: Collection[str] = ("",)) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of the words of `text` in order, as they are written: start, end (in characters) and token.

    ASCII words are cut only if they hold one of the `hints` in some letter case.
    """
    for word in _WORD.finditer(text):
        lowered = word[0].lower()
        for hint in hints:  # in half the time of `any`
            if hint in lowered:
                break
        else:
            if lowered.isascii():
                continue
        begin = word.start()
        for start, end, token in _parts(word[0]):
            yield begin + start, begin + end, token


@lru_cache(maxsize=20_000)
def _parts(word: str) -> tuple[tuple[int, int, str], ...]:
    if len(word) > LONGEST_TOKEN:
        return ()
    lowered = word.lower()
    cased = lowered if word.isupper() and len(lowered) == len(word) else word
    found = []
    for part in _part(cased).finditer(cased):
        start, end = part.span()
        if end - start > 1 and _is_cjk(part[0]):
            found += [(place, place + 2, part[0][place - start : place - start + 2]) for place in range(start, end - 1)]
        else:
            found.append((start, end, stem(unicodedata.normalize("NFKC", part[0]).lower())))
    return tuple(found)


def tokenize(text: str) -> list[str]:
    """Return the tokens of `text` in order."""
    return token_string(text).split()
