"""Words related in meaning to those of a question, and which words are English at all.

Both are told by stems, in `related.tsv` and `english.tsv`, which `training/english.py` made from words written by hand,
a dictionary and the built-in model. They are read with the first question that may need them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lsp_codebase.search.query.tables import table


def related_stems(stem: str) -> list[str]:
    """Return the stems that may stand in for that of a word, the likeliest first."""
    return _related().get(stem, "").split()


def is_english(stem: str) -> bool:
    """Whether a stem is one of an English word that the built-in model does not know."""
    return stem in _unknown()


@cache
def _related() -> Mapping[str, str]:
    return dict(line.split("\t") for line in table("related.tsv"))


@cache
def _unknown() -> frozenset[str]:
    return frozenset(table("english.tsv"))
