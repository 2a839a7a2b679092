"""What a pattern is said to need is there wherever it matches."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lsp_codebase.indexes.words.literal import Edge, Literal
from lsp_codebase.indexes.words.trigrams import of_texts, signed_among, signed_for
from lsp_codebase.search.exact.regex_literals import ANYTHING, AllOf, AnyOf, Needle, may_hold, of_pattern

letters = st.text("abC(-é", max_size=6)
MORE, END = Edge.MORE, Edge.END
GREEN = Literal("green", behind=MORE)
RED_OR_GREENER = AnyOf((Literal("red", END, END), AllOf((Literal("green", END, MORE), ANYTHING))))
atoms = st.one_of(
    letters.map(re.escape),
    st.sampled_from(
        [
            ".",
            r"\w",
            r"\W",
            r"\s",
            r"\S",
            r"\B",
            r"\.",
            "[a-c]",
            "[( ]",
            "a",
            "[ab]",
            "[^a]",
            "[]a]",
            r"[\]b]",
            "[[:alpha:]]",
            "^",
            "$",
            r"\b",
            "é",
            "x{",
            "C",
        ]
    ),
)


def _joined(parts):
    return st.one_of(
        st.lists(parts, min_size=1, max_size=4).map("".join),
        st.tuples(parts, st.sampled_from(["*", "+", "?", "{2}", "{0,3}", "{1,}", "*?", "+?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        st.tuples(parts, parts).map(lambda pair: f"({pair[0]}|{pair[1]})"),
        st.tuples(parts, st.sampled_from(["*", "+", "?", "{0}", "{2,}"])).map("".join),
    )


patterns = st.recursive(atoms, _joined, max_leaves=8)


def _stands(literal: Literal, text: str) -> bool:
    """Whether a literal stands in a text with the edges that it has."""
    word = "[A-Za-z0-9_\\x80-\U0010ffff]"  # beyond ASCII the edges of a word are not told apart
    before = {Edge.ANY: "", Edge.END: "(?<![A-Za-z0-9_])", Edge.MORE: f"(?<={word})"}[literal.before]
    behind = {Edge.ANY: "", Edge.END: "(?![A-Za-z0-9_])", Edge.MORE: f"(?={word})"}[literal.behind]
    return re.search(before + re.escape(literal.text.lower()) + behind, text.lower()) is not None


def holds(needle: Needle, text: str) -> bool:
    return bool(may_hold(needle, lambda literal: np.array([_stands(literal, text)]), np.ones(1, bool))[0])


@given(patterns, st.lists(letters, min_size=1, max_size=5))
def test_a_text_that_matches_holds_what_the_pattern_needs(pattern, texts):
    try:
        matches = pc.match_substring_regex(pa.array(texts), f"(?i){pattern}").to_pylist()
    except pa.ArrowInvalid:
        assume(False)
    for text, does_match in zip(texts, matches, strict=True):
        assert holds(of_pattern(pattern), text) or not does_match


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=8))
def test_a_text_that_holds_a_literal_has_its_signature(texts, literal):
    texts = [text.encode("utf-8", "replace").decode() for text in texts]
    literal = literal.encode("utf-8", "replace").decode()
    signatures = of_texts(pa.chunked_array([texts], pa.string()))
    passing = signed_for(signatures, literal)
    assert len(passing) == len(texts)
    assert all(may or literal not in text for may, text in zip(passing, texts, strict=True))
    some = np.arange(0, len(texts), 2)
    assert (
        signed_among(of_texts(pa.chunked_array([texts], pa.string())), literal, some).tolist() == passing[some].tolist()
    )


def test_few_other_texts_pass_for_a_literal():
    texts = [" ".join(f"{word}{number}" for word in ("alpha", "beta", "gamma")) for number in range(1_000, 3_000)]
    passing = signed_for(of_texts(pa.chunked_array([texts], pa.string())), "BETA1234")
    assert passing[234]
    assert passing.sum() < 100


@pytest.mark.parametrize(
    ("pattern", "needle"),
    [
        ("hello", Literal("hello")),
        (r"def get_\w+_display", AllOf((Literal("def get_", behind=MORE), ANYTHING, Literal("_display", MORE)))),
        ("colou?r", AllOf((Literal("colo", behind=MORE), Literal("r", MORE)))),
        ("ab+c", AllOf((Literal("ab", behind=MORE), Literal("c", MORE)))),
        ("ab+=", AllOf((Literal("ab"), Literal("=")))),
        ("red|green", AnyOf((Literal("red"), Literal("green")))),
        ("(red|green)light", AllOf((AllOf((AnyOf((Literal("red", behind=MORE), GREEN)),)), Literal("light")))),
        (r"\bline\s*[=:]", AllOf((ANYTHING, Literal("line", END, END, "=:"), ANYTHING))),
        (r"kfree\b[ \t]+\(", AllOf((Literal("kfree", behind=END, signs="("), ANYTHING, ANYTHING, Literal("(")))),
        (r"line +[\[=]", AllOf((Literal("line ", signs="[="), ANYTHING))),
        (r"line+\s*=", AllOf((Literal("line"), Literal("=")))),
        (r"line\s*=?", Literal("line")),
        (r"line\s*[^=]\w", AllOf((Literal("line"), ANYTHING, ANYTHING))),
        (r"line\s*[+-=]", AllOf((Literal("line"), ANYTHING))),
        (r"\b(red|green\w+)\b", AllOf((ANYTHING, AllOf((RED_OR_GREENER,)), ANYTHING))),
        (r"a\s?\w?line[a-z]", AllOf((Literal("a"), Literal("line", behind=MORE), ANYTHING))),
        (r"\b->line_$", AllOf((ANYTHING, Literal("->line_", behind=END), ANYTHING))),
        (r"(?:\bline\b)+", AllOf((AllOf((ANYTHING, Literal("line", END, END), ANYTHING)),))),
        (r"(?:\bred\w+|line)*=", Literal("=")),
        (r"[^a]line[\s^]", AllOf((ANYTHING, Literal("line", behind=END), ANYTHING))),
        (r"\Qa.b\E", ANYTHING),
        ("(" * 900 + "a" + ")" * 900, ANYTHING),
        (r"\x41bc", ANYTHING),
        ("x{a}", Literal("x{a}")),
    ],
)
def test_what_is_needed_is_read_off_the_pattern(pattern, needle):
    assert of_pattern(pattern) == needle
