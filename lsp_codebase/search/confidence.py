"""How sure an answer is, told from what was measured of it. Scores cannot tell: they are shares of a query's own best.

Nonsense, and questions in a language that the code is not written in, are known by their words: most of them stand
nowhere in the code base. Similarity does not tell them from questions: by the built-in model, which knows words and no
more, the best of thousands of chunks is always about four deviations nearer than the mean. `tests/benchmarks/README.md`
holds the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lsp_codebase.model import Confidence, IndexStatus, Phase
from lsp_codebase.search.pack import Piece

_LEAST_KNOWN = 0.5  # of a query's words: fewer are known of nonsense, more of nearly all questions about the code
_WELL_COVERED = 0.65  # by one of the first hits: two of three words; unrelated words stay below
_ITS_NAME = 0.9  # a definition with this score is called so, in some case style
_NEARLY_ITS_NAME = 0.8  # misspelled, or its humps: certain only if enough is typed
_FEWEST_LETTERS = 5  # three or four letters are the humps of something in any large code base
_FIRST_HITS = 10

_COMPLETE = (Phase.EMBEDDING, Phase.READY)  # every file is found by its words


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for an answer. Shares are of the query's telling words, weighted by how rare they are."""

    as_written: bool = False  # what the query says, or points to, stands there to the letter
    named: float = 0.0  # the score of the best definition that is called so
    letters: int = 0  # of the query
    has_identifier: bool = False  # a name written in the query is defined
    known: float = 0.0  # the share that stands anywhere in the code base
    covered: float = 0.0  # the largest share that one of the first hits holds
    may_be_meant: bool = False  # the model may know words that stand nowhere in the code


NO_EVIDENCE = Evidence()


def confidence_of(evidence: Evidence, status: IndexStatus) -> Confidence:
    """Return how sure an answer is; never that there is nothing, while files are missing from the index."""
    is_named = evidence.named >= _ITS_NAME or (
        evidence.named >= _NEARLY_ITS_NAME and evidence.letters >= _FEWEST_LETTERS
    )
    if evidence.as_written or is_named or evidence.covered >= _WELL_COVERED:
        return Confidence.HIGH
    is_about = evidence.named or evidence.has_identifier or evidence.known >= _LEAST_KNOWN or evidence.may_be_meant
    return Confidence.LOW if is_about or status.phase not in _COMPLETE else Confidence.NONE


def covered_by(pieces: Sequence[Piece]) -> float:
    """Return the largest share of the query's telling words that one of the first hits holds."""
    return max((piece.covered for piece in pieces[:_FIRST_HITS]), default=0.0)
