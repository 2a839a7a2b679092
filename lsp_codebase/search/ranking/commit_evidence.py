"""Earlier commits as evidence: the task of a commit to these files was like the question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import History
from lsp_codebase.model import Hit, Mode, TellingCommit
from lsp_codebase.paths import relative_to
from lsp_codebase.search.query.query_form import Term, Understanding
from lsp_codebase.search.ranking.lexical import Array

_COMMITS = 60  # that fit best
_SHARPNESS = 2  # a commit that has half of the words says a quarter
_HALF_LIFE_S = 2 * 365.25 * 24 * 3600  # before the newest commit


def fit_of(history: History, terms: Sequence[Term]) -> Array:
    """Return how well each commit fits a query: the newest by 1 if it has every word and touched one file."""
    share = np.zeros(len(history))
    total = 0.0
    for term in terms:
        if not term.is_word:
            continue
        found = history.postings(term.token)
        frequency = found.stop - found.start
        weight = term.gain * math.log(1 + (len(history) - frequency + 0.5) / (frequency + 0.5))
        total += weight
        share[history.of_tokens[found]] += weight * history.worth[found]
    if not total:
        return share
    age = (history.times.max(initial=0) - history.times) / _HALF_LIFE_S
    fit: Array = (share / total) ** _SHARPNESS * 0.5**age / np.log2(1 + np.maximum(history.widths, 1))
    fit[history.widths == 0] = 0.0
    return fit


def matching_commits(history: History, terms: Sequence[Term]) -> tuple[NDArray[np.intp], Array]:
    """Return the commits that fit a query best, best first, and how well."""
    fit = fit_of(history, terms)
    best = np.argsort(-fit, kind="stable")[:_COMMITS]
    best = best[fit[best] > 0]
    return best, fit[best]


def with_commits(hits: Sequence[Hit], root: Path, history: History, understood: Understanding, most: int) -> list[Hit]:
    """Return hits, the first of them with the commit that speaks most for their file, where one does."""
    told = [*hits]
    if understood.mode is not Mode.HYBRID:
        return told
    commits = matching_commits(history, understood.terms)[0].tolist()
    touched = [(commit, frozenset(history.paths_of(commit))) for commit in commits]
    for place, hit in enumerate(hits[:most]):
        path = relative_to(hit.path, root)
        best = next((commit for commit, paths in touched if path in paths), None)
        if best is not None:
            subject, _, _ = history.messages[best].partition("\n")
            commit = TellingCommit(history.ids[best], int(history.times[best]), subject)
            told[place] = replace(hit, history=commit)
    return told


def told_of(history: History, terms: Sequence[Term]) -> dict[str, float]:
    """Return how much earlier commits say that a query is about each file they touched, by path; from 0 to about 1."""
    evidence: dict[int, float] = {}
    for commit, fit in zip(*(part.tolist() for part in matching_commits(history, terms)), strict=True):
        for place in history.files_of(commit).tolist():
            evidence[place] = evidence.get(place, 0.0) + fit
    return {history.paths[place]: math.log1p(value) for place, value in evidence.items()}
