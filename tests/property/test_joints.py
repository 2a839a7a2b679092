"""No text in which a sign follows a word is passed over, whatever blanks lie between."""

import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_words_tell_of_texts import segment_of

from lsp_codebase.indexes.words import Literal, Segment, joined_to
from lsp_codebase.indexes.words.joints import PLANES, SIGNS, of_texts
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.search.exact.holding_files import HoldingFiles
from lsp_codebase.search.exact.regex_literals import of_pattern

blanks = st.sampled_from(["", " ", "\t", "\t  ", " " * 70])
parts = st.one_of(blanks, st.sampled_from([*"=:(-", "line", "LINE", "on", "é", "_9", "\n", "lin\u212a", "ba\u017fe"]))
texts = st.lists(parts, max_size=8).map("".join)


def passing(contents, literal):
    return joined_to(of_texts(pa.chunked_array([contents], pa.string())), literal).tolist()


@given(
    st.lists(texts, max_size=6),
    st.sampled_from(["line", "Line ", "link", "base", "on", "_9", "9line", "éli"]),
    st.data(),
)
def test_a_text_with_one_of_the_signs_behind_the_word_passes(contents, word, data):
    signs = data.draw(st.sampled_from([*sorted(SIGNS), "=:", "(-", "-", ""]))
    wanted = f"(?i){re.escape(word)}" + (rf"\s*[{re.escape(signs)}]" if signs else "")
    told = passing(contents, Literal(word, signs=signs))
    matches = pc.match_substring_regex(pa.array(contents, pa.string()), wanted).to_pylist()
    assert len(told) == len(contents)
    assert all(may or not does_match for may, does_match in zip(told, matches, strict=True))


@given(st.lists(texts, max_size=6))
@example(["line", "= 1"])
@example(["=", "line"])
@example(["line", " " * 70 + "=", "line"])
def test_what_is_told_of_a_text_is_the_same_whatever_stands_before_it(contents):
    alone = [of_texts(pa.chunked_array([[text]], pa.string())) for text in contents]
    together = of_texts(pa.chunked_array([contents], pa.string()))
    assert np.array_equal(together, np.concatenate([np.empty((PLANES, 0), np.uint8), *alone], axis=1))


@pytest.mark.parametrize("gap", ["", " ", "\t\t", " " * 1_000])
def test_few_other_texts_pass_for_a_word_before_a_sign(gap):
    contents = [f"word{number} + line, no{number}{gap}= {number}" for number in range(1_000, 3_000)]
    contents[7] = f"line{gap}= 1"
    told = passing(contents, Literal("line", signs="=:"))
    assert told[7]
    assert sum(told) < 50


@pytest.mark.parametrize("asked", [Literal("line"), Literal("li", signs="="), Literal("line", signs="=;")])
def test_what_nothing_tells_of_passes_everywhere(asked):
    assert passing(["other", ""], asked) == [True, True]


def test_merged_and_saved_segments_tell_of_the_signs_of_each(tmp_path):
    one, other = segment_of(["line = 1", "line, 2"]), segment_of(["line", "line(3)"], first_file=3)
    merge([one, other]).save(tmp_path / "merged")
    merged = Segment.load(tmp_path / "merged")
    assert joined_to(merged.joints, Literal("line", signs="=")).tolist() == [True, False, False, False]
    assert joined_to(merged.joints, Literal("line", signs="(")).tolist() == [False, False, False, True]


def test_a_sign_may_stand_in_the_next_chunk_where_a_match_goes_over_line_ends():
    chunks = segment_of(["a line", "= 1"])
    of_one_file = replace(chunks, file_ids=chunks.file_ids[:1], live=chunks.live[:1], file_of=np.zeros(2, np.uint32))
    rows = [(of_one_file, np.ones(2, np.bool_))]
    needle = of_pattern(r"line\s*=")
    assert HoldingFiles.by_trigrams(needle, rows, together=True).file_ids.tolist() == [1]
    assert HoldingFiles.by_trigrams(needle, rows, together=False).file_ids.tolist() == []
