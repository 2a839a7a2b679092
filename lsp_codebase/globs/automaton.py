"""Matching a name against many patterns at once, in time that no pattern can blow up.

The patterns of a block lie side by side in one integer, a bit for each place between two tokens; a name is read once,
with two shifts and masks for each character ("bitap", Baeza-Yates and Gonnet 1992, where a `*` is a place that a
character may also be read in without leaving it). So the work is (characters of the name) x (bits of the block / 64),
whatever the patterns are: an engine that goes back to try again takes exponential time for `*a*a*a*b`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from lsp_codebase.globs.wildcard import STAR, Chars, Segment

_MOST_BITS = 4_096  # of a block: wide ones are faster for each bit, narrow ones smaller
_MOST_KEPT = 4_096  # remembered entries; then they are forgotten

Items = TypeVar("Items", bound=Sequence[Hashable])
Made = TypeVar("Made")
Key = TypeVar("Key")
Value = TypeVar("Value")


class Places:
    """The places of some patterns, by ascending numbers, as bits; the item `STAR` stands for any number of anything."""

    def __init__(self, patterns: Iterable[tuple[int, Sequence[Hashable]]]) -> None:
        self.start = self.loops = self._ends = 0
        self.masks: dict[Hashable, int] = {}
        self._number: dict[int, int] = {}
        at = 0
        for number, items in patterns:
            self.start |= 1 << at
            for item in items:
                if item == STAR:
                    self.loops |= 1 << at
                else:
                    self.masks[item] = self.masks.get(item, 0) | 1 << at
                    at += 1
            self._ends |= 1 << at
            self._number[at] = number
            at += 1

    def read(self, state: int, fitting: int) -> int:
        """Return the places reached by reading an item that fits the items at `fitting`."""
        return (state & fitting) << 1 | state & self.loops

    def fitting(self, items: Iterable[Hashable]) -> int:
        """Return the places before some items."""
        found = 0
        for item in items:
            found |= self.masks.get(item, 0)
        return found

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
        self._sets = [item for item in self._places.masks if isinstance(item, Chars)]
        self._fitting: dict[str, int] = {}

    def last(self, name: str) -> int:
        """Return the highest number of a pattern that matches the name, -1 for none."""
        return self._places.last(self._read(name))

    def all(self, name: str) -> Iterator[int]:
        """Yield the numbers of all patterns that match the name."""
        return self._places.all(self._read(name))

    def _read(self, name: str) -> int:
        state, loops, known = self._places.start, self._places.loops, self._fitting
        for char in name:
            fitting = known.get(char)
            if fitting is None:
                fitting = self._fit(char)
            state = (state & fitting) << 1 | state & loops  # as `Places.read`, which it costs a third more to call
            if not state:
                break
        return state

    def _fit(self, char: str) -> int:
        fitting = self._places.fitting([char, *(chars for chars in self._sets if char in chars)])
        _keep(self._fitting, char, fitting)
        return fitting


class Directories:
    """Some patterns of directories, by ascending numbers: texts, segments with wildcards, and `STAR` for a `**`.

    It is asked about one directory after the other, most without a pattern about them: readings are remembered.
    """

    def __init__(self, patterns: Iterable[tuple[int, Sequence[str | Segment]]]) -> None:
        self._blocks = in_blocks(patterns, Places)
        items = dict.fromkeys(chain.from_iterable(block.masks for block in self._blocks))
        self._texts = {item for item in items if isinstance(item, str)}
        self._segments = [item for item in items if isinstance(item, tuple)]
        self._wild = in_blocks(enumerate(self._segments), Automaton)
        self._top = tuple(block.start for block in self._blocks)
        self._states: dict[str, tuple[int, ...]] = {}
        self._idle: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._ended: dict[tuple[int, ...], tuple[int, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def all(self, directory: str) -> tuple[int, ...]:
        """Return the numbers of the patterns that match a directory (a trailing slash or "")."""
        states, above = self._states.get(directory), directory
        while states is None:
            above = above[: above.rfind("/", 0, -1) + 1]
            states = self._states.get(above) if above else self._top
        if above != directory:
            for name in directory[len(above) : -1].split("/"):
                above += name + "/"
                states = self._read(states, name)
                _keep(self._states, above, states)
        numbers = self._ended.get(states)
        if numbers is None:
            numbers = tuple(n for block, state in zip(self._blocks, states, strict=True) for n in block.all(state))
            _keep(self._ended, states, numbers)
        return numbers

    def _read(self, states: tuple[int, ...], name: str) -> tuple[int, ...]:
        """Return the states below the sub-directory `name`."""
        fitting: set[Hashable] = {name} if name in self._texts else set()
        fitting.update(self._segments[number] for automaton in self._wild for number in automaton.all(name))
        if fitting:
            return tuple(
                state and block.read(state, block.fitting(fitting))
                for block, state in zip(self._blocks, states, strict=True)
            )
        below = self._idle.get(states)
        if below is None:
            below = tuple(state & block.loops for block, state in zip(self._blocks, states, strict=True))
            _keep(self._idle, states, below)
        return below


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


def _keep(known: dict[Key, Value], key: Key, value: Value) -> None:
    """Remember a value; never more than some thousand, for any number of names."""
    if len(known) >= _MOST_KEPT:
        known.clear()
    known[key] = value
