"""Words found and counted as arrays, and vectors of them, against the plain definitions, for text of any script."""

from collections import Counter
from zlib import crc32

import numpy as np
import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.indexes.words import ALL_COMMENTED, FIELDS, of_chunks
from lsp_codebase.indexes.words.hashed_words import parts_of_names, tokens_of_words
from lsp_codebase.parse import split_identifier, stem, string_literals, tokenize, tokens_of_word
from lsp_codebase.store import chunk_id
from lsp_codebase.store.schema import CHUNKS

LETTERS = "aZbB19_$ \n\r\t.:'\"\\éßИ中文の한²Ⅷ\u0301\u0338=\u2028\xa0\x1c\x02🎉ẞªK"
SOURCE = st.text(st.sampled_from(LETTERS), max_size=40) | st.text(max_size=30)
WORD = st.text(st.sampled_from("aZbB19_$"), min_size=1, max_size=14)
CODE = st.lists(WORD | st.sampled_from([" ", "\n", '"', "(", "é"]), max_size=12).map("".join)


def hashed(tokens):
    return [crc32(token.encode()) for token in tokens]


def runs(hashes):
    return [own.tolist() for own in np.split(hashes.values, np.cumsum(hashes.sizes)[:-1])]


@given(st.lists(WORD | st.text(st.sampled_from("aB1_é中ß²"), min_size=1, max_size=9), min_size=1, max_size=8))
@example(["HTTPServer2_v10", "0x1F40", "10_a", "1", "12", "_", "$", "1$a", "a" * 80, "a" * 81, "1" * 81 + "b"])
def test_the_tokens_of_many_words_are_those_of_each(words):
    found = [sorted(own) for own in runs(tokens_of_words(words))]
    assert found == [sorted(hashed(tokens_of_word(word))) for word in words]


@given(st.lists(SOURCE | WORD, min_size=1, max_size=8))
@example(["operator==", "", "a.b\nC", "HTTPServer", "größeWert", "1", "x" * 99])
def test_the_parts_of_many_names_are_those_of_each(names):
    expected = [hashed(map(stem, split_identifier(name))) for name in names]
    assert runs(parts_of_names(names)) == expected


def row(number, text, names, stored):
    plain = {field.name: "" if field.type == pa.string() else [] for field in CHUNKS}
    place = {"chunk_id": chunk_id(number, 0), "file_id": number, "path": f"srcDir/a{number}b.c", "language": "c"}
    lines = {"start_line": 0, "end_line": 1, "text": text, "names": names, "kinds": [12] * len(names)}
    tokens = dict.fromkeys(("scope_words", "signature_words", "comment_words"), stored)
    return plain | place | lines | tokens


def plain_fields(chunk):
    directory, _, name = chunk["path"].rpartition("/")
    texts = (chunk["text"], "\n".join(chunk["names"]), name[:-2], directory, string_literals(chunk["text"]))
    body, names, stems, directories, strings = map(tokenize, texts)
    stored = [tokenize(chunk[field]) for field in ("scope_words", "signature_words", "comment_words")]
    return [body, names, *stored, stems, directories, strings]


chunks = st.tuples(CODE | SOURCE, st.lists(WORD, max_size=3), st.sampled_from(["", "red", "blue redBlue red_2 文字"]))


@given(st.lists(chunks, min_size=1, max_size=6))
@example(
    [("größe = 'x y'; HTTPServer a_1b \"z\"", ["größe", "readFile"], "red"), ("", [], ""), ("a\u0338 b", ["x"], "")]
)
def test_a_segment_counts_what_a_loop_over_the_tokens_of_each_field_counts(contents):
    rows = [row(number, *content) for number, content in enumerate(contents, 1)]
    segment = of_chunks(pa.Table.from_pylist(rows[::-1], schema=CHUNKS))
    expected = {}
    for place, chunk in enumerate(rows):
        fields = [Counter(hashed(tokens)) for tokens in plain_fields(chunk)]
        for token in set().union(*fields):
            bits = sum(1 << at for at, counted in enumerate(fields) if token in counted)
            expected[token, place] = bits, min(fields[0][token] + 3 * fields[1][token], 255)
    tokens = np.repeat(segment.tokens, np.diff(segment.starts)).tolist()
    found = zip(segment.fields[segment.uses].tolist(), segment.counts[segment.uses].tolist(), strict=True)
    keys = list(zip(tokens, segment.rows.tolist(), strict=True))
    assert keys == sorted(expected)
    assert dict(zip(keys, found, strict=True)) == expected
    body, comments = (
        [len(plain_fields(chunk)[FIELDS.index(field)]) for chunk in rows] for field in ("body_tokens", "comment_tokens")
    )
    assert segment.sizes.tolist() == body
    shares = [some * ALL_COMMENTED // max(of_all, 1) for some, of_all in zip(comments, body, strict=True)]
    assert segment.commented.tolist() == [min(share, ALL_COMMENTED) for share in shares]
