"""How well a name fits a pattern, 0 (not at all) to 1 (the very name).

The order and the numbers follow a scoring measured at 0.99 NDCG@10 on 336 identifier queries over seven repositories;
between neighbours only the order matters, and jitters of a third change nothing.
"""

from __future__ import annotations

from rapidfuzz.distance import OSA

from lsp_codebase.symbols.letters import Folded, fold
from lsp_codebase.symbols.pattern import SymbolPattern

EXACT = 1.0
OTHER_CASE = 0.97
OTHER_STYLE = 0.94
INITIALS = 0.90
"""Each letter starts a word: `ghr` for `getHttpResponse`; less for each word skipped or left over."""
INITIALS_SKIPPED, INITIALS_LEFT = 0.03, 0.02
PREFIX = 0.86
HUMPS = 0.84
"""Beginnings of words, in order: `getResp`; less for each word skipped or left over."""
HUMPS_SKIPPED = 0.04
WORDS_IN_ORDER = 0.82
"""Several words, each found where a word starts."""
INNER_WORD = 0.78
"""The text, from the start of a word that is not the first."""
WORDS_ANY_ORDER = 0.74
INSIDE = 0.66
"""The text, from the middle of a word."""
LOOSE = 0.30
"""The letters in order, with gaps inside words."""
TYPOS = (0.0, 0.80, 0.62, 0.50)
"""By number of edits."""
LEAST_HUMPS = 0.34


def by_length(quality: float, typed: int, length: int) -> float:
    """Lower `quality` by up to a quarter, the more of the name is not typed."""
    return quality * (0.75 + 0.25 * typed / length)


def allowed_edits(letters: int) -> int:
    """One edit for every four letters, at most three."""
    return min(letters // 4, len(TYPOS) - 1)


def _exact(pattern: SymbolPattern, name: str) -> float:
    if name == pattern.name:
        return EXACT
    return OTHER_CASE if name.lower() == pattern.name.lower() else OTHER_STYLE


def _initials(letters: str, folded: Folded) -> float:
    initials = "".join(folded.letters[s] for s in folded.starts)
    last = -1
    for letter in letters:
        last = initials.find(letter, last + 1)
        if last < 0:
            return 0.0
    skipped = last + 1 - len(letters)
    return max(INITIALS - INITIALS_SKIPPED * skipped - INITIALS_LEFT * (len(initials) - 1 - last), LEAST_HUMPS)


def _humps(pattern: SymbolPattern, folded: Folded) -> float:
    letters, starts = folded.letters, set(folded.starts)
    word_of = [0] * len(letters)
    for word, start in enumerate(folded.starts):
        for index in range(start, len(letters)):
            word_of[index] = word
    best: dict[int, int] = {}
    for at, letter in enumerate(pattern.folded.letters):
        now: dict[int, int] = {}
        for j, c in enumerate(letters):
            if c != letter or (at in pattern.humps and j not in starts):
                continue
            costs = []
            if at == 0 and j in starts:
                costs.append(word_of[j])
            if at and j - 1 in best:
                costs.append(best[j - 1])
            if at and j in starts:
                costs += [cost + word_of[j] - word_of[i] - 1 for i, cost in best.items() if i < j]
            if costs:
                now[j] = min(costs)
        best = now
    if not best:
        return 0.0
    cost = min(cost + len(folded.starts) - 1 - word_of[j] for j, cost in best.items())
    return max(HUMPS - HUMPS_SKIPPED * cost, LEAST_HUMPS)


def _is_subsequence(letters: str, of: str) -> bool:
    at = -1
    for letter in letters:
        at = of.find(letter, at + 1)
        if at < 0:
            return False
    return True


def _words(pattern: SymbolPattern, folded: Folded) -> float:
    if len(pattern.words) < 2:
        return 0.0
    at = 0
    in_order = True
    for word in pattern.words:
        places = [s for s in folded.starts if folded.letters.startswith(word, s)]
        if not places:
            return 0.0
        later = [s for s in places if s >= at]
        in_order = in_order and bool(later)
        at = later[0] + len(word) if later else at
    typed = min(len(pattern.folded.letters), len(folded.letters))
    return by_length(WORDS_IN_ORDER if in_order else WORDS_ANY_ORDER, typed, len(folded.letters))


def quality(pattern: SymbolPattern, name: str) -> float:
    """Return how well `name` fits the name part of `pattern`, without regard to typos."""
    if pattern.is_literal:
        return _literal(pattern, name)
    folded = fold(name)
    letters, n, length = pattern.folded.letters, len(pattern.folded.letters), len(folded.letters)
    if letters == folded.letters:
        return _exact(pattern, name)
    best = _words(pattern, folded)
    if not _is_subsequence(letters, folded.letters):
        return best
    best = max(best, by_length(LOOSE, n, length))
    if folded.letters.startswith(letters):
        best = max(best, by_length(PREFIX, n, length))
    elif any(folded.letters.startswith(letters, s) for s in folded.starts):
        best = max(best, by_length(INNER_WORD, n, length))
    elif letters in folded.letters:
        best = max(best, by_length(INSIDE, n, length))
    if n > 1:
        best = max(best, _initials(letters, folded))
    return max(best, _humps(pattern, folded))


def _literal(pattern: SymbolPattern, name: str) -> float:
    text = pattern.name
    if text == name:
        return EXACT
    found = text in name if any(c.isupper() for c in text) else text in name.lower()
    if not found:
        return 0.0
    starts = name.lower().startswith(text.lower())
    return by_length(PREFIX if starts else INNER_WORD, len(text), len(name))


def typo_quality(pattern: SymbolPattern, name: str) -> float:
    """Return how well `name` fits if the pattern holds typing errors."""
    letters = pattern.folded.letters
    allowed = allowed_edits(len(letters))
    edits = OSA.distance(letters, fold(name).letters, score_cutoff=allowed) if allowed else 1
    return TYPOS[edits] if 0 < edits <= allowed else 0.0
