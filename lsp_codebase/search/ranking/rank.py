"""One score for each candidate, from its features and those of its file. Every constant is measured, none is free.

The recipe and its ablation: `tests/benchmarks/README.md`. Weighted sum of max-normalised channels (RRF measured -0.018
NDCG), boosts for names and paths, priors for tests and other side files, evidence of the whole file.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.model import Mode
from lsp_codebase.parse import joined, split_identifier
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array
from lsp_codebase.store import FileRecord

_TYPICAL_TOKENS = 120.0  # of a chunk; longer ones hold more of an answer
_STEM_IS_IDENTIFIER = 0.8  # of a path written in full
_LEAST_OF_MESSAGE = 0.7  # of a query's words in string literals: below, it is no message of the program
_FILE_DECAY = 0.7  # for each further chunk of a file when file evidence is summed
_SUMMED_CHUNKS = 4
_NEAR_LINES = 50  # between the middles of two chunks of a file, from which on neither speaks for the other
_COMPARED = 100  # of the pool: similarities are told by the best, and by the last of so many
_LEAST_SPREAD = 0.25  # of similarities of paths, as 99 of 100 questions have it: less says nothing of like paths
_ROUNDED = 1e-9
_SENTENCE_WORDS = 10  # of a question that describes something at length
_NAMED_VECTOR_WEIGHT = 0.2  # when the query names an identifier or a path that exists


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts."""

    lexical: float = 0.6
    vector: float = 0.4
    names: float = 0.3
    defined: float = 0.4
    stem: float = 0.4
    directory: float = 0.08
    comments: float = 0.1
    strings: float = 0.6
    coverage: float = 0.4
    size: float = 0.15
    file: float = 0.1
    file_lexical: float = 0.2
    file_coverage: float = 0.3
    path: float = 0.7
    path_meaning: float = 0.3
    here: float = 0.05
    history: float = 1.2
    nearby: float = 0.0
    called: float = 0.3
    aspect: float = 1.0

    @property
    def total(self) -> float:
        """The score of a perfect chunk: scores on the wire are shares of it.

        Earlier commits, names that are written out, nearby chunks, calls and aspects speak for few questions, so they
        come on top.
        """
        rare = self.history + self.defined + self.nearby + self.called + self.aspect
        return float(sum(astuple(self))) - rare

    def without_vectors(self) -> Weights:
        """Return the weights where nothing is compared by meaning: the rest of a file says more, the size less."""
        return replace(self, vector=0.0, path_meaning=0.0, size=self.size * 2 / 3, file=self.file * 2)


NO_WEIGHTS = Weights(*[0.0] * len(fields(Weights)))
ONLY_VECTORS = replace(NO_WEIGHTS, vector=1.0)
# A change to a named thing happens inside of it, not where its name stands; its callers are changed as often.
OF_CHANGES = Weights(defined=0.0, called=0.0, aspect=0.0)
# A question describes code in other words. That a definition has one of them in its name is chance; the meaning,
# and the rest of the file, tell more. It asks for that code, not for its callees.
OF_QUESTIONS = Weights(vector=0.5, names=0.15, file=0.3, file_lexical=0.4, called=0.0)
# A whole issue holds so many words that only all of them together tell; it names and mentions much by the way.
# Its topic stands in several chunks, one beside the other.
OF_REPORTS = Weights(lexical=0.9, size=0.0, path=0.35, defined=0.0, history=0.5, nearby=0.3, called=0.0, aspect=0.0)


def weights_for(understood: Understanding, found: Candidates, *, has_vectors: bool = True) -> Weights:
    """Return the weights that a query asks for by its form."""
    if understood.mode is Mode.VECTOR:
        return ONLY_VECTORS
    weights = _of_form(understood)
    # Who asks for tests does not ask for what these call.
    if understood.word_count < _SENTENCE_WORDS or "test" in understood.wants:
        weights = replace(weights, called=0.0)
    if not has_vectors:
        return weights.without_vectors()
    is_named = bool(found.defined.any() or understood.paths)
    return replace(weights, vector=_NAMED_VECTOR_WEIGHT) if is_named else weights


def _of_form(understood: Understanding) -> Weights:
    if understood.is_report:
        return OF_REPORTS
    if understood.wants_change:
        return OF_CHANGES
    return OF_QUESTIONS if understood.is_question else Weights()


