"""The rules of matching, one name at a time: what the arrays of `lsp_codebase.symbols` must agree with."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from lsp_codebase.indexes.names.letters import Folded, fold
from lsp_codebase.symbols import SymbolPattern
from lsp_codebase.symbols import quality as q


def by_length(value: float, typed: int, length: int, weight: float = q.TYPED) -> float:
    return value * (1 - weight + weight * typed / max(typed, length))


def exact(pattern: SymbolPattern, name: str) -> float:
    if name == pattern.name:
        return q.EXACT
    is_same = name.lower() == pattern.name.lower() or fold(name).starts == pattern.folded.starts
    return q.OTHER_CASE if is_same else q.OTHER_STYLE


def last_part(name: str) -> str:
    """What a qualified name calls the thing itself, "" if it is not qualified."""
    parts = re.fullmatch(r"(\S+[.:\\/#])([^\s.:\\/#]+)", name)
    return parts[2] if parts else ""


def initials(letters: str, folded: Folded) -> float:
    heads = "".join(folded.letters[s] for s in folded.starts)
    last = -1
    for letter in letters:
        last = heads.find(letter, last + 1)
        if last < 0:
            return 0.0
    skipped, left = last + 1 - len(letters), len(heads) - 1 - last
    return max(q.INITIALS - q.INITIALS_SKIPPED * skipped - q.INITIALS_LEFT * left, q.LEAST_HUMPS)


def humps(pattern: SymbolPattern, folded: Folded) -> float:
    letters, starts = folded.letters, set(folded.starts)
    word = [sum(1 for s in folded.starts if s <= i) - 1 for i in range(len(letters))]
    best: dict[int, int] = {}
    for at, letter in enumerate(pattern.folded.letters):
        now: dict[int, int] = {}
        for j, c in enumerate(letters):
            if c != letter or (at in pattern.humps and j not in starts):
                continue
            costs = [word[j]] if at == 0 and j in starts else []
            if at and j - 1 in best:
                costs.append(best[j - 1])
            if at and j in starts:
                costs += [cost + word[j] - word[i] - 1 for i, cost in best.items() if i < j]
            if costs:
                now[j] = min(costs)
        best = now
    if not best:
        return 0.0
    cost = min(cost + len(folded.starts) - 1 - word[j] for j, cost in best.items())
    return max(q.HUMPS - q.HUMPS_MISSED * cost, q.LEAST_HUMPS)


def in_words(pattern: SymbolPattern, name: str, folded: Folded) -> float:
    """The whole text from the start of a word."""
    letters = pattern.folded.letters
    values = []
    for start in folded.starts:
        if folded.letters.startswith(letters, start):
            value = by_length(q.INNER_WORD if start else q.PREFIX, len(letters), len(folded.letters))
            value -= q.OTHER_HUMPS * sum(1 for h in pattern.humps - {0} if start + h not in folded.starts)
            values.append(value + q.AS_TYPED * (pattern.name != letters and pattern.name in name))
    return max(values, default=0.0)


def any_order(pattern: SymbolPattern, folded: Folded) -> float:
    at, in_order = 0, True
    for word in pattern.words:
        places = [s for s in folded.starts if folded.letters.startswith(word, s)]
        if not places:
            return 0.0
        later = [s for s in places if s >= at]
        in_order = in_order and bool(later)
        at = later[0] + len(word) if later else at
    value = q.WORDS_IN_ORDER if in_order else q.WORDS_ANY_ORDER
    return by_length(value, len(pattern.folded.letters), len(folded.letters))


def holds_in_order(letters: str, name: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in letters)


def quality(pattern: SymbolPattern, name: str) -> float:
    """How well a name fits, letters with gaps and typing errors aside; 0 if it does not."""
    folded = fold(name)
    letters, n, length = pattern.folded.letters, len(pattern.folded.letters), len(folded.letters)
    same = [exact(pattern, text) for text in (name, last_part(name)) if letters == fold(text).letters]
    if letters == folded.letters:
        return max(same)
    values = [in_words(pattern, name, folded), *same]
    if len(pattern.words) > 1:
        values.append(any_order(pattern, folded))
    if letters in folded.letters:
        values.append(by_length(q.INSIDE, n, length))
    if n > 1:
        values.append(initials(letters, folded))
    if n > 2:
        values.append(humps(pattern, folded))
    return max(values)


def shortens(pattern: SymbolPattern, folded: Folded) -> bool:
    """Whether the letters are the first ones of neighbouring words, and others of them in order."""
    letters, ends = (
        pattern.folded.letters,
        {at for at in folded.starts if folded.letters[at] == pattern.folded.letters[0]},
    )
    for typed, letter in enumerate(letters[1:], 1):
        follow = set()
        for end in ends:
            after = next((start for start in folded.starts if start > end), len(folded.letters) - 1)
            follow |= {*range(end + 1, after + 1)}
        ends = {at for at in follow if folded.letters[at] == letter}
        if typed in pattern.humps:
            ends &= {*folded.starts}
    return bool(ends)


def loose_quality(pattern: SymbolPattern, name: str) -> float:
    """How well a name fits if it holds the letters in order, with gaps; 0 if it does not."""
    folded, typed = fold(name), len(pattern.folded.letters)
    if not holds_in_order(pattern.folded.letters, folded.letters):
        return 0.0
    length = len(folded.letters)
    loose = by_length(q.LOOSE, typed, length, q.LOOSE_TYPED)
    return max(loose, by_length(q.ABBREVIATED, typed, length) if shortens(pattern, folded) else 0.0)


def typo_quality(pattern: SymbolPattern, name: str) -> float:
    """How well a name fits if the pattern holds typing errors."""
    letters = pattern.folded.letters
    allowed = q.allowed_edits(len(letters))
    edits = OSA.distance(letters, fold(name).letters)
    return q.TYPOS[edits] + q.LONG_TYPO * (len(letters) >= q.LONG) if 0 < edits <= allowed else 0.0


def is_held(pattern: SymbolPattern, names: Iterable[str]) -> bool:
    """Whether a long text stands in one of the names as it is."""
    letters = pattern.folded.letters
    return _is_long(letters) and any(letters in fold(name).letters for name in names)


def may_be_mistyped(pattern: SymbolPattern, names: Iterable[str]) -> bool:
    """Whether a long text stands in none of the names as it is."""
    return _is_long(pattern.folded.letters) and not is_held(pattern, names)


def _is_long(letters: str) -> bool:
    return len(letters) >= q.LONG and letters.isascii()
