"""Measures of every candidate chunk: coverage by field, names, identifiers, its file. Arrays, a row each.

The formulas and every constant are from the ranking experiments on the development queries;
`tests/benchmarks/README.md` holds the ablation with the worth of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.arrays import among, runs_from
from lsp_codebase.indexes.words import ALL_COMMENTED, Segment, field_bits, token_hash
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier, stem
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.lexical import Array, LexicalMatches

_NAME, _COMMENT, _STEM, _DIRECTORY, _STRING = (
    field_bits(f"{field}_tokens") for field in ("name", "comment", "stem", "directory", "string")
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

    segments: NDArray[np.int64]  # the place of its segment among all
    rows: NDArray[np.int64]  # its row there
    chunk_ids: NDArray[np.int64]
    file_ids: NDArray[np.int64]
    start_lines: NDArray[np.int32]
    end_lines: NDArray[np.int32]
    sizes: Array  # tokens
    commented: Array  # share of these that stand in comments
    lexical: Array  # BM25F
    coverage: Array  # share of the query's idf found anywhere in the chunk
    stem_coverage: Array  # the same, in the file name only
    directory_coverage: Array
    comment_coverage: Array
    string_coverage: Array  # in string literals; of the words only that stand anywhere in the code base
    names: Array  # how well a name defined here matches the words of the query
    declares: Array  # 1 where names that the query says in full are defined here, of fields and the like only
    defined: Array  # 1 where alone a name that the query writes is defined, 1/n where n chunks define it
    file_lexical: Array  # BM25 of the whole file
    file_coverage: Array  # share of the query's idf found anywhere in the file
    covered: Array  # share of the telling words: how sure an answer is, not how it is ranked

    def __len__(self) -> int:
        return len(self.chunk_ids)

    def take(self, order: NDArray[np.intp] | Sequence[int]) -> Candidates:
        """Return these candidates in another order, or some of them."""
        return Candidates(*(getattr(self, field.name)[order] for field in fields(self)))


class _Taken(NamedTuple):
    """The candidates of one segment, their files, and the matches of the query there."""

    number: int  # of the segment
    segment: Segment
    rows: NDArray[np.intp]  # ascending
    files: NDArray[np.integer]  # places in those of the segment, ascending
    of_row: NDArray[np.intp]  # places in `files`
    scores: NDArray[np.float32]  # of all rows
    spans: Sequence[slice]  # the postings of each term


class _Posted(NamedTuple):
    """Postings in the files of candidates, one array entry each: of which term, file and candidate, -1 for none."""

    terms: NDArray[np.int64]
    files: NDArray[np.int64]
    candidates: NDArray[np.int64]
    fields: NDArray[np.uint8]
    counts: NDArray[np.uint8]


def measure(matches: LexicalMatches, query: Understanding, chunk_ids: NDArray[np.int64]) -> Candidates:
    """Return the lexical features of chunks; ids that are in no segment are left out."""
    chunk_ids = np.sort(chunk_ids)
    found = [_taken(matches, number, chunk_ids) for number in range(len(matches.segments))]
    taken = [one for one in found if len(one.rows)]
    if not taken:
        nothing: list[Any] = [np.empty(0)] * len(fields(Candidates))
        return Candidates(*nothing)
    words = np.array([term.is_word for term in matches.terms], bool)
    weight = matches.idf * words
    share = weight / weight.sum() if weight.sum() > 0 else weight
    rarity = _rarity_of_names(matches.segments, query)
    # The postings of all segments are joined first: there are dozens, with a few candidates each.
    posted = _posted(taken)
    lines = np.concatenate([one.segment.lines[one.rows] for one in taken])
    by_term = _fields_by_term(posted, len(lines), len(matches.terms))
    return Candidates(
        segments=np.repeat([one.number for one in taken], [len(one.rows) for one in taken]),
        rows=np.concatenate([one.rows for one in taken]),
        chunk_ids=np.concatenate([one.segment.chunk_ids[one.rows] for one in taken]),
        file_ids=np.concatenate([one.segment.file_ids[one.files][one.of_row] for one in taken]),
        start_lines=lines[:, 0],
        end_lines=lines[:, 1],
        sizes=np.concatenate([one.segment.sizes[one.rows] for one in taken]).astype(float),
        commented=np.concatenate([one.segment.commented[one.rows] for one in taken]) / ALL_COMMENTED,
        lexical=np.concatenate([one.scores[one.rows] for one in taken]).astype(float),
        coverage=(by_term > 0) @ share,
        stem_coverage=(by_term & _STEM > 0) @ share,
        directory_coverage=(by_term & _DIRECTORY > 0) @ share,
        comment_coverage=(by_term & _COMMENT > 0) @ share,
        string_coverage=(by_term & _STRING > 0) @ _share_of_message(share, matches.is_known),
        defined=np.concatenate([_defined(one.segment, one.rows, rarity) for one in taken]),
        **_of_names(taken, query),
        **_of_files(matches, posted, taken, share),
        covered=(by_term > 0) @ matches.telling_shares(),
    )


def _taken(matches: LexicalMatches, number: int, chunk_ids: NDArray[np.int64]) -> _Taken:
    segment = matches.segments[number]
    rows = segment.find(chunk_ids)
    owners = segment.file_of[rows]
    is_new = np.ones(len(owners), np.bool_)
    is_new[1:] = owners[1:] != owners[:-1]
    scores, postings = matches.scores[number], matches.postings(number)
    return _Taken(number, segment, rows, owners[is_new], np.cumsum(is_new) - 1, scores, postings)


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


def _rarity_of_names(segments: Sequence[Segment], query: Understanding) -> dict[int, float]:
    """Return 1/n for the token of each name that the query writes, n being the chunks that define it.

    A name is stored as its joined token; one of a single part as that part.
    """
    tokens = [token_hash(token) for identifier in query.identifiers for token in (identifier, identifier[1:])]
    counts = dict.fromkeys(tokens, 0)
    for segment in segments:
        for token, span in zip(tokens, segment.postings_of(tokens), strict=True):
            counts[token] += len(segment.living_rows(span, _NAME))
    return {token: 1 / count for token, count in counts.items() if count}


def _defined(segment: Segment, rows: NDArray[np.intp], rarity: Mapping[int, float]) -> Array:
    found = np.zeros(len(rows))
    for worth, span in zip(rarity.values(), segment.postings_of([*rarity]), strict=True):
        np.maximum(found, worth * (_fields_at(segment, span, rows) & _NAME > 0), out=found)
    return found


def _of_names(taken: Sequence[_Taken], query: Understanding) -> dict[str, Array]:
    """Return how well each candidate's names match the words of a query, at best, and if only lesser kinds fully do."""
    owners, kinds, sizes, parts, first = [], [], [], [], 0
    for _, segment, rows, *_ in taken:
        own = rows.astype(segment.name_rows.dtype)
        of_name, names = _ranges(segment.name_rows.searchsorted(own), segment.name_rows.searchsorted(own, "right"))
        begins = segment.name_starts[names].astype(np.int64)
        sizes.append(segment.name_starts[names + 1] - begins)
        parts.append(segment.name_parts[runs_from(begins, sizes[-1])])
        owners.append(of_name + first)
        kinds.append(segment.name_kinds[names])
        first += len(rows)
    is_said = among(np.concatenate(parts), {token_hash(part) for part in query.parts})
    counts = np.concatenate(sizes)
    hits = np.bincount(np.repeat(np.arange(len(counts)), counts), is_said, len(counts))
    scores = name_score(hits.astype(float), counts.astype(float))
    of_name, of_kind = np.concatenate(owners), np.concatenate(kinds)
    best, declares = np.zeros(first), np.zeros(first)
    np.maximum.at(best, of_name, scores * _WORTH[of_kind])
    is_said_in_full, is_lesser = hits == counts, _WORTH[of_kind] < 1
    declares[of_name[is_said_in_full]] = 1
    declares[of_name[is_said_in_full & ~is_lesser]] = 0
    return {"names": best, "declares": declares}


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


