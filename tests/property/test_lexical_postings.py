"""Postings against the plain definition: counted, merged and scored as a loop over the tokens of each chunk would."""

import itertools
import math
from collections import Counter
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.indexes.words import FIELDS, Segment, Words, merge_segments
from lsp_codebase.indexes.words import words as words_of_index
from lsp_codebase.indexes.words.build import of_fields
from lsp_codebase.model import Mode
from lsp_codebase.parse import tokenize
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.features import measure
from lsp_codebase.search.ranking.lexical import LexicalMatches, TermPostings
from lsp_codebase.store import chunk_id
from lsp_codebase.store.schema import CHUNKS

WEIGHTS = dict(zip(FIELDS, (1.0, 3.0, 1.5, 1.2, 1.6, 3.0, 1.5, 0.0), strict=True))
B = dict(zip(FIELDS, (0.6, 0.3, 0.3, 0.5, 0.5, 0.3, 0.3, 0.0), strict=True))
LENGTHS = dict(zip(FIELDS, (116.0, 5.0, 2.0, 11.0, 12.0, 2.0, 4.5, 12.0), strict=True))

SCHEMA = pa.schema(
    [*(field for field in CHUNKS if field.name not in FIELDS), *(pa.field(name, pa.string()) for name in FIELDS)]
)

words = st.sampled_from(["red", "green", "blue", "pink", "redGreen"])
texts = st.lists(words, max_size=6).map(" ".join)


def with_strings(chunk):
    """What stands in string literals stands in the body too."""
    return chunk | {"body_tokens": f"{chunk['body_tokens']} {chunk['string_tokens']}".strip()}


chunks = st.fixed_dictionaries(dict.fromkeys(FIELDS, texts)).map(with_strings)
files = st.lists(st.lists(chunks, min_size=1, max_size=4), min_size=1, max_size=6)


def table(contents, first_file=1):
    rows = []
    for number, file in enumerate(contents, first_file):
        for position, chunk in enumerate(file):
            plain = {"path": f"{number}.py", "language": "python", "text": "", "breadcrumb": ""}
            names = [name for name in ("redGreen", "blue_pink") if len(chunk["name_tokens"]) % 2]
            place = {"chunk_id": chunk_id(number, position), "file_id": number, "start_line": position}
            rows.append({**plain, **place, "end_line": position + 1, "names": names, "kinds": [12, 8][: len(names)]})
            rows[-1].update(chunk)
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def counted(rows):
    return of_fields(rows, [rows[field].combine_chunks() for field in FIELDS])


def same(left: Segment, right: Segment) -> bool:
    one, other = left.decided, right.decided
    return all(np.array_equal(one[name], other[name]) for name in one)


def plain_scores(rows, terms):
    """BM25F by the book, over the union of the fields."""
    holds = [[any(term.token in tokenize(row[field]) for field in FIELDS) for row in rows] for term in terms]
    scores = []
    for place, row in enumerate(rows):
        total = 0.0
        for term, found in zip(terms, holds, strict=True):
            df = sum(found)
            x = 0.0
            for field in FIELDS:
                tokens = tokenize(row[field])
                norm = 1 - B[field] + B[field] * len(tokens) / LENGTHS[field]
                x += WEIGHTS[field] * tokens.count(term.token) / norm
            idf = math.log(1 + (len(rows) - df + 0.5) / (df + 0.5))
            total += term.gain * idf * 2 * x / (x + 1) if found[place] else 0.0
        scores.append(total)
    return scores


@given(files, st.lists(st.booleans(), min_size=6, max_size=6))
def test_merging_equals_counting_everything_at_once(contents, cuts):
    parts, begin = [], 0
    for end in [*(i + 1 for i, cut in enumerate(cuts[: len(contents) - 1]) if cut), len(contents)]:
        parts.append(counted(table(contents[begin:end], begin + 1)))
        begin = end
    assert same(merge_segments(parts[::-1]), counted(table(contents)))


@given(files, st.sets(st.integers(1, 6)))
def test_what_was_dropped_is_gone_as_if_it_had_never_been(contents, gone):
    segment = counted(table(contents))
    segment = segment.only(~np.isin(segment.file_ids, list(gone)))
    rows = table(contents)
    kept = rows.filter(pa.array([file not in gone for file in rows["file_id"].to_pylist()], pa.bool_()))
    assert same(merge_segments([segment]), counted(kept))
    assert segment.living == kept.num_rows


@given(files)
def test_a_saved_segment_comes_back_as_it_was(tmp_path_factory, contents):
    path = tmp_path_factory.mktemp("segment") / "1.arrow"
    segment = counted(table(contents))
    segment.save(path)
    assert same(Segment.load(path), segment)


@given(files, st.sampled_from(["red", "red green", "pink blue red", "redGreen blue", "nowhere"]))
def test_scores_are_those_of_bm25f(contents, query):
    rows = table(contents)
    terms = understand(query, Mode.LEXICAL).terms
    matches = LexicalMatches(TermPostings.of([counted(rows)], terms))
    plain = plain_scores(rows.to_pylist(), terms)
    assert matches.scores[0].tolist() == pytest.approx(plain, abs=0.03 * max(1.0, *plain))  # impacts are bytes
    best = matches.best(1_000).tolist()
    assert sorted(best) == [row["chunk_id"] for row, score in zip(rows.to_pylist(), plain, strict=True) if score > 0]


