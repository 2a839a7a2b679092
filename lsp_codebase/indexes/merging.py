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

    Two neighbours, ordered by size, are merged when the larger has fewer than `growth` times the rows of the smaller,
    or fewer than `small` rows, and both together at most `most`. A part that is more dead than `dead` is rewritten.
    """

    merge: Callable[[Sequence[P]], P]
    growth: float
    small: int = 0
    most: float = float("inf")
    dead: float = 0.5

    def settle(self, parts: Iterable[P]) -> tuple[P, ...]:
        """Return as few parts as the policy asks for, largest first; those without living rows are left out."""
        settled = sorted((part for part in parts if part.living), key=len, reverse=True)
        place = len(settled) - 1
        while place > 0:
            if self._belong_together(settled[place - 1], settled[place]):
                settled[place - 1 : place + 1] = [self.merge(settled[place - 1 : place + 1])]
                settled.sort(key=len, reverse=True)
                place = len(settled)
            place -= 1
        return tuple(self.merge([part]) if self._is_mostly_dead(part) else part for part in settled)

    def _belong_together(self, larger: P, smaller: P) -> bool:
        is_alike = len(larger) < self.growth * len(smaller) or len(larger) < self.small
        return (is_alike and len(larger) + len(smaller) <= self.most) or self._is_mostly_dead(larger)

    def _is_mostly_dead(self, part: P) -> bool:
        return part.living < (1 - self.dead) * len(part)
