"""The distinct names of a segment, packed, in order of length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Int32, Int64, UInt8, UInt32, UInt64, text_of
from lsp_codebase.indexes.names import letter_masks, packing
from lsp_codebase.indexes.names.held_bits import turned
from lsp_codebase.indexes.names.last_parts import LastParts, last_parts
from lsp_codebase.indexes.names.letter_masks import WordIndex
from lsp_codebase.indexes.names.letters import encode, fold

PADDING = 72


@dataclass(frozen=True, slots=True)
class Names:
    """Names, numbered by the length of their letters, then by hash.

    `texts` and `codes` are packed, name `i` from `text_offsets[i]` and `offsets[i]`; `codes` ends with `PADDING`
    zeros. Names of `n` letters are those from `first_of_length[n]` to `first_of_length[n + 1]`. `word_counts` stops at
    255. `with_letter`, `with_initial`, `with_pair` and `sections`, (section, letter), are the masks of `letter_masks`
    turned: a row of `held_bits` for each letter or pair. `words` is its index.
    """

    texts: UInt8
    text_offsets: Int32
    codes: UInt8
    offsets: Int32
    hashes: UInt32
    first_of_length: Int32
    word_counts: UInt8
    with_letter: UInt64
    with_initial: UInt64
    with_pair: UInt64
    sections: UInt64
    words: WordIndex
    last_parts: LastParts

    def __len__(self) -> int:
        return len(self.hashes)

    def text(self, name: int) -> str:
        """Return a name as it is written."""
        return self.texts[self.text_offsets[name] : self.text_offsets[name + 1]].tobytes().decode("utf-8", "replace")

    def take(self, ids: Int32) -> list[str]:
        """Return some of the names as they are written."""
        text = self.texts.data
        ends = zip(self.text_offsets[ids].tolist(), self.text_offsets[ids + 1].tolist(), strict=True)
        return [str(text[first:last], "utf-8", "replace") for first, last in ends]

    def to_arrow(self) -> pa.Array:
        """Return all names as an Arrow string array that shares their memory."""
        buffers = [None, pa.py_buffer(self.text_offsets), pa.py_buffer(self.texts)]
        return pa.StringArray.from_buffers(len(self), *buffers[1:])

    @property
    def windows(self) -> UInt64:
        """The eight letters from every place on as one number, the first in its low byte: a view, not aligned."""
        count = len(self.codes) - letter_masks.KEY_LETTERS
        windows: UInt64 = np.ndarray((count,), dtype="<u8", buffer=self.codes.data, strides=(1,))
        return windows

    def lengths(self, ids: Int32) -> Int32:
        """Return the number of letters of names."""
        return self.offsets[ids + 1] - self.offsets[ids]

    def words_between(self, low: int, high: int) -> tuple[Int32, UInt8]:
        """Return the names, and where in them, of the words with keys from `low` to `high`."""
        return self.words.entries(*self.words.between(low, high, self._keys))

    def _keys(self, first: int) -> UInt64:
        names, starts = self.words.entries(first, first + letter_masks.KEY_EVERY)
        begins, ends = self.offsets[names].astype(np.int64), self.offsets[names + 1].astype(np.int64)
        return letter_masks.word_keys(self.codes, begins + starts, ends)

    def with_letters(self, codes: bytes) -> Int32:
        """Return the names of exactly these letters, in any case and with any separators."""
        length = len(codes)
        if length + 1 >= len(self.first_of_length):
            return np.empty(0, dtype=np.int32)
        first, last = int(self.first_of_length[length]), int(self.first_of_length[length + 1])
        wanted = np.uint64(packing.hash_letters(codes)).astype(np.uint32)
        last = first + int(np.searchsorted(self.hashes[first:last], wanted, side="right"))
        first += int(np.searchsorted(self.hashes[first:last], wanted, side="left"))
        letters = self.codes[self.offsets[first] : self.offsets[last]].reshape(last - first, length) & packing.LETTER
        same = (letters == np.frombuffer(codes, dtype=np.uint8)).all(axis=1).nonzero()[0]
        return np.asarray(same + first, dtype=np.int32)

    def written(self, text: str) -> list[int]:
        """Return the names that are written so: one, or none."""
        return [name for name in self.with_letters(encode(fold(text).letters)).tolist() if self.text(name) == text]

    @classmethod
    def build(cls, values: pa.Array) -> tuple[Names, Int32]:
        """Pack distinct names; return them and the number each of the given values got."""
        data, text_offsets = text_of(values.cast(pa.large_string()))
        codes, starts, lengths = packing.pack(data, text_offsets)
        codes, offsets = packing.gather(codes, starts, lengths)
        hashes = packing.hash_names(codes, offsets).astype(np.uint32)
        by_text = packing.hash_names(data, text_offsets)
        order = np.lexsort((by_text, hashes, lengths))
        number = np.empty(len(order), dtype=np.int32)
        number[order] = np.arange(len(order), dtype=np.int32)
        codes, offsets = packing.gather(codes, offsets[:-1][order], lengths[order])
        texts, text_offsets = packing.gather(data, text_offsets[:-1][order], np.diff(text_offsets)[order])
        longest = int(lengths.max()) if len(lengths) else 0
        codes = np.concatenate([codes, np.zeros(PADDING, dtype=np.uint8)])
        words = letter_masks.word_index(codes, offsets)
        counts = np.bincount(words.entries()[0], minlength=len(order))
        names = cls(
            texts=texts,
            text_offsets=text_offsets.astype(np.int32),
            codes=codes,
            offsets=offsets.astype(np.int32),
            hashes=hashes[order],
            first_of_length=np.searchsorted(lengths[order], np.arange(longest + 2)).astype(np.int32),
            word_counts=np.minimum(counts, 255).astype(np.uint8),
            words=words,
            last_parts=last_parts(texts, text_offsets),
            **masks(codes, offsets),
        )
        return names, number


def masks(codes: UInt8, offsets: Int64) -> dict[str, Any]:
    """Return the columns of `Names` that rule most names out."""
    letters, initials = letter_masks.letter_masks(codes, offsets)
    return {
        "with_letter": turned(letters),
        "with_initial": turned(initials),
        "with_pair": turned(letter_masks.pair_masks(codes, offsets)),
        "sections": np.stack([turned(one) for one in letter_masks.section_masks(codes, offsets).T]),
    }
