"""The candidates of a query, by words and by meaning, and their order by all measures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import union
from lsp_codebase.model import CancelToken, Mode
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.pack import Chunks, Piece, widen
from lsp_codebase.search.query.asked_aspect import asked_aspect
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.aspect_lines import told_beside
from lsp_codebase.search.ranking.callee_evidence import called_by_first
from lsp_codebase.search.ranking.editor_context import NOWHERE, EditorContext
from lsp_codebase.search.ranking.features import Candidates, measure
from lsp_codebase.search.ranking.file_evidence import file_evidence
from lsp_codebase.search.ranking.lexical import Array, LexicalMatches
from lsp_codebase.search.ranking.priors import chunk_priors
from lsp_codebase.search.ranking.rank import RankedFiles, Weights, decayed_order, rank, weighted_sum, weights_for
from lsp_codebase.search.ranking.stand_ins import with_stand_ins

_LEXICAL_POOL = 300
_VECTOR_POOL = 200
_DECAY = 0.8  # for each further chunk of a file: 1.0 loses file NDCG, 0.7 span NDCG and answers within 4,000 tokens


class Recalled(NamedTuple):
    """The chunks worth ranking, the similarity of those that have a vector, and how much of the query is known.

    `vector` is that of the query, None where nothing is compared by meaning.
    """

    chunks: Candidates
    similar: dict[int, float] | None
    known: float
    vector: NDArray[np.float32] | None


def recall(corpus: Corpus, understood: Understanding, filters: Filter, cancel: CancelToken) -> Recalled:
    """Return the best chunks that pass by words, and those by meaning, as the mode of a query asks for.

    Raises:
        Cancelled: between steps.
    """
    vector = None
    if corpus.embedder is not None and understood.mode in (Mode.HYBRID, Mode.VECTOR):
        vector = corpus.embedder.embed_query(understood.meaning)
    matches = LexicalMatches(corpus.postings(understood.terms))
    chunk_ids = np.empty(0, np.int64)
    if understood.mode is not Mode.VECTOR:
        chunk_ids = matches.best(_LEXICAL_POOL, corpus.passing(filters))
    cancel.check()
    similar: dict[int, float] | None = None
    if vector is not None:
        similar = corpus.nearest(vector, _VECTOR_POOL, filters)
        chunk_ids = union(chunk_ids, np.fromiter(similar, np.int64, len(similar)))
        similar.update(corpus.similarities(vector, set(chunk_ids.tolist()) - similar.keys()))
        cancel.check()
    found = with_stand_ins(corpus, understood, measure(matches, understood, chunk_ids))
    return Recalled(found, similar, matches.known, vector)


def ranked(
    corpus: Corpus,
    recalled: Recalled,
    understood: Understanding,
    weights: Weights | tuple[float, float] | None = None,
    *,
    here: EditorContext = NOWHERE,
    explain: bool = False,
) -> Iterator[Piece]:
    """Yield candidates best first. A pair of weights is a plain sum of the two channels, and one must find them."""
    found, files = _in_order(corpus, recalled.chunks)
    if not files.records:
        return iter(())
    vectors: Array | None = None
    if (similar := recalled.similar) is not None:
        vectors = np.array([similar.get(chunk_id, np.nan) for chunk_id in found.chunk_ids.tolist()])
    if isinstance(weights, tuple):
        ranking = weighted_sum(found, vectors, *weights)
    else:
        weights = weights or weights_for(understood, found, has_vectors=similar is not None)
        evidence = file_evidence(files.paths, understood, recalled.vector, weights, here, corpus.state)
        priors = chunk_priors(found, files, corpus.names, understood)
        ranking = rank(found, vectors, files, priors, evidence, understood, weights)
        if weights.called:
            called = called_by_first(corpus, found, files, ranking.scores)
            ranking = ranking.lifted("called", priors * called, weights.called / weights.total)
        if weights.aspect and (aspect := asked_aspect(understood.text)):
            weight = weights.aspect / weights.total
            told = told_beside(corpus, found, understood, aspect, ranking.scores, weight)
            ranking = ranking.lifted("aspect", priors * told, weight)
    owners = files.of_row.tolist()
    starts, ends, scores = found.start_lines.tolist(), found.end_lines.tolist(), ranking.scores.tolist()
    covered = found.covered.tolist()
    ordered = decayed_order(scores, owners, _DECAY)
    if isinstance(weights, tuple):  # else 0 is merely less than the rest
        ordered = takewhile(lambda row_and_score: row_and_score[1] > 0, ordered)
    return (
        Piece(
            files.records[owners[row]].path,
            files.records[owners[row]].language,
            start,
            end,
            score,
            ranking.explained(row, score) if explain else {},
            core=(starts[row], ends[row]),
            covered=covered[row],
        )
        for row, score, start, end in widen(ordered, Chunks(owners, starts, ends, scores))
    )


def _in_order(corpus: Corpus, found: Candidates) -> tuple[Candidates, RankedFiles]:
    """Return the candidates of live files by path and line, so that ties are stable, and their files."""
    file_ids, of_row = np.unique(found.file_ids, return_inverse=True)
    owners = [corpus.owner(file_id) for file_id in file_ids.tolist()]
    by_path = sorted((record.path, place, record) for place, record in enumerate(owners) if record is not None)
    place_of = np.full(len(owners), -1, np.intp)
    place_of[[place for _, place, _ in by_path]] = np.arange(len(by_path))
    files = place_of[of_row]
    order = np.lexsort((found.start_lines, files))[np.count_nonzero(files < 0) :]
    return found.take(order), RankedFiles([record for *_, record in by_path], files[order])
