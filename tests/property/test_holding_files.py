"""No file that holds a literal or a pattern is passed over, whatever is told of it before it is read."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from test_words_tell_of_texts import segment_of

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.search.exact import holding_files
from lsp_codebase.search.exact.expression import Expression
from lsp_codebase.search.exact.holding_files import HoldingFiles

WORDS = (
    "line Line LINE lines lined Lining deadLine dead_line DEAD_LINE DeadLines liNe 12line $line line$ _line x".split()
)
words = st.sampled_from(WORDS)
contents = st.lists(
    st.lists(words | st.sampled_from([" ", "\t ", "=", "(", "é", "-"]), max_size=7).map("".join), min_size=1, max_size=8
)
literals = st.lists(words | st.sampled_from([" ", "=", "_"]), min_size=1, max_size=3).map("".join)
patterns = st.tuples(
    st.sampled_from(
        [
            r"\b{}\b",
            r"\b({})_\w+",
            r"{}s?\b",
            r"\w{}\s*=",
            r"{}[\t ]*[(=-]",
            r"(?i){} *\(",
            r"{}+\s*=",
            r"[lL]?{}\W",
            r"(?i){}\b",
            r"\B{}",
            r"({}|{})\s",
            r"{}.*\b{}\b",
        ]
    ),
    words.map(lambda word: word.replace("$", r"\$")),
    words.map(lambda word: word.replace("$", r"\$")),
).map(lambda drawn: drawn[0].format(*drawn[1:]))


@pytest.fixture(scope="module", autouse=True)
def however_few_chunks_are_left():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(holding_files, "_FEW", 0)
        yield


def kept(texts, expression):
    segment = segment_of(texts)
    files = HoldingFiles.by_trigrams(expression.needle, [(segment, np.ones(len(segment), np.bool_))], together=False)
    return {int(one) - 1 for one in files.by_words(is_cased=not expression.ignores_case).file_ids}


@given(contents, st.booleans(), st.booleans(), st.data())
def test_every_file_that_a_scan_of_all_finds_is_kept(texts, ignore_case, whole_word, data):
    make, queries = data.draw(st.sampled_from([(Expression.literal, literals), (Expression.pattern, patterns)]))
    try:
        expression = make(data.draw(queries), ignore_case=ignore_case, whole_word=whole_word)
    except InvalidQuery:
        assume(False)
    scanned = set(np.flatnonzero(expression.matches_any(texts)).tolist())
    assert scanned <= kept(texts, expression)


@pytest.mark.parametrize(
    ("make", "query", "expected"),
    [
        (Expression.pattern, r"\bstructures\s*[=:]", {0}),
        (Expression.pattern, r"(?i)\bstructures\s*=", {0, 4, 5}),
        (Expression.pattern, r"\bstructures\b", {0, 6}),
        (Expression.pattern, r"\bStructures\b", {4}),
        (Expression.literal, "Structure", {3, 4, 7}),
        (Expression.literal, "STRUCT", {3, 4, 5, 7}),  # some letters of theirs may be capitals
    ],
)
def test_files_with_other_spellings_only_are_not_kept(make, query, expected):
    texts = [
        "the structures = 1",
        "structure = 2",
        "init_structures = 3",
        "Structure = 4",
        "Structures = 5",
        "STRUCTURES = 6",
        "structures and a structure = 7",
        "getStructured = 8",
        "structured = 9, structuring = 10",
    ]
    assert kept(texts, make(query, ignore_case=False, whole_word=False)) == expected
