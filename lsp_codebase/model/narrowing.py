"""The filters of a query text: they remain once its operators are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Mention(NamedTuple):
    """A text that stands in a hit: as a word or part of a name, or, as a phrase, anywhere as it is written."""

    text: str
    is_word: bool


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Filters, each in addition to the field of the same name of a query. Empty means no restriction.

    `paths` are groups of globs: of each group one must match. `held` are groups of mentions: of each group one must
    stand in the hit; of `absent` none may. `written` are the operators as they were typed.
    """

    languages: tuple[str, ...] = ()
    exclude_languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    exclude: tuple[str, ...] = ()
    held: tuple[tuple[Mention, ...], ...] = ()
    absent: tuple[Mention, ...] = ()
    written: tuple[str, ...] = ()


NOT_NARROWED = Narrowing()
