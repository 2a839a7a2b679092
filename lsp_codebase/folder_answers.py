"""What several folders answer, as one answer; and that of a client without any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lsp_codebase.model import IndexStatus, Phase, Span, SymbolAnswer, SymbolHit


def nothing_open() -> IndexStatus:
    """Return the status of a client without any folder."""
    return IndexStatus("", Phase.READY, message="no folder is open")


def merge_symbols(answers: Sequence[SymbolAnswer], limit: int) -> SymbolAnswer:
    """Return the best symbols of one folder or several."""
    hits = sorted((hit for answer in answers for hit in answer.hits), key=lambda hit: -hit.score)
    if len(answers) > 1:  # a folder may lie in another one
        first: dict[tuple[Path, Span], SymbolHit] = {}
        for hit in hits:
            first.setdefault((hit.path, hit.symbol.name_span), hit)
        hits = [*first.values()]
    is_cut = len(hits) > limit or any(answer.is_cut for answer in answers)
    return SymbolAnswer(tuple(hits[:limit]), answers[0].status, is_cut)


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
