"""Token ids of a text, found word by word and remembered: source code repeats its words.

Only for tokenizers that mark blocks and split at everything that is neither letter nor digit, as the built-in one does:
then the tokens of a text are those of its words and marks, with anything between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import pc, spread
from lsp_codebase.embed.block_starts import MARK, marked
from lsp_codebase.embed.merges import Merges
from lsp_codebase.embed.word_parts import parts_of_words, plain_parts

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.models import Model

# Characters of all remembered parts, with 100 for each entry: about 100,000 parts of words, 25 MB.
_MOST_CHARACTERS = 11_000_000
_ENTRY_CHARACTERS = 100
_MUCH_TEXT = 4_000
"""Characters: a first question and the names of its files have fewer. Arrow's functions take 20 ms to load."""
_FEW_WORDS = 8_000  # merged one by one, 9 us each: to read the tokenizer takes as long as all these, and 31 MB
_BLANKED = bytes(code if code > 127 or chr(code).isalnum() or chr(code) == MARK else 32 for code in range(256))


def merges_of(tokenizer: Path) -> Path:
    """Return where the merges of a tokenizer lie as arrays, if there are any: outside of the folder of its model."""
    return tokenizer.parent.with_name(f"{tokenizer.parent.name}_merges.npy")


class WordTokens:
    """The tokenizer of a directory, as a function from text to token ids. Any thread may use it."""

    def __init__(self, file: Path) -> None:
        self._known = _Known(file)

    def ids(self, text: str) -> list[int]:
        """Return the token ids of `text`, in order, without special tokens."""
        return list(chain.from_iterable(map(self._known.__getitem__, _cut(text).split())))

    def of_texts(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the token ids of all texts, one behind the other, and how many each has.

        In much text each word is cut into parts once, and each part looked up once, however frequent; Arrow finds
        them in a fifth of the time.
        """
        if sum(map(len, texts)) < _MUCH_TEXT:
            found = [self.ids(text) for text in texts]
            sizes = np.fromiter(map(len, found), np.int64, len(found))
            return np.fromiter(chain.from_iterable(found), np.int64, int(sizes.sum())), sizes
        lists = pc.ascii_split_whitespace(pa.array(map(_cut, texts), pa.string()))
        words = lists.flatten().dictionary_encode()
        tokens, counts = spread(words.indices.to_numpy(), *self._of_words(words.dictionary))
        ends = np.concatenate([[0], np.cumsum(counts)])[lists.offsets.to_numpy()]
        return tokens, np.diff(ends)

    def _of_words(self, words: pa.StringArray) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many token ids each word has, and the ids."""
        parts, ends_of_words = parts_of_words(words)
        found = parts.dictionary_encode()
        known = [*map(self._known.__getitem__, found.dictionary.to_pylist())]
        sizes = np.fromiter(map(len, known), np.int64, len(known))
        values = np.fromiter(chain.from_iterable(known), np.int64, int(sizes.sum()))
        tokens, counts = spread(found.indices.to_numpy(), sizes, values)
        ends = np.append(0, np.cumsum(counts))[ends_of_words]
        return np.diff(ends, prepend=0), tokens


class _Known(dict[str, tuple[int, ...]]):
    """Word, or part of one -> its tokens, found when first asked for.

    Half of the room is for words asked for since the other half was filled, so that frequent words stay.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        packed = merges_of(file)
        self._merges = Merges(packed) if packed.is_file() else None
        self._room = _MOST_CHARACTERS // 2
        self._earlier: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        """The tokenizer: read with the first word, since it takes longer than all else of a model."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._file))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _model(self) -> Model:
        model: Model = self._tokenizer.model
        return model

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = self._earlier.get(word)
        if found is None:
            found = tuple(self._found(word))
        if self._room < 0:
            self._earlier = dict(self)
            self.clear()
            self._room = _MOST_CHARACTERS // 2
        self._room -= _ENTRY_CHARACTERS + len(word)
        self[word] = found
        return found

    def _found(self, word: str) -> Iterable[int]:
        """Return the tokens of a new word.

        Those of plain parts come from the byte pairs alone, in a third of the time, and most words are made of parts
        that are known. Not in batches: for the few new words of a text, spreading them over threads costs three times
        as much.
        """
        parts = plain_parts(word) if self._merges else None
        if not self._merges or parts is None:
            ids: list[int] = self._tokenizer.encode(word, add_special_tokens=False).ids
            return ids
        if parts != [word]:
            return chain.from_iterable(map(self.__getitem__, parts))
        if len(self) < _FEW_WORDS and "_tokenizer" not in vars(self):
            return self._merges.ids(word)
        return [token.id for token in self._model.tokenize(word)]


def _cut(text: str) -> str:
    """Return a text with blanks for the ASCII characters that no word contains, and marks in front of blocks.

    Other separators of words are the tokenizer's business. A lone surrogate (an undecodable byte of a file) is no
    letter, and the tokenizer cannot take it.
    """
    is_one_line = text[:1].isalpha() and "\n" not in text  # it begins no block
    return (text if is_one_line else marked(text)).encode("utf-8", "replace").translate(_BLANKED).decode()
