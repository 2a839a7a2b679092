"""How sure an answer is, told from its measures. Scores cannot tell: they are shares of a query's own best.

Nonsense, and questions in a language that the code is not written in, are known by their words: most stand nowhere in
the code base. Similarity by itself is no witness: a word that the model does not know is made of pieces that it does,
and those are near to something. `tests/benchmarks/README.md` holds the measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lsp_codebase.model import Confidence, IndexStatus, Phase
from lsp_codebase.search.pack import Piece

_MOSTLY = 0.5  # more than that is known of the words of every question about the code that was tried
_WELL_COVERED = 0.65  # two of three words: the share of unrelated words in one place stays below
_NEAR = 0.4  # in meaning: of unrelated queries whose words the built-in model knows, 19 of 20 are not so near
_ITS_NAME = 0.9  # a definition with this score is called so, in some case style
_NEARLY_ITS_NAME = 0.8  # misspelled, or its humps: certain only if enough is typed
_FEWEST_LETTERS = 5  # three or four letters are the humps of something in any large code base
FIRST_HITS = 10  # as many as a page shows by default: a query for fewer gets no other verdict

_COMPLETE = (Phase.EMBEDDING, Phase.READY)  # every file is found by its words


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for an answer. Shares are of the query's telling words, each counted alike."""

    as_written: bool = False  # the text of the query, or its place, stands there to the letter
    named: float = 0.0  # the score of the best definition that is called so
    letters: int = 0  # of the query
    has_identifier: bool = False  # a name written in the query is defined
    known: float = 0.0  # the share that stands anywhere in the code base
    covered: float = 0.0  # the largest share that one of the first hits holds
    nearest: float = 0.0  # in meaning: the best similarity, where the model knows most of the words


NO_EVIDENCE = Evidence()


def confidence_of(evidence: Evidence, status: IndexStatus) -> Confidence:
    """Return how sure an answer is; never that there is nothing, while files are missing from the index."""
    is_named = evidence.named >= _ITS_NAME or (
        evidence.named >= _NEARLY_ITS_NAME and evidence.letters >= _FEWEST_LETTERS
    )
    if evidence.as_written or is_named or evidence.covered >= _WELL_COVERED:
        return Confidence.HIGH
    is_near = evidence.known > _MOSTLY or evidence.nearest >= _NEAR
    is_whole = status.phase in _COMPLETE and not status.stale
    if is_near or evidence.named or evidence.has_identifier or not is_whole:
        return Confidence.LOW
    return Confidence.NONE


def nearest_known(similar: Mapping[int, float] | None, words: Sequence[str], knows: Callable[[str], bool]) -> float:
    """Return the best similarity if it means something: if the model knows most of the words; else 0."""
    if not similar or sum(map(knows, words)) <= _MOSTLY * len(words):
        return 0.0
    return max(similar.values())


def covered_by(pieces: Sequence[Piece]) -> float:
    """Return the largest share of the query's telling words that one of these pieces holds."""
    return max((piece.covered for piece in pieces), default=0.0)
