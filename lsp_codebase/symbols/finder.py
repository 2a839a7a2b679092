"""Which names of one segment may fit, tier by tier: each tier looks at as few names as it can.

`search` asks for a weaker tier only when the stronger ones, over all segments, gave too little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, Int32, UInt8, UInt64, bools, pc, union
from lsp_codebase.indexes.names import LETTER, NameBits, Names, fold, letter_masks
from lsp_codebase.model import CancelToken
from lsp_codebase.symbols import quality
from lsp_codebase.symbols.align import Places, hold_in_order
from lsp_codebase.symbols.pattern import SymbolPattern
from lsp_codebase.symbols.quality import Qualities

_SCAN = 1 << 12
"""Words of 64 names whose bits are tested in one step: they fit the processor's cache."""
_KEPT = 1024
"""A tier hands on at least so many fitting names, the best by fit and prior."""
_COSTED = 2048
"""Names times typed letters up to which skipped words are counted: a fraction of a millisecond."""
_LONG_RANGE = 1 << 16
_ALIGNED = 6144
"""Names whose letters are compared for one pattern: the shortest of those that pass the masks."""
_STEP = 2048
_FEW_TEXTS = 128
"""So few names are compared one by one sooner than by Arrow."""
_FEW_LETTERS = 3
"""So few letters are in too many names, and in most of their sections, to begin with them."""


class NameScores(NamedTuple):
    """Names and how well each fits. A name may come twice until `best_of` is applied."""

    names: Int32
    quality: Qualities


NONE = NameScores(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32))


def best_of(fits: list[NameScores]) -> NameScores:
    """Join fits, each name once with its best quality, in order of name."""
    fits = [some for some in fits if len(some.names)]
    if not fits:
        return NONE
    names = np.concatenate([f.names for f in fits])
    values = np.concatenate([f.quality for f in fits])
    order = np.lexsort((-values, names))
    names, values = names[order], values[order]
    first = np.ones(len(names), dtype=np.bool_)
    first[1:] = names[1:] != names[:-1]
    return NameScores(names[first], values[first])


def _rows(codes: bytes) -> list[int]:
    """Return which rows of turned masks some letters have."""
    return sorted(set(letter_masks.letter_bits(codes)))


