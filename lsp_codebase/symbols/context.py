"""The context of a search of symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from lsp_codebase.arrays import Bools
from lsp_codebase.model import SymbolKind


@dataclass(frozen=True, slots=True)
class SymbolContext:
    """The place of the user, and the limits of the answer. None allows everything.

    `accepts` is asked at most once for each file in one search, and only for files that hold a match; where all files
    must be known, `accepted_paths` tells the same of all at once. `mentions` and `recency` order symbols that are equal
    otherwise: how often each of some names is mentioned, given with the paths of their definitions, and how recently a
    file was worked on, from 0 to 1. Where small letters `mean_any_case`, a type or function of another case comes
    before variables, keys and the like of exactly that name.
    """

    active_path: str | None = None
    languages: frozenset[str] | None = None
    kinds: frozenset[SymbolKind] | None = None
    accepts: Callable[[str], bool] | None = None
    accepted_paths: Callable[[pa.Array], Bools] | None = None
    mentions: Callable[[Sequence[str], Sequence[str]], Sequence[float]] | None = None
    recency: Callable[[str], float] | None = None
    mean_any_case: bool = False


ANYTHING = SymbolContext()
"""No particular user, and no limits."""
