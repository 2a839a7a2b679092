"""What is measured of every candidate chunk: coverage by field, names, identifiers, its file. Arrays, a row each.

The formulas and every constant are from the ranking experiments on the development queries;
`tests/benchmarks/README.md` holds the ablation that says what each is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import among, runs_from
from lsp_codebase.indexes.words import FIELDS, Segment, token_hash
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier, stem
from lsp_codebase.search.lexical import Array, LexicalMatches
from lsp_codebase.search.query_form import Understanding

_NAME, _COMMENT, _STEM, _DIRECTORY, _STRING = (
    np.uint8(1 << FIELDS.index(f"{field}_tokens")) for field in ("name", "comment", "stem", "directory", "string")
)
_FEWEST_WORDS_OF_MESSAGE = 3  # that say something: fewer stand together in a string by chance
LESSER_KINDS = frozenset(
    {SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable, SymbolKind.Constant, SymbolKind.Key}
)
LESSER = 0.6  # a field, variable or constant that is named is less often meant than a function
_WORTH = np.array([LESSER if kind in LESSER_KINDS else 1.0 for kind in range(max(SymbolKind) + 1)])

# BM25 of whole files: a word of the path counts beside those of the text.
_K1, _B = 1.2, 0.6
_STEM_TIMES, _DIRECTORY_TIMES = 3, 2


@dataclass(frozen=True, slots=True)
class Candidates:
    """One array entry for each candidate chunk, in the order of segments and rows."""

    chunk_ids: NDArray[np.int64]
    file_ids: NDArray[np.int64]
    start_lines: NDArray[np.int32]
    end_lines: NDArray[np.int32]
    sizes: Array  # tokens
    lexical: Array  # BM25F
    coverage: Array  # share of the query's idf found anywhere in the chunk
    stem_coverage: Array  # the same, in the file name only
    directory_coverage: Array
    comment_coverage: Array
    string_coverage: Array  # in string literals; of the words only that stand anywhere in the code base
    names: Array  # how well a name defined here matches the words of the query
    identifiers: Array  # 1 where an identifier of the query is defined: it is not ranked by, names say the same
    file_lexical: Array  # BM25 of the whole file
    file_coverage: Array  # share of the query's idf found anywhere in the file
    covered: Array  # share of the telling words: how sure an answer is, not how it is ranked

    def __len__(self) -> int:
        return len(self.chunk_ids)

    def take(self, order: NDArray[np.intp] | Sequence[int]) -> Candidates:
        """Return these candidates in another order, or some of them."""
        return Candidates(*(getattr(self, field.name)[order] for field in fields(self)))


class _Posted(NamedTuple):
    """Postings, one array entry each: of which term, in which of some files, and what a segment says of them."""

    terms: NDArray[np.int64]
    files: NDArray[np.int64]
    rows: NDArray[np.uint32]
    fields: NDArray[np.uint8]
    counts: NDArray[np.uint8]


def measure(matches: LexicalMatches, query: Understanding, chunk_ids: NDArray[np.int64]) -> Candidates:
    """Return the lexical features of chunks; ids that are in no segment are left out."""
    words = np.array([term.is_word for term in matches.terms], bool)
    weight = matches.idf * words
    share = weight / weight.sum() if weight.sum() > 0 else weight
    telling = matches.telling_shares()
    size = _mean_size(matches.segments)
    parts = [
        _measure(matches, number, segment.find(chunk_ids), share, telling, query, size)
        for number, segment in enumerate(matches.segments)
    ]
    if not parts:
        nothing: list[Any] = [np.empty(0)] * len(fields(Candidates))
        return Candidates(*nothing)
    return Candidates(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Candidates)))


def _measure(
    matches: LexicalMatches,
    number: int,
    rows: NDArray[np.intp],
    share: Array,
    telling: Array,
    query: Understanding,
    mean_size: float,
) -> Candidates:
    segment = matches.segments[number]
    files, of_row = np.unique(segment.file_of[rows], return_inverse=True)
    posted = _posted(segment, matches.postings(number), files)
    found = _fields_by_term(posted, rows, len(matches.terms))
    return Candidates(
        chunk_ids=segment.chunk_ids[rows],
        file_ids=segment.file_ids[segment.file_of[rows]],
        start_lines=segment.lines[rows, 0],
        end_lines=segment.lines[rows, 1],
        sizes=segment.sizes[rows].astype(float),
        lexical=matches.scores[number][rows].astype(float),
        coverage=(found > 0) @ share,
        stem_coverage=(found & _STEM > 0) @ share,
        directory_coverage=(found & _DIRECTORY > 0) @ share,
        comment_coverage=(found & _COMMENT > 0) @ share,
        string_coverage=(found & _STRING > 0) @ _share_of_message(share, matches.is_known),
        names=_name_matches(segment, rows, query),
        identifiers=_identifier_matches(segment, rows, query),
        **_of_files(matches, posted, segment.file_sizes[files] / mean_size, share, of_row),
        covered=(found > 0) @ telling,
    )


def _share_of_message(share: Array, is_known: NDArray[np.bool_]) -> Array:
    """Return the share of each word in a message of the program: values filled in are in no string, so are left out."""
    known = np.where(is_known, share, 0.0)
    if np.count_nonzero(known) < _FEWEST_WORDS_OF_MESSAGE:
        return np.zeros_like(share)
    shares: Array = known / known.sum()
    return shares


def _fields_at(segment: Segment, span: slice, rows: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return for each row the fields in which the token of these postings stands, 0 for none."""
    posted = segment.rows[span]
    if not len(posted):
        return np.zeros(len(rows), np.uint8)
    places = np.minimum(np.searchsorted(posted, rows.astype(posted.dtype)), len(posted) - 1)
    return np.where(posted[places] == rows, segment.fields[segment.uses[span][places]], np.uint8(0))


