"""Expressions of several words: "throw away" says neither `throw` nor `away`, but what code calls `discard`.

They are told in `expressions.tsv`: the words, forms without a rule beside each other, and words that code has for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from lsp_codebase.parse import stem, words
from lsp_codebase.search.query.tables import table

_PRONOUNS = frozenset({"it", "them"})  # "throws it away"
_ADVERBS = frozenset(
    map(stem, "ahead apart aside away back behind down in off on out over through together up".split())
)


class Expression(NamedTuple):
    """The stems of the words of an expression, and those of words that may stand in for it, the likeliest first."""

    said: tuple[str, ...]
    others: Sequence[str]

    @property
    def idle(self) -> frozenset[str]:
        """The words that say nothing by themselves: the adverb of a verb, "long" of "too long"."""
        return frozenset(one for one in self.said[1:] if one in _ADVERBS or self.said[0] == "too")


def expressions_in(text: str) -> Iterator[Expression]:
    """Yield the expressions of a text in their order; of those that begin with one word the longest."""
    stems = [stem(word.lower()) for word in words(text)]
    at = 0
    while at < len(stems):
        expression = next(filter(None, (_said(one, stems, at) for one in _by_first().get(stems[at], ()))), None)
        if expression is None:
            at += 1
        else:
            yield expression
            at += len(expression.said)


def _said(expression: Expression, stems: Sequence[str], at: int) -> Expression | None:
    rest = [*expression.said[1:]]
    following = stems[at + 1 : at + 2 + len(rest)]
    if following[:1] and following[0] in _PRONOUNS:
        following = following[1:]
    return expression if following[: len(rest)] == rest else None


@cache
def _by_first() -> Mapping[str, Sequence[Expression]]:
    found: dict[str, list[Expression]] = {}
    for line in table("expressions.tsv"):
        expression, _, others = line.partition("\t")
        firsts, *rest = expression.split()
        for first in firsts.split("/"):
            said = (stem(first), *map(stem, rest))
            found.setdefault(said[0], []).append(Expression(said, [stem(other) for other in others.split()]))
    return {first: sorted(held, key=lambda one: -len(one.said)) for first, held in found.items()}