@given(files, st.lists(st.integers(0, 6 << 20), max_size=8))
def test_coverage_counts_the_words_that_stand_in_a_chunk_and_in_its_file(contents, strangers):
    rows = table(contents).to_pylist()
    query = understand("red green", Mode.LEXICAL)
    matches = LexicalMatches(TermPostings.of([counted(table(contents))], query.terms))
    wanted = np.array(sorted({row["chunk_id"] for row in rows[::2]} | set(strangers)), np.int64)
    found = measure(matches, query, wanted)
    known = {row["chunk_id"]: row for row in rows}
    assert found.chunk_ids.tolist() == [number for number in wanted.tolist() if number in known]
    share = {term.token: idf for term, idf in zip(query.terms, matches.idf, strict=True) if term.is_word}
    for place, number in enumerate(found.chunk_ids.tolist()):
        of_file = [row for row in rows if row["file_id"] == known[number]["file_id"]]
        for part, coverage in (([known[number]], found.coverage), (of_file, found.file_coverage)):
            tokens = {token for row in part for field in FIELDS for token in tokenize(row[field])}
            held = sum(idf for token, idf in share.items() if token in tokens)
            assert coverage[place] == pytest.approx(held / sum(share.values()))


def test_of_a_very_long_query_the_rarest_words_that_stand_anywhere_are_looked_for():
    rare, nowhere = ([f"{word}{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(100)] for word in ("rare", "none"))
    rows = table([[{**dict.fromkeys(FIELDS, ""), "body_tokens": f"common {word}"}] for word in rare])
    terms = understand(" ".join(["common", *nowhere, *rare]), Mode.LEXICAL).terms
    kept = {term.token for term in LexicalMatches(TermPostings.of([counted(rows)], terms)).terms}
    assert len(kept) == 64
    assert kept < {*rare}


def files_added(words, first, count):
    """Add so many files of one chunk, numbered from the first on; return their ids."""
    words.add(counted(table([[dict.fromkeys(FIELDS, "red")]] * count, first)))
    return set(range(first, first + count))


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 5)), max_size=30))
def test_few_segments_hold_many_files(tmp_path_factory, steps):
    lexicon = Words(tmp_path_factory.mktemp("lexicon"))
    live, number = set(), 0
    for is_added, count in steps:
        if is_added:
            live |= files_added(lexicon, number + 1, count)
            number += count
        else:
            gone = set(sorted(live)[:count])
            lexicon.drop(gone)
            live -= gone
        assert sorted(lexicon) == sorted(live)
        assert len(lexicon) == len(live)
        assert len(lexicon.segments) <= 8


@given(st.lists(st.integers(1, 40), max_size=30))
def test_however_files_arrive_each_segment_is_at_least_twice_the_next(tmp_path_factory, sizes):
    lexicon = Words(tmp_path_factory.getbasetemp())
    chunk = dict.fromkeys(FIELDS, "red")
    for number, size in enumerate(sizes, 1):
        lexicon.add(counted(table([[chunk] * size], number)))
    lengths = [len(segment) for segment in lexicon.segments]
    assert sum(lengths) == sum(sizes)
    assert all(larger >= 2 * smaller for larger, smaller in itertools.pairwise(lengths))


@given(st.lists(st.lists(st.integers(1, 9), min_size=2, max_size=5), max_size=15))
def test_of_very_many_files_each_is_merged_once_until_there_are_no_more(tmp_path_factory, commits):
    lexicon, number, merged = Words(tmp_path_factory.getbasetemp()), 0, []
    chunk = dict.fromkeys(FIELDS, "red")

    def merge_once(parts):
        assert not any(part is one for part in parts for one in merged)
        merged.append(merge_segments(parts))
        return merged[-1]

    with patch.multiple(words_of_index, _MOST_ROWS=20, _FULL=10, _MOST_GROWING=50, merge=merge_once):
        for sizes in commits:
            segments = [counted(table([[chunk] * size], number + i)) for i, size in enumerate(sizes, 1)]
            lexicon.add(*segments)
            number += len(sizes)
            assert sum(len(segment) for segment in lexicon.segments if len(segment) < 10) <= 20
            assert max(map(len, lexicon.segments)) <= 20
    lexicon.settle()
    assert sorted(lexicon) == [*range(1, number + 1)]


@given(st.lists(st.tuples(st.sampled_from(["add", "drop", "save"]), st.integers(1, 5)), max_size=30))
def test_what_is_saved_is_everything_whatever_came_and_went_before(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("words")
    kept, live, number = Words(folder), set(), 0
    for step, count in steps:
        if step == "add":
            live |= files_added(kept, number + 1, count)
            number += count
        elif step == "drop":
            gone = set(sorted(live)[:count])
            kept.drop(gone)
            live -= gone
        else:
            kept.save()
            again = Words(folder)
            again.load(live)
            assert sorted(again) == sorted(live)
            assert kept.unsaved_rows == 0


@example([("add", 3), ("save", 1), ("drop", 1), ("add", 5), ("save", 1), ("take back", 1)])
@given(st.lists(st.tuples(st.sampled_from(["add", "drop", "take back", "save", "compact"]), st.integers(1, 5))))
def test_a_file_that_comes_back_lies_in_one_segment_so_that_its_chunks_are_found_once(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("words")
    words, live, left_out, number = Words(folder), set(), set(), 0
    for step, count in steps:
        if step == "add":
            live |= files_added(words, number + 1, count)
            number += count
        elif step == "drop":
            left_out |= set(sorted(live)[:count])
            live -= left_out
            words.drop(left_out, left_out)
        elif step == "take back":
            back = set(sorted(left_out)[:count])
            assert words.take_back(back) == []
            live |= back
            left_out -= back
        elif step == "save":
            words.save()
        else:
            words.compact()
        again = Words(folder)
        again.load(live)
        for some in (words, again):
            places = Counter(file_id for segment in some.segments for file_id in segment.file_ids.tolist())
            assert all(places[file_id] == 1 for file_id in some)
            assert {*some} <= live
        assert {*words} == live
