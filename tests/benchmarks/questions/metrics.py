"""How good one answer is, and how sure the means of many are."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

HITS = 10
_DRAWS = 2_000


class Hit(NamedTuple):
    """A place that a system shows, with 1-based lines, both included, and the characters that it takes to read it."""

    path: str
    start: int
    end: int
    chars: int


def is_in(path: str, place: str) -> bool:
    return path.startswith(place) if place.endswith("/") else path == place


def _ndcg(ranks: Sequence[int | None]) -> float:
    gain = sum(1 / math.log2(rank + 1) for rank in ranks if rank)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(min(len(ranks), HITS)))


def measure(answers: Sequence[Mapping[str, Any]], hits: Sequence[Hit]) -> dict[str, Any]:
    """Return the quality of an answer to one question.

    `file_rank` and `span_rank` are those of the first right file and of the first hit on right lines, None if there is
    none. A file is right once, whatever number of its places are. `tokens` is what is read down to the first right
    hit, a quarter of the characters; `read` what is read of all hits, if none is right.
    """
    hits = hits[:HITS]
    files = list(dict.fromkeys(hit.path for hit in hits))
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for answer in answers:
        spans[answer["path"]] += [(answer["start"], answer["end"])] if answer["start"] else []
    of_files = [next((n for n, file in enumerate(files, 1) if is_in(file, path)), None) for path in spans]
    of_spans = [
        next((n for n, hit in enumerate(hits, 1) if hit.path == path and _overlaps(hit, lines)), None)
        for path, lines in spans.items()
        if lines
    ]
    right = [n for n, hit in enumerate(hits, 1) for path, lines in spans.items() if is_right(hit, path, lines)]
    read = sum(hit.chars for hit in hits[: right[0] if right else None]) / 4
    return {
        "file_ndcg": _ndcg(of_files),
        "span_ndcg": _ndcg(of_spans) if of_spans else None,
        "file_rank": min(filter(None, of_files), default=None),
        "span_rank": min(filter(None, of_spans), default=None),
        "tokens": read if right else None,
        "read": read,
    }


def _overlaps(hit: Hit, lines: Sequence[tuple[int, int]]) -> bool:
    return any(start <= hit.end and hit.start <= end for start, end in lines)


def is_right(hit: Hit, path: str, lines: Sequence[tuple[int, int]]) -> bool:
    return is_in(hit.path, path) and (not lines or _overlaps(hit, lines))


def interval(values: Sequence[float], repositories: Sequence[str]) -> tuple[float, float, float]:
    """Return a mean and its 95 % interval, by drawing repositories, each with all of its values.

    Questions about one repository are alike; drawing them one by one would make the interval too narrow.
    """
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])
    for value, repository in zip(values, repositories, strict=True):
        sums[repository][0] += value
        sums[repository][1] += 1
    table = np.array(list(sums.values()))
    drawn = table[np.random.default_rng(1).integers(len(table), size=(_DRAWS, len(table)))].sum(axis=1)
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], [2.5, 97.5])
    return float(np.mean(values)), float(low), float(high)


def within(key: str, most: float) -> Callable[[Mapping[str, Any]], float | None]:
    """Return whether a row's rank, or what was read, is there and at most so much; None where no lines are right."""

    def share(row: Mapping[str, Any]) -> float | None:
        if key == "span_rank" and row["span_ndcg"] is None:
            return None
        return float(row[key] is not None and row[key] <= most)

    return share
