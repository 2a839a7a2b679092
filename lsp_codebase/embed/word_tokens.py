"""Token ids of a text, found word by word and remembered: source code repeats its words.

Only for tokenizers that mark blocks and split at everything that is neither letter nor digit, as the built-in one does:
then the tokens of a text are those of its words and marks, whatever stands between them.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.embed.block_starts import MARK, marked
from lsp_codebase.embed.merges import Merges

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Characters of all remembered words, with 100 for each entry: about 100,000 words of source code, 25 MB.
_MOST_CHARACTERS = 11_000_000
_ENTRY_CHARACTERS = 100
_FEW_WORDS = 400  # merged one by one, a tenth of a millisecond each: reading the tokenizer takes as long as a thousand
_SEPARATORS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != MARK}


def merges_of(tokenizer: Path) -> Path:
    """Return where the merges of a tokenizer lie as arrays, if there are any: outside of the folder of its model."""
    return tokenizer.parent.with_name(f"{tokenizer.parent.name}_merges.npy")


class WordTokens:
    """The tokenizer of a directory, as a function from text to token ids. Any thread may use it."""

    def __init__(self, file: Path) -> None:
        self._known = _Known(file)

    def ids(self, text: str) -> list[int]:
        """Return the token ids of `text`, in order, without special tokens."""
        text = marked(text)
        words = text.translate(_SEPARATORS).split() if text.isascii() else _split(text)
        return list(chain.from_iterable(map(self._known.__getitem__, words)))


class _Known(dict[str, tuple[int, ...]]):
    """Word -> its tokens, found when first asked for; everything is forgotten when there is no room for more."""

    def __init__(self, file: Path) -> None:
        self._file = file
        packed = merges_of(file)
        self._merges = Merges(packed) if packed.is_file() else None
        self._room = _MOST_CHARACTERS

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        """The tokenizer: read with the first word, since it takes longer than all else of a model."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._file))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    def __missing__(self, word: str) -> tuple[int, ...]:
        if self._room < 0:
            self.clear()
            self._room = _MOST_CHARACTERS
        self._room -= _ENTRY_CHARACTERS + len(word)
        if self._merges and len(self) < _FEW_WORDS and (found := self._merges.ids(word)) is not None:
            self[word] = found
            return found
        # Not in batches: for the few new words of a text, spreading them over threads costs three times as much.
        self[word] = tokens = tuple(self._tokenizer.encode(word, add_special_tokens=False).ids)
        return tokens


def _split(text: str) -> list[str]:
    """Split at ASCII characters that no word contains; what else separates words is the tokenizer's business.

    A lone surrogate (an undecodable byte of a file) is no letter, and the tokenizer cannot take it.
    """
    return text.encode("utf-8", "replace").decode().translate(_SEPARATORS).split()