def _identifier_matches(segment: Segment, rows: NDArray[np.intp], query: Understanding) -> Array:
    """A name is stored as its joined token; one of a single part as that part."""
    found = np.zeros(len(rows), np.uint8)
    tokens = [token_hash(token) for identifier in query.identifiers for token in (identifier, identifier[1:])]
    for span in segment.postings_of(tokens):
        found |= _fields_at(segment, span, rows) & _NAME
    return (found > 0).astype(float)


def _name_matches(segment: Segment, rows: NDArray[np.intp], query: Understanding) -> Array:
    best = np.zeros(len(rows))
    bounds = [
        np.searchsorted(segment.name_rows, rows.astype(segment.name_rows.dtype), side) for side in ("left", "right")
    ]
    owners, names = _ranges(*bounds)
    starts = segment.name_starts
    of_name, parts = _ranges(starts[names].astype(np.int64), starts[names + 1].astype(np.int64))
    is_said = among(segment.name_parts[parts], {token_hash(part) for part in query.parts})
    hits = np.bincount(of_name, is_said, len(names))
    scores = name_score(hits.astype(float), np.bincount(of_name, minlength=len(names)).astype(float))
    np.maximum.at(best, owners, scores * _WORTH[segment.name_kinds[names]])
    return best


def _ranges(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of all ranges one after another, and which range each is of."""
    sizes = ends - starts
    return np.repeat(np.arange(len(starts)), sizes), runs_from(starts, sizes)


def name_score(hits: Array, parts: Array) -> Array:
    """Return how much of a defined name the query says: the share of its parts, in full from two parts on."""
    several = hits / np.maximum(parts, 1) * np.minimum(1.0, (hits + 0.5) / 2)
    return np.where(hits == 0, 0.0, np.where(parts == 1, 0.5, several))


def name_matches(names: Sequence[str], parts: frozenset[str]) -> list[float]:
    """Return the scores of some names for the words of a query."""
    own = [_name_parts(name) for name in names]
    hits = np.array([sum(part in parts for part in each) for each in own], float)
    scores: list[float] = name_score(hits, np.array([len(each) for each in own], float)).tolist()
    return scores


@lru_cache(maxsize=65_536)
def _name_parts(name: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in split_identifier(name))


def _mean_size(segments: Sequence[Segment]) -> float:
    """Return how many tokens a live file has."""
    total = sum(int(segment.file_sizes[segment.live].sum()) for segment in segments)
    return total / max(sum(int(segment.live.sum()) for segment in segments), 1) or 1.0


def _posted(segment: Segment, spans: Sequence[slice], files: NDArray[np.integer]) -> _Posted:
    """Return the postings of each term in some files, ascending."""
    bounds = np.searchsorted(segment.file_of, np.column_stack([files, files + 1]).astype(segment.file_of.dtype))
    ends = [span.start + np.searchsorted(segment.rows[span], bounds.astype(segment.rows.dtype)) for span in spans]
    of_pairs = np.concatenate([np.empty((0, 2), np.int64), *ends])
    pairs, places = _ranges(of_pairs[:, 0], of_pairs[:, 1])
    uses = segment.uses[places]
    return _Posted(
        *np.divmod(pairs, max(len(files), 1)), segment.rows[places], segment.fields[uses], segment.counts[uses]
    )


def _fields_by_term(posted: _Posted, rows: NDArray[np.intp], terms: int) -> NDArray[np.uint8]:
    """Return the fields in which each term stands, (rows, terms), 0 for none."""
    found = np.zeros((len(rows), terms), np.uint8)
    if len(rows):
        order = np.argsort(rows)
        place = order[np.minimum(np.searchsorted(rows[order], posted.rows), len(rows) - 1)]
        here = rows[place] == posted.rows
        found[place[here], posted.terms[here]] = posted.fields[here]
    return found


def _of_files(
    matches: LexicalMatches, posted: _Posted, sizes: Array, share: Array, of_row: NDArray[np.intp]
) -> dict[str, Array]:
    """Return what the whole files of some chunks hold, for each chunk; `sizes` are shares of the mean."""
    shape = len(matches.terms), len(sizes)
    pairs = posted.terms * len(sizes) + posted.files
    tf = np.bincount(pairs, posted.counts, len(share) * len(sizes))
    for field, times in ((_STEM, _STEM_TIMES), (_DIRECTORY, _DIRECTORY_TIMES)):
        in_path = np.zeros(len(tf), bool)
        in_path[pairs[posted.fields & field > 0]] = True
        tf += times * in_path
    tf = tf.reshape(shape)
    weights = matches.idf * np.array([term.gain for term in matches.terms])
    lexical = (weights[:, None] * tf * (_K1 + 1) / (tf + _K1 * (1 - _B + _B * sizes))).sum(axis=0)
    is_there = np.bincount(pairs, minlength=len(share) * len(sizes)).reshape(shape) > 0
    coverage = (share[:, None] * is_there).sum(axis=0)
    return {"file_lexical": lexical[of_row], "file_coverage": coverage[of_row]}
