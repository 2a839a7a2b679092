"""What several folders answer, as one answer; and that of a client without any."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from lsp_codebase.model import Confidence, Hit, IndexStatus, Mode, Phase, SearchAnswer, SymbolAnswer, SymbolHit, bounds
from lsp_codebase.search import write_cursor

T = TypeVar("T", Hit, SymbolHit)


def nothing_open() -> IndexStatus:
    """Return the status of a client without any folder."""
    return IndexStatus("", Phase.READY, message="no folder is open")


def merge_hits(answers: Sequence[SearchAnswer], offset: int, limit: int) -> SearchAnswer:
    """Return a page of the best hits of several folders; scores of one scale are compared as they are."""
    hits = _once(_best_first([hit for answer in answers for hit in answer.hits]), lambda hit: (hit.path, hit.span))
    least = min(answers, key=lambda answer: list(Phase).index(answer.status.phase))
    end = offset + limit
    has_more = len(hits) > end or any(answer.next_cursor for answer in answers)
    return SearchAnswer(
        hits=tuple(hits[offset:end]),
        next_cursor=write_cursor(end) if has_more and end < bounds.HITS.most else None,
        mode=answers[0].mode if len({answer.mode for answer in answers}) == 1 else Mode.HYBRID,
        status=least.status,
        truncated=any(answer.truncated for answer in answers),
        took_ms=sum(answer.took_ms for answer in answers),
        confidence=min((answer.confidence for answer in answers), key=list(Confidence).index),
        notes=tuple(dict.fromkeys(note for answer in answers for note in answer.notes)),
    )


def merge_symbols(answers: Sequence[SymbolAnswer], limit: int) -> SymbolAnswer:
    """Return the best symbols of one folder or several."""
    hits = _best_first([hit for answer in answers for hit in answer.hits])
    if len(answers) > 1:
        hits = _once(hits, lambda hit: (hit.path, hit.symbol.name_span))
    return SymbolAnswer(tuple(hits[:limit]), answers[0].status)


def merge_counts(counts: Mapping[Path, Callable[[str], int]]) -> Callable[[str], int]:
    """Return what counts the symbols below a directory of a walk, from what does so below each root.

    The innermost root answers. Links are not resolved: a walk follows none.
    """
    roots = sorted(
        ((str(root).rstrip("/") + "/", count) for root, count in counts.items()), key=lambda item: -len(item[0])
    )

    def count_below(directory: str) -> int:
        path = directory.rstrip("/") + "/"
        return next((count(path[len(root) :]) for root, count in roots if path.startswith(root)), 0)

    return count_below


def _best_first(hits: Sequence[T]) -> list[T]:
    return sorted(hits, key=lambda hit: -hit.score)


def _once(hits: Sequence[T], place: Callable[[T], Hashable]) -> list[T]:
    """Return hits without those of a place that came before: a folder may lie in another one."""
    first: dict[Hashable, T] = {}
    for hit in hits:
        first.setdefault(place(hit), hit)
    return list(first.values())
