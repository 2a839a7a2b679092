"""What the words of texts tell of a string is true of every text that holds it, whatever its words are made of."""

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.words import Edge, Literal, of_chunks, spelled_with
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.store import chunk_id
from lsp_codebase.store.schema import CHUNKS

words = "get Carry ing ies ed s y e tt HTTP x _ $ 1 42 - ( é \u212a".split()
parts = st.sampled_from([*words, " ", "\n"])
texts = st.lists(parts, max_size=8).map("".join)


EDGES = {Edge.ANY: ("", ""), Edge.END: (r"(?<!\w)", r"(?!\w)"), Edge.MORE: (r"(?<=\w)", r"(?=\w)")}


def segment_of(contents, first_file=1):
    plain = {field.name: "" if field.type == pa.string() else [] for field in CHUNKS}
    rows = [
        plain
        | {"chunk_id": chunk_id(number, 0), "file_id": number, "path": f"{number}.txt", "language": "text"}
        | {"start_line": 0, "end_line": 1, "text": text}
        for number, text in enumerate(contents, first_file)
    ]
    return of_chunks(pa.Table.from_pylist(rows, schema=CHUNKS))


@given(st.lists(texts, min_size=1, max_size=6), st.data())
def test_a_text_that_holds_a_literal_is_told_by_its_words(contents, data):
    text = data.draw(st.sampled_from(contents))
    begin = data.draw(st.integers(0, len(text)))
    literal = text[begin : data.draw(st.integers(begin, len(text)))]
    segment = segment_of(contents)
    for asked in (literal, literal.upper(), literal.lower()):
        told = spelled_with(segment, Literal(asked))
        assert all(may or asked.lower() not in text.lower() for may, text in zip(told, contents, strict=True))


@pytest.mark.parametrize("text", ["_42", "get-_42", "$42 = x", "__42__"])
def test_a_number_between_signs_of_names_is_told(text):
    told = spelled_with(segment_of([text, "other"]), Literal(text))
    assert told.tolist() == [True, False]


@given(st.lists(texts, min_size=1, max_size=6), st.data())
def test_a_word_with_ends_is_told_wherever_it_stands(contents, data):
    text = data.draw(st.sampled_from(contents))
    begin = data.draw(st.integers(0, len(text)))
    literal = text[begin : data.draw(st.integers(begin, len(text)))]
    asked = Literal(literal, data.draw(st.sampled_from(Edge)), data.draw(st.sampled_from(Edge)))
    wanted = EDGES[asked.before][0] + re.escape(literal) + EDGES[asked.behind][1]
    segment = segment_of(contents)
    for may, is_alike, text in zip(
        spelled_with(segment, asked), spelled_with(segment, asked, is_cased=True), contents, strict=True
    ):
        assert may or not re.search(wanted, text, re.IGNORECASE | re.ASCII)
        assert is_alike or not re.search(wanted, text)


def test_a_word_with_ends_is_told_from_the_words_that_hold_it():
    contents = ["line = 1", "deadline", "lines", "$line", "on_line", "linear", "a line"]
    segment = segment_of(contents)

    def told(before, behind):
        asked = Literal("line", before, behind)
        return [text for text, may in zip(contents, spelled_with(segment, asked), strict=True) if may]

    assert told(Edge.END, Edge.END) == ["line = 1", "$line", "a line"]
    assert told(Edge.END, Edge.MORE) == ["lines", "linear"]
    assert told(Edge.MORE, Edge.END) == ["deadline", "on_line"]
    assert told(Edge.ANY, Edge.ANY) == contents


@pytest.mark.parametrize("literal", ["arrying", "getting", "flie", "xyz1", "B_read", "zq" * 50, "2abc", "fooba", "ing"])
def test_words_of_every_form_are_told(literal):
    contents = ["carrying it", "getting", "flies!", "a = xyz12;", "SUB_READY", "zq" * 60, "12abc", "fooBar()", "other"]
    told = spelled_with(segment_of(contents), Literal(literal))
    held = np.array([literal.lower() in text.lower() for text in contents])
    assert held.any()
    assert told[held].all()
    assert not told[-1]


def test_merged_segments_tell_of_the_words_of_each():
    one, other = segment_of(["read_config(path)", "größe"]), segment_of(["writeConfig", "zq" * 60], first_file=3)
    merged = merge([one.only(one.file_ids != 1), other])
    assert spelled_with(merged, Literal("config")).tolist() == [True, True, True]  # of two the words do not tell
    assert spelled_with(merged, Literal("d_con")).tolist() == [True, False, True]
    assert spelled_with(merge([one, other]), Literal("d_con")).tolist() == [True, True, False, True]
