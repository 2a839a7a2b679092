"""Matching a name against many patterns at once, in time that no pattern can blow up.

The patterns of a block lie side by side in one integer, a bit for each place between two tokens; a name is read once,
with two shifts and masks for each character ("bitap", Baeza-Yates and Gonnet 1992, where a `*` is a place that a
character may also be read in without leaving it). So the work is (characters of the name) x (bits of the block / 64),
whatever the patterns are: an engine that goes back to try again takes exponential time for `*a*a*a*b`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from lsp_codebase.globs.pattern import STAR, Chars, Segment

_MOST_BITS = 4_096  # of a block: wide ones are faster for each bit, narrow ones smaller
_MOST_KEPT = 4_096  # entries of what is remembered; then it is forgotten

Items = TypeVar("Items", bound=Sequence[Hashable])
Made = TypeVar("Made")


class Places:
    """The places of some patterns, by ascending numbers, as bits; the item `STAR` stands for any number of anything."""

    def __init__(self, patterns: Iterable[tuple[int, Sequence[Hashable]]]) -> None:
        self.start = self._loops = self._ends = 0
        self.masks: dict[Hashable, int] = {}
        self._number: dict[int, int] = {}
        at = 0
        for number, items in patterns:
            self.start |= 1 << at
            for item in items:
                if item == STAR:
                    self._loops |= 1 << at
                else:
                    self.masks[item] = self.masks.get(item, 0) | 1 << at
                    at += 1
            self._ends |= 1 << at
            self._number[at] = number
            at += 1

    def read(self, state: int, fitting: int) -> int:
        """Return the places reached when an item is read that fits the items at `fitting`."""
        return (state & fitting) << 1 | state & self._loops

    def last(self, state: int) -> int:
        """Return the highest number of a pattern that is at its end, -1 for none."""
        ended = state & self._ends
        return self._number[ended.bit_length() - 1] if ended else -1

    def all(self, state: int) -> Iterator[int]:
        """Yield the numbers of the patterns that are at their end, highest first."""
        ended = state & self._ends
        while ended:
            at = ended.bit_length() - 1
            yield self._number[at]
            ended ^= 1 << at


class Automaton:
    """Some patterns of names, by ascending numbers."""

    def __init__(self, patterns: Sequence[tuple[int, Segment]]) -> None:
        self._places = Places(patterns)
        self._sets = [(item, mask) for item, mask in self._places.masks.items() if isinstance(item, Chars)]
        self._fitting: dict[str, int] = {}

    def last(self, name: str) -> int:
        """Return the highest number of a pattern that matches the name, -1 for none."""
        return self._places.last(self._read(name))

    def all(self, name: str) -> Iterator[int]:
        """Yield the numbers of all patterns that match the name."""
        return self._places.all(self._read(name))

    def _read(self, name: str) -> int:
        state, read, known = self._places.start, self._places.read, self._fitting
        for char in name:
            fitting = known.get(char)
            state = read(state, self._fit(char) if fitting is None else fitting)
            if not state:
                break
        return state

    def _fit(self, char: str) -> int:
        fitting = self._places.masks.get(char, 0)
        for chars, mask in self._sets:
            if char in chars:
                fitting |= mask
        if len(self._fitting) >= _MOST_KEPT:
            self._fitting.clear()
        self._fitting[char] = fitting
        return fitting


class DirectoryAutomaton:
    """Some patterns of directories, by ascending numbers: texts, segments with wildcards, and `STAR` for a `**`."""

    def __init__(self, patterns: Sequence[tuple[int, Sequence[str | Segment]]]) -> None:
        self._places = Places(patterns)
        segments = [item for item in self._places.masks if isinstance(item, tuple)]
        self._wild = in_blocks(enumerate(segments), Automaton)
        self._wild_masks = [self._places.masks[segment] for segment in segments]
        self._fitting: dict[str, int] = {}
        self.start = self._places.start

    def read(self, state: int, name: str) -> int:
        """Return the state below the sub-directory `name`."""
        fitting = self._fitting.get(name)
        return self._places.read(state, self._fit(name) if fitting is None else fitting)

    def all(self, state: int) -> Iterator[int]:
        """Yield the numbers of the patterns that match the directory of a state."""
        return self._places.all(state)

    def _fit(self, name: str) -> int:
        fitting = self._places.masks.get(name, 0)
        for automaton in self._wild:
            for number in automaton.all(name):
                fitting |= self._wild_masks[number]
        if len(self._fitting) >= _MOST_KEPT:
            self._fitting.clear()
        self._fitting[name] = fitting
        return fitting


def in_blocks(patterns: Iterable[tuple[int, Items]], make: Callable[[list[tuple[int, Items]]], Made]) -> list[Made]:
    """Return automata that together hold all patterns, as many in each as its integers are to be wide."""
    made: list[Made] = []
    block: list[tuple[int, Items]] = []
    bits = 0
    for pattern in patterns:
        size = len(pattern[1]) + 1
        if block and bits + size > _MOST_BITS:
            made.append(make(block))
            block, bits = [], 0
        block.append(pattern)
        bits += size
    return [*made, make(block)] if block else made