def _posted(taken: Sequence[_Taken]) -> _Posted:
    """Return the postings of each term in the files of candidates, by segment, then term."""
    found, first_file, first_row = [], 0, 0
    for _, segment, rows, files, _, _, spans in taken:
        bounds = segment.file_of.searchsorted(np.column_stack([files, files + 1]).astype(segment.file_of.dtype))
        ends = bounds.astype(segment.rows.dtype)
        of_pairs = [span.start + segment.rows[span].searchsorted(ends) for span in spans]
        pairs, places = _ranges(*np.concatenate([np.empty((0, 2), np.int64), *of_pairs]).T)
        terms, of_file = np.divmod(pairs, len(files))
        posted = segment.rows.take(places)
        near = np.minimum(rows.searchsorted(posted), len(rows) - 1)
        uses = segment.uses.take(places)
        candidates = np.where(rows[near] == posted, near + first_row, -1)
        found.append((terms, of_file + first_file, candidates, segment.fields.take(uses), segment.counts.take(uses)))
        first_file += len(files)
        first_row += len(rows)
    return _Posted(*map(np.concatenate, zip(*found, strict=True)))


def _fields_by_term(posted: _Posted, candidates: int, terms: int) -> NDArray[np.uint8]:
    """Return the fields in which each term stands, (candidates, terms), 0 for none."""
    found = np.zeros((candidates, terms), np.uint8)
    here = posted.candidates >= 0
    found[posted.candidates[here], posted.terms[here]] = posted.fields[here]
    return found


def _of_files(matches: LexicalMatches, posted: _Posted, taken: Sequence[_Taken], share: Array) -> dict[str, Array]:
    """Return the measures of the whole files of candidates, for each candidate."""
    sizes = np.concatenate([one.segment.file_sizes[one.files] for one in taken]) / _mean_size(matches.segments)
    first = np.cumsum([0, *(len(one.files) for one in taken[:-1])])
    of_row = np.concatenate([one.of_row + begin for one, begin in zip(taken, first, strict=True)])
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