@dataclass(frozen=True, slots=True)
class RankedFiles:
    """The files of candidates that are in the order of path and line."""

    records: Sequence[FileRecord]  # by path
    of_row: NDArray[np.intp]  # (candidates): place in `records`, ascending

    @property
    def paths(self) -> list[str]:
        """The path of each file."""
        return [record.path for record in self.records]


@dataclass(frozen=True, slots=True)
class FileEvidence:
    """Evidence for each file besides its text: (files) each, in the order of `RankedFiles`.

    `nearness` to the place of the user goes from 0 to 1 and decides between equals; `told` is the evidence of earlier
    commits, of a report as a share of the most; `path_similarity` is of the path to the question, None if unknown.
    """

    nearness: Array
    told: Array
    path_similarity: Array | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by candidate, and each signal's share of them for `explain`."""

    scores: Array
    signals: dict[str, Array]

    def lifted(self, signal: str, values: Array, weight: float) -> Ranking:
        """Return this with one more signal added to it."""
        own = values * weight
        return Ranking(np.clip(self.scores + own, 0.0, 1.0), self.signals | {signal: own})

    def explained(self, row: int, score: float) -> dict[str, float]:
        """Return the parts of the score with which a hit was shown; the values sum to it.

        `repeat` is lost to hits of the same file before it, `floor` is given where a score would be below 0.
        """
        own = float(self.scores[row])
        found = {name: float(values[row]) for name, values in self.signals.items()}
        rest = {"floor": own - sum(found.values()), "repeat": score - own}
        return found | {name: value for name, value in rest.items() if abs(value) > _ROUNDED}


def rank(
    features: Candidates,
    vectors: Array | None,
    files: RankedFiles,
    priors: Array,
    evidence: FileEvidence,
    query: Understanding,
    weights: Weights,
) -> Ranking:
    """Score the candidates.

    `vectors` are dot products (NaN: none); `priors` multiply the score that a chunk itself earns.
    """
    lexical = _by_max(features.lexical)
    vector = normalised_similarity(vectors) if vectors is not None else np.zeros_like(lexical)
    own = {
        "lexical": weights.lexical * lexical,
        "vector": weights.vector * vector,
        "names": weights.names * features.names,
        "defined": weights.defined * features.defined,
        "stem": weights.stem * features.stem_coverage,
        "directory": weights.directory * features.directory_coverage,
        "comments": weights.comments * features.comment_coverage,
        "strings": weights.strings
        * np.maximum(features.string_coverage - _LEAST_OF_MESSAGE, 0)
        / (1 - _LEAST_OF_MESSAGE),
        "coverage": weights.coverage * features.coverage,
        "size": weights.size * np.clip(np.log(np.maximum(features.sizes, 1) / _TYPICAL_TOKENS), -1.5, 1.0),
    }
    base = sum(own.values(), np.zeros_like(lexical))
    lowered = np.where(base > 0, priors, 1.0)
    base = base * lowered
    shared = {
        "file": weights.file * _file_sums(base, files.of_row),
        "fileLexical": weights.file_lexical * priors * _by_max(features.file_lexical),
        "fileCoverage": weights.file_coverage * priors * features.file_coverage,
        "path": weights.path * priors * _path_matches(files.paths, query)[files.of_row],
        "pathMeaning": weights.path_meaning * priors * _path_meanings(evidence.path_similarity, files),
        "here": weights.here * priors * evidence.nearness[files.of_row],
        "history": weights.history * priors * evidence.told[files.of_row],
        "nearby": weights.nearby * priors * nearby(features, files.of_row),
    }
    total = base + sum(shared.values(), np.zeros_like(lexical))
    signals = {name: values * lowered for name, values in own.items()} | shared
    most = weights.total
    return Ranking(np.clip(total / most, 0.0, 1.0), {name: values / most for name, values in signals.items()})


def weighted_sum(features: Candidates, vectors: Array | None, lexical: float, vector: float) -> Ranking:
    """Score by the two channels alone, each divided by its own best, for a query that has weights."""
    similar = (
        np.maximum(np.nan_to_num(vectors, nan=0.0), 0.0) if vectors is not None else np.zeros_like(features.lexical)
    )
    largest = max(lexical, vector)  # their sum may exceed the largest float
    lexical, vector = lexical / largest, vector / largest
    total = lexical + vector
    signals = {"lexical": lexical / total * _by_max(features.lexical), "vector": vector / total * _by_max(similar)}
    return Ranking(signals["lexical"] + signals["vector"], signals)


def _by_max(values: Array) -> Array:
    top = values.max(initial=0.0)
    return values / top if top > 0 else values


