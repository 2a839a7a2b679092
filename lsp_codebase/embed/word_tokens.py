"""Token ids of a text, found word by word and remembered: source code repeats its words.

Only for tokenizers that mark blocks and split at everything that is neither letter nor digit, as the built-in one does:
then the tokens of a text are those of its words and marks, whatever stands between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import pc, spread
from lsp_codebase.embed.block_starts import MARK, marked
from lsp_codebase.embed.merges import Merges, plain_parts

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.models import Model

# Characters of all remembered words, with 100 for each entry: about 100,000 words of source code, 25 MB.
_MOST_CHARACTERS = 11_000_000
_ENTRY_CHARACTERS = 100
_MANY_TEXTS = 16
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
        return list(chain.from_iterable(map(self._known.__getitem__, _cut(text).split())))

    def of_texts(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the token ids of all texts, one behind the other, and how many each has.

        Of many texts each word is looked up once, however frequent; Arrow finds them in a fifth of the time.
        """
        if len(texts) < _MANY_TEXTS:
            found = [self.ids(text) for text in texts]
            sizes = np.fromiter(map(len, found), np.int64, len(found))
            return np.fromiter(chain.from_iterable(found), np.int64, int(sizes.sum())), sizes
        lists = pc.ascii_split_whitespace(pa.array(map(_cut, texts), pa.string()))
        words = lists.flatten().dictionary_encode()
        known = [self._known[word] if word else () for word in words.dictionary.to_pylist()]
        sizes = np.fromiter(map(len, known), np.int64, len(known))
        values = np.fromiter(chain.from_iterable(known), np.int64, int(sizes.sum()))
        tokens, counts = spread(words.indices.to_numpy(), sizes, values)
        ends = np.concatenate([[0], np.cumsum(counts)])[lists.offsets.to_numpy()]
        return tokens, np.diff(ends)


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

    @cached_property
    def _model(self) -> Model:
        model: Model = self._tokenizer.model
        return model

    def __missing__(self, word: str) -> tuple[int, ...]:
        if self._room < 0:
            self.clear()
            self._room = _MOST_CHARACTERS
        self._room -= _ENTRY_CHARACTERS + len(word)
        if self._merges and len(self) < _FEW_WORDS and (found := self._merges.ids(word)) is not None:
            self[word] = found
            return found
        self[word] = tokens = tuple(self._found(word))
        return tokens

    def _found(self, word: str) -> Iterator[int]:
        """Yield the tokens of a new word.

        Those of plain parts come from the byte pairs alone, in a third of the time. Not in batches: for the few new
        words of a text, spreading them over threads costs three times as much.
        """
        parts = plain_parts(word) if self._merges else None
        if parts is None:
            yield from self._tokenizer.encode(word, add_special_tokens=False).ids
            return
        for part in parts:
            for token in self._model.tokenize(part):
                yield token.id


def _cut(text: str) -> str:
    """Return a text with blanks for the ASCII characters that no word contains, and marks in front of blocks.

    What else separates words is the tokenizer's business. A lone surrogate (an undecodable byte of a file) is no
    letter, and the tokenizer cannot take it.
    """
    text = marked(text)
    return (text if text.isascii() else text.encode("utf-8", "replace").decode()).translate(_SEPARATORS)
