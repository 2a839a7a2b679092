"""The one merge policy of words, vectors and names: a log-structured merge tree of immutable parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class _Part(Protocol):
    def __len__(self) -> int: ...

    @property
    def living(self) -> int: ...


P = TypeVar("P", bound=_Part)


@dataclass(frozen=True, slots=True)
class Merging(Generic[P]):
    """When parts become one, and how. A save adds a small part; each row is rewritten a logarithmic number of times.

    So many neighbours `together`, ordered by size, are merged when the largest has fewer than `growth` times the rows
    of the smallest; two of them also when the larger has fewer than `small` rows. A merged part has at most `most`
    rows, and leaves out neighbours for it. A part that is more dead than `dead` is rewritten.
    """

    merge: Callable[[Sequence[P]], P]
    growth: float
    small: int = 0
    together: int = 2
    most: float = float("inf")
    dead: float = 0.5

    def settle(self, parts: Iterable[P]) -> tuple[P, ...]:
        """Return as few parts as the policy asks for, largest first; those without living rows are left out."""
        settled = sorted((part for part in parts if part.living), key=len, reverse=True)
        while (group := self._next(settled)) is not None:
            settled[group] = [self.merge(settled[group])]
            settled.sort(key=len, reverse=True)
        return tuple(self.merge([part]) if self._is_mostly_dead(part) else part for part in settled)

    def _next(self, settled: Sequence[P]) -> slice | None:
        """Return the smallest parts that are to become one, None if there are none."""
        for end in range(len(settled), 1, -1):
            first = end - self.together
            if first >= 0 and len(settled[first]) < self.growth * len(settled[end - 1]):
                while first < end - 1:
                    if self._fit(settled[first:end]):
                        return slice(first, end)
                    first += 1
            if self._are_two(*settled[end - 2 : end]):
                return slice(end - 2, end)
        return None

    def _fit(self, parts: Sequence[P]) -> bool:
        return sum(map(len, parts)) <= self.most

    def _are_two(self, larger: P, smaller: P) -> bool:
        is_small = len(larger) < self.small and self._fit((larger, smaller))
        return is_small or self._is_mostly_dead(larger)

    def _is_mostly_dead(self, part: P) -> bool:
        return part.living < (1 - self.dead) * len(part)