def normalised_similarity(values: Array) -> Array:
    """Return similarities from 0 (the 100th best of the pool) to 1 (the best); unknown ones count as the former."""
    known = np.sort(values[~np.isnan(values)])[::-1]
    if not len(known):
        return np.zeros_like(values)
    low, high = known[min(len(known), _COMPARED) - 1], known[0]
    if high <= low:
        return np.where(np.isnan(values), 0.0, 1.0)
    scaled: Array = np.nan_to_num(np.clip((values - low) / (high - low), -0.3, 1.0), nan=0.0)
    return scaled


def nearby(found: Candidates, of_row: NDArray[np.intp]) -> Array:
    """Return the BM25 scores close to each candidate in its file, the closer the more, as a share of the most."""
    middles = (found.start_lines + found.end_lines) / 2
    sums = np.zeros(len(middles))
    for step in range(1, len(middles)):
        is_of_file = of_row[step:] == of_row[:-step]
        closeness = np.where(is_of_file, np.maximum(1 - (middles[step:] - middles[:-step]) / _NEAR_LINES, 0.0), 0.0)
        if not closeness.any():
            break
        sums[step:] += closeness * found.lexical[:-step]
        sums[:-step] += closeness * found.lexical[step:]
    return _by_max(sums)


def _file_sums(base: Array, of_row: NDArray[np.intp]) -> Array:
    """Return the summed score of the best four chunks of each file, as a share of the largest such sum."""
    order = np.lexsort((-base, of_row))
    files = of_row[order]
    place = np.arange(len(files)) - np.searchsorted(files, files)  # of a chunk among those of its file
    counted = np.where(place < _SUMMED_CHUNKS, base[order] * _FILE_DECAY**place, 0.0)
    sums: Array = np.bincount(files, counted)[of_row].astype(float)
    return np.maximum(_by_max(sums), 0.0)


def _path_matches(paths: Sequence[str], query: Understanding) -> Array:
    """Return how well the query names each path, or the identifier that the file is called after."""
    if not query.identifiers and not query.paths:
        return np.zeros(len(paths))
    return np.array([_path_match(path, query) for path in paths])


def _path_meanings(similarity: Array | None, files: RankedFiles) -> Array:
    """Return how near the path of each candidate is to the question: 0 for the 100th, 1 for the nearest by far."""
    if similarity is None or not len(similarity):
        return np.zeros(len(files.of_row))
    likeness = np.maximum(similarity, 0.0)  # below lies chance
    best = np.sort(likeness)[-_COMPARED:]
    nearest: Array = np.maximum(likeness - best[0], 0.0) / max(best[-1] - best[0], _LEAST_SPREAD)
    return nearest[files.of_row]


def _path_match(path: str, query: Understanding) -> float:
    stem = path.rpartition("/")[2].split(".", 1)[0]
    if query.identifiers and joined(split_identifier(stem)) in query.identifiers:
        return _STEM_IS_IDENTIFIER
    return path_mention(path, query.paths)


def path_mention(path: str, mentioned: Sequence[str]) -> float:
    """Return how well a path of the query names `path`: 1 when all its components are there in order, at the end."""
    if not mentioned:
        return 0.0
    lowered = path.lower()
    own = lowered.split("/")
    stems = [*own[:-1], own[-1].rsplit(".", 1)[0]]
    best = 0.0
    for wanted in mentioned:
        if lowered.endswith(wanted) and (len(lowered) == len(wanted) or lowered[-len(wanted) - 1] == "/"):
            return 1.0
        components = [part.rsplit(".", 1)[0] if "/" in wanted else part for part in wanted.split("/")]
        hits = sum(part in stems or part in own for part in components)
        best = max(best, hits / len(components) * (1.0 if hits > 1 else 0.6))
    return best


def decayed_order(scores: Sequence[float], files: Sequence[Hashable], decay: float) -> Iterator[tuple[int, float]]:
    """Yield candidates best first with their score, each further chunk of a file counting `decay` times less.

    Ties go to the earlier row.
    """
    taken: dict[Hashable, int] = defaultdict(int)
    heap = [(-score, row, 0) for row, score in enumerate(scores)]
    heapq.heapify(heap)
    while heap:
        negative, row, seen = heapq.heappop(heap)
        now = taken[files[row]]
        if now == seen:
            taken[files[row]] += 1
            yield row, -negative
        else:
            heapq.heappush(heap, (-scores[row] * decay**now, row, now))