class Finder:
    """The tiers of one pattern over one segment.

    `bonus` tells the best prior of names, as a score; `allowed` masks the names that have a row to answer, None is
    all of them.
    """

    def __init__(
        self,
        names: Names,
        bonus: Callable[[Int32], Qualities],
        allowed: Bools | None,
        pattern: SymbolPattern,
        cancel: CancelToken,
        wanted: int = _KEPT,
    ) -> None:
        self.names = names
        self._bonus = bonus
        self.allowed = allowed
        self._pattern = pattern
        self._codes = pattern.codes
        self._cancel = cancel
        self._most = max(_KEPT, wanted)

    def strong(self) -> NameScores:
        """Find exact names, prefixes, starts of words, humps, and words in any order."""
        at_words = self._at_words()
        fits = [self.equal(), self._as_typed(at_words)]
        if len(self._codes) > 1:
            fits.append(self._humps(at_words.names))
        if len(self._pattern.words) > 1:
            fits.append(self._any_order())
        return best_of(fits)

    @cached_property
    def inside(self) -> NameScores:
        """The names that contain the letters as they stand, anywhere."""
        ids = self._ids(self._with_all_pairs)[:_ALIGNED]
        if not len(ids):
            return NONE
        found = [some[places.contains(self._codes)] for some, places in self._places(ids)]
        names = np.concatenate([NONE.names, *found])
        return self._keep(names, quality.by_length(quality.INSIDE, len(self._codes), self.names.lengths(names)))

    def loose(self, enough: int) -> NameScores:
        """Find names with the letters in order, shortest first, until there are enough; shortened words fit best."""
        found = [NONE.names]
        for some in self._maybe_in_order_by_steps():
            found.append(hold_in_order(self.names, some, self._codes))
            if sum(map(len, found)) >= enough:
                break
        names, typed = np.concatenate(found), len(self._codes)
        shortened = [some[places.abbreviated(self._codes, self._pattern.humps)] for some, places in self._places(names)]
        short = np.concatenate([NONE.names, *shortened])
        fits = [
            NameScores(names, quality.by_length(quality.LOOSE, typed, self.names.lengths(names), quality.LOOSE_TYPED)),
            NameScores(short, quality.by_length(quality.ABBREVIATED, typed, self.names.lengths(short))),
        ]
        return self._keep(*best_of(fits))

    @cached_property
    def _with_all_letters(self) -> NameBits:
        """The names of at least as many letters that have all of them."""
        return self._held(self.names.with_letter, self._codes, len(self._codes))

    @property
    def _with_all_pairs(self) -> NameBits:
        """Those of them that may have all neighbouring letters."""
        return self._with_all_letters.having((self.names.with_pair, sorted(set(letter_masks.pair_bits(self._codes)))))

    def _held(self, turned: UInt64, codes: bytes, shortest: int) -> NameBits:
        """Return the names of at least some length that have all letters in turned masks, shortest first."""
        self._cancel.check()
        lengths = self.names.first_of_length
        return NameBits.of_all(map(turned.__getitem__, _rows(codes)), int(lengths[min(shortest, len(lengths) - 1)]))

    def _ids(self, held: NameBits) -> Int32:
        """Return names that have a row to answer."""
        self._cancel.check()
        ids = held.ids()
        return ids if self.allowed is None else ids[self.allowed[ids]]

    def _maybe_in_order(self, held: NameBits) -> NameBits:
        """Keep the names that may hold the letters in order, as far as masks tell."""
        if len(self._codes) <= _FEW_LETTERS:
            return held
        return letter_masks.may_hold_in_order(self.names.sections, held, self._codes)

    def _maybe_in_order_by_steps(self) -> Iterator[Int32]:
        for held in self._with_all_letters.in_steps(_SCAN):
            some = self._ids(self._maybe_in_order(held))
            for begin in range(0, len(some), _STEP):
                self._cancel.check()
                yield some[begin : begin + _STEP]

    def _places(self, ids: Int32) -> Iterator[tuple[Int32, Places]]:
        """Compare the letters of names, some at a time: those are of about the same length."""
        for first in range(0, len(ids), _STEP):
            self._cancel.check()
            some = ids[first : first + _STEP]
            yield some, Places(self.names, some, self._codes)

    def literal(self) -> NameScores:
        """Find names that contain the very text, in any case unless a capital was typed."""
        text = self._pattern.name
        ignore_case = not any(c.isupper() for c in text)
        ids = self._ids(self._with_all_pairs)
        texts = self.names.to_arrow().take(pa.array(ids))
        found = bools(pc.match_substring(texts, pattern=text, ignore_case=ignore_case))
        ids, texts = ids[found], texts.filter(pa.array(found))
        same = bools(pc.equal(texts, text))
        starts = bools(pc.starts_with(texts, pattern=text, ignore_case=ignore_case))
        lengths = self.names.text_offsets[ids + 1] - self.names.text_offsets[ids]
        n = len(text.encode())
        values = np.where(
            starts, quality.by_length(quality.PREFIX, n, lengths), quality.by_length(quality.INNER_WORD, n, lengths)
        )
        return self._keep(ids, np.where(same, np.float32(quality.EXACT), values))

    def _keep(self, names: Int32, values: Qualities) -> NameScores:
        """Keep the best names by fit and prior."""
        if len(names) > self._most:
            best = np.argpartition(-(values + self._bonus(names)), self._most)[: self._most]
            names, values = names[best], values[best]
        return NameScores(names, values)

    def _starting_with(self, initials: bytes) -> NameBits:
        """Return the names that have all letters, and these of them where words start."""
        return self._with_all_letters.having((self.names.with_initial, _rows(initials)))

    def equal(self) -> NameScores:
        """Find the names of exactly these letters, and the qualified names whose last part has them."""
        whole = self.names.with_letters(self._codes)
        qualified, starts = self.names.last_parts.with_letters(self._codes)
        if not len(whole) and not len(qualified):
            return NONE
        ids = np.concatenate([whole, qualified])
        texts = self.names.take(whole)
        texts += [t.encode()[at:].decode() for t, at in zip(self.names.take(qualified), starts.tolist(), strict=True)]
        known = {text: self._equality(text) for text in set(texts)}
        values = np.array([known[text] for text in texts], dtype=np.float32)
        if self.allowed is not None:
            kept = self.allowed[ids]
            ids, values = ids[kept], values[kept]
        return NameScores(ids, values)

    def _equality(self, text: str) -> float:
        """Return how well a text of exactly these letters fits."""
        typed = self._pattern.name
        if text == typed and " " not in typed:  # words apart may mean `add_user` as well as the test "add user"
            return quality.EXACT
        is_same = text.lower() == typed.lower() or fold(text).starts == self._pattern.folded.starts
        return quality.OTHER_CASE if is_same else quality.OTHER_STYLE

    def _word_places(self, codes: bytes) -> tuple[Int32, UInt8]:
        """Return the names, and where in them, a word starts from which on they read like `codes`."""
        names = self.names
        ids, starts = names.words_between(*letter_masks.key_range(codes))
        if self.allowed is not None:
            kept = self.allowed[ids]
            ids, starts = ids[kept], starts[kept]
        if len(codes) > letter_masks.KEY_LETTERS:
            fits = names.lengths(ids) >= starts + np.int32(len(codes))
            ids, starts = ids[fits], starts[fits]
            for at in range(letter_masks.KEY_LETTERS, len(codes), letter_masks.KEY_LETTERS):
                wanted, belong = letter_masks.window_of(codes[at:])
                same = (names.windows[names.offsets[ids] + starts + np.int32(at)] & belong) == wanted
                ids, starts = ids[same], starts[same]
        return ids, starts

    def _at_words(self) -> NameScores:
        n = len(self._codes)
        if n == 1 and self._codes.isalpha():
            ids = self._ids(self._starting_with(self._codes))[:_LONG_RANGE]
            is_prefix = (self.names.codes[self.names.offsets[ids]] & LETTER) == self._codes[0]
            starts = np.where(is_prefix, 0, 1).astype(np.uint8)
        else:
            ids, starts = self._word_places(self._codes)
        if not len(ids):
            return NONE
        lengths = self.names.lengths(ids)
        values = np.where(
            starts == 0,
            quality.by_length(quality.PREFIX, n, lengths),
            quality.by_length(quality.INNER_WORD, n, lengths),
        )
        for hump in self._pattern.humps - {0}:
            begins = self.names.codes[self.names.offsets[ids] + starts + np.int32(hump)] > LETTER
            values -= np.where(begins, np.float32(0), np.float32(quality.OTHER_HUMPS))
        return self._keep(ids, values)

    def _as_typed(self, fits: NameScores) -> NameScores:
        """Lift names that hold the text just as typed, if it has capitals or separators."""
        text = self._pattern.name
        if text == self._pattern.folded.letters or not len(fits.names):
            return fits
        if len(fits.names) <= _FEW_TEXTS:
            same = np.array([text in name for name in self.names.take(fits.names)], dtype=np.bool_)
        else:
            same = bools(pc.match_substring(self.names.to_arrow().take(pa.array(fits.names)), pattern=text))
        return NameScores(fits.names, fits.quality + same * np.float32(quality.AS_TYPED))

    def _humps(self, known: Int32) -> NameScores:
        """Find names by beginnings of words; `known` are names that hold the letters from the start of a word."""
        codes, humps = self._codes, self._pattern.humps
        # Of two letters, neighbours at the start of a word are in `_at_words`; here they are the initials of two.
        held = self._starting_with(codes if len(codes) == 2 else bytes([codes[0], *(codes[h] for h in humps)]))
        held = self._reachable(held)
        ids = self._ids(held)
        if len(ids) > _ALIGNED:
            ids = union(self._promising(self._ids(self._maybe_in_order(held))), known)
        if not len(ids):
            return NONE
        fits = [self._aligned(some, places) for some, places in self._places(ids)]
        names, values = (np.concatenate([none, *(f[i] for f in fits)]) for i, none in enumerate(NONE))
        return self._keep(names, values)

    def _promising(self, ids: Int32) -> Int32:
        """Keep as many as can be aligned, by the best they could be: each letter typed in a word of its own."""
        if len(ids) <= _ALIGNED:
            return ids
        missed = np.maximum(self.names.word_counts[ids].astype(np.int16) - np.int16(len(self._codes)), 0)
        order = np.argpartition(missed * np.float32(quality.INITIALS_LEFT) - self._bonus(ids), _ALIGNED)
        return np.sort(ids[order[:_ALIGNED]])

    def _aligned(self, ids: Int32, places: Places) -> NameScores:
        codes, humps = self._codes, self._pattern.humps
        reached = np.flatnonzero(places.reach(codes, humps))
        values = np.zeros(len(ids), dtype=np.float32)
        if not len(reached):
            return NONE
        if len(codes) > 2:
            fewest_words = np.argsort(places.words[reached], kind="stable")
            reached = reached[fewest_words[: max(_COSTED // len(codes), 256)]]
            cost = places.hump_cost(reached, codes, humps)
            values[reached] = np.maximum(quality.HUMPS - quality.HUMPS_MISSED * cost, quality.LEAST_HUMPS)
        pure, skipped, left = places.initials(codes)
        initials = quality.INITIALS - quality.INITIALS_SKIPPED * skipped - quality.INITIALS_LEFT * left
        np.maximum(values, np.maximum(initials, quality.LEAST_HUMPS), out=values, where=pure, casting="same_kind")
        fits = values > 0
        return NameScores(ids[fits], values[fits])

    def _reachable(self, held: NameBits) -> NameBits:
        """Keep names in which each letter may follow the one before it: as its neighbour, or at the start of a word."""
        names, humps = self.names, self._pattern.humps
        follow = zip(letter_masks.letter_bits(self._codes)[1:], letter_masks.pair_bits(self._codes), strict=True)
        steps = {step for at, step in enumerate(follow, 1) if at not in humps}
        initials, pairs = zip(*sorted(steps), strict=True) if steps else ((), ())
        return held.having((names.with_initial, initials), (names.with_pair, pairs))

    def _any_order(self) -> NameScores:
        words = [encoded for encoded in self._pattern.word_codes if encoded]
        initials = bytes(word[0] for word in words)
        long_words = [word for word in words if len(word) > 1]
        if long_words:
            counts = np.zeros(len(self.names), dtype=np.uint8)
            for word in long_words:
                # A name with the word twice counts once: assignment, not addition, on repeated indices.
                found = self._word_places(word)[0]
                counts[found] = counts[found] + np.uint8(1)
            ids = np.flatnonzero(counts == len(long_words)).astype(np.int32)
            for row in map(self.names.with_initial.__getitem__, _rows(initials)):
                ids = ids[(row[ids >> 6] >> (ids & 63).astype(np.uint64)) & np.uint64(1) != 0]
        else:
            # One word of the name may be meant twice.
            ids = self._ids(self._held(self.names.with_initial, initials, shortest=1))
        held, ordered = [NONE.names], [np.empty(0, dtype=np.bool_)]
        for some, places in self._places(ids[:_ALIGNED]):
            fits, follow = places.words_found(words)
            held.append(some[fits])
            ordered.append(follow[fits])
        ids, in_order = np.concatenate(held), np.concatenate(ordered)
        typed, lengths = len(self._codes), self.names.lengths(ids)
        values = np.where(
            in_order,
            quality.by_length(quality.WORDS_IN_ORDER, typed, lengths),
            quality.by_length(quality.WORDS_ANY_ORDER, typed, lengths),
        )
        return self._keep(ids, values)
