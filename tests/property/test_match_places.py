"""A match that is shown, cut from the text, is what was asked for; all of them are shown, and in the client's units."""

import re

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lsprotocol.types import PositionEncodingKind

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.parse import split_identifier, stem, tokenize, word_places, words
from lsp_codebase.search.exact.expression import Expression, ignores_case
from lsp_codebase.search.exact.pattern_text import plain, spans_lines
from lsp_codebase.server.encodings import to_character

LETTERS = "aAbBéÉ_1 -(.—🙂本"
texts = st.text(LETTERS, max_size=30)
literals = st.text(LETTERS, min_size=1, max_size=4)
patterns = st.sampled_from(
    [
        "a+",
        "[ab]+",
        "a|ab",
        "é?a",
        "(a)(b)?",
        r"\(",
        "b{2}",
        ".",
        "a.",
        "[^a]b",
        "^a",
        "b$",
        "(?P<one>a)b*",
        "🙂+|本",
        "(?i)A",
    ]
)


def cut(text: str, stretches: list[tuple[int, int]]) -> list[str]:
    data = text.encode()
    return [data[start:end].decode() for start, end in stretches]


def by_python(pattern: str, text: str, *, ignore_case: bool, ends: tuple[bool, bool]) -> list[str]:
    bounded = (r"(?<!\w)" if ends[0] else "") + f"(?:{pattern})" + (r"(?!\w)" if ends[1] else "")
    return [found[0] for found in re.finditer(bounded, text, re.IGNORECASE if ignore_case else 0)]


@given(literals, st.lists(texts, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_a_literal_is_shown_wherever_it_stands(literal, lines, ignore_case, whole_word):
    expression = Expression.literal(literal, ignore_case=ignore_case, whole_word=whole_word)
    ends = tuple(whole_word and (char.isalnum() or char == "_") for char in (literal[0], literal[-1]))
    assert expression.word_ends == ends
    for line, stretches in zip(lines, expression.in_each(lines, 100), strict=True):
        assert cut(line, stretches) == by_python(re.escape(literal), line, ignore_case=ignore_case, ends=ends)
    assert expression.matches_any(lines).tolist() == [*map(bool, expression.in_each(lines, 100))]


@given(patterns, st.lists(texts, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_a_pattern_is_shown_wherever_it_matches(pattern, lines, ignore_case, whole_word):
    assume(not (pattern.startswith("(?i)") and not ignore_case))  # Python knows such flags at the beginning only
    expression = Expression.pattern(pattern, ignore_case=ignore_case, whole_word=whole_word)
    reference = pattern.removeprefix("(?i)")
    for line, stretches in zip(lines, expression.in_each(lines, 100), strict=True):
        assert cut(line, stretches) == by_python(reference, line, ignore_case=ignore_case, ends=(whole_word,) * 2)


@given(
    st.sampled_from(
        [r"a\nb", r"(?s)a.b", r"[\s\S]é", r"b+\n", r"\n+a", r"^a\n", r"(?s)\(.*\)", r"\Aa", r"b\z", r"a$\n"]
    ),
    st.lists(texts, max_size=6),
)
def test_a_pattern_of_several_lines_is_shown_wherever_a_file_matches(pattern, lines):
    text = "\n".join(lines)
    spans = [*Expression.pattern(pattern, ignore_case=False, whole_word=False).in_file(lines)]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()) + 1)
    shown = cut(text, [(starts[s.start_line] + s.start_column, starts[s.end_line] + s.end_column) for s in spans])
    assert shown == by_python(
        f"(?m:{pattern})".replace(r"\z", r"\Z").replace("(?m:(?s)", "(?ms:"),
        text,
        ignore_case=False,
        ends=(False, False),
    )
    assert all(span.start_line <= span.last_line < max(len(lines), 1) for span in spans)


@given(literals, texts)
def test_where_a_match_begins_is_told_in_the_units_of_every_client(literal, text):
    line = text + literal + text
    (first, *_) = Expression.literal(literal, ignore_case=False, whole_word=False).in_each([line], 100)[0]
    place = line.index(literal)
    data = line.encode()
    assert to_character(data, first[0], PositionEncodingKind.Utf8) == len(line[:place].encode())
    assert to_character(data, first[0], PositionEncodingKind.Utf16) == len(line[:place].encode("utf-16-le")) // 2
    assert to_character(data, first[1], PositionEncodingKind.Utf32) == place + len(literal)


@given(literals)
def test_smart_case_looks_at_capitals_only(literal):
    has_capital = any(char.isupper() for char in literal)
    for is_pattern in (False, True):
        text = re.escape(literal) if is_pattern else literal
        assert ignores_case(text, is_pattern=is_pattern, case_sensitive=None) is not has_capital
        assert ignores_case(text, is_pattern=is_pattern, case_sensitive=True) is False
        assert ignores_case(text, is_pattern=is_pattern, case_sensitive=False) is True


parts = st.sampled_from(
    [
        "a",
        "B",
        "(",
        "(?:",
        "(?P<n>",
        ")",
        ")?",
        "[(]",
        "[]x]",
        r"\(",
        r"\Q(\E",
        r"\w",
        r"\pL",
        r"[^\]]",
        "|",
        ".",
        r"\\",
    ]
)


@given(st.lists(parts, max_size=8).map("".join), st.lists(st.text("aB()xE\\ ]", max_size=6), min_size=1, max_size=5))
def test_a_pattern_without_captures_matches_the_same(pattern, lines):
    array = pa.array(lines, pa.string())
    try:
        expected = pc.match_substring_regex(array, pattern)
    except pa.ArrowInvalid:
        assume(False)
    assert pc.match_substring_regex(array, plain(pattern)) == expected
    assert pc.extract_regex_span(array, f"(?P<all>{plain(pattern)})").is_valid() == expected


@given(st.text("abE_é1本語 .$", max_size=40))
def test_the_places_of_words_have_the_tokens_that_the_index_has(text):
    found = [token for _, _, token in word_places(text)]
    assert found == [token for token in tokenize(text) if not token.startswith("=")]
    for start, end, token in word_places(text):
        assert token in (stem(text[start:end].lower()), text[start:end])
    assert len(found) >= len([part for word in words(text) for part in split_identifier(word)]) - text.count("本")


forms = st.sampled_from(
    ["carry", "Carries", "carried", "getting", "GET", "get", "use", "uses", "\u212aey", "é", "本", "_", "2"]
)


@given(st.lists(forms | st.just(" "), max_size=8).map("".join))
def test_no_word_is_passed_over_whose_token_is_hinted_at(text):
    for token in {token for *_, token in word_places(text)}:
        hinted = word_places(text, [token.removesuffix("i")])
        assert [place for place in hinted if place[2] == token] == [p for p in word_places(text) if p[2] == token]


@pytest.mark.parametrize("pattern", [r"\n*", r"(?s).*", r"a?[\s\S]*", r"(?s)(?:a|)"])
def test_a_pattern_of_several_lines_that_matches_nothing_is_refused(pattern):
    with pytest.raises(InvalidQuery, match="empty text"):
        Expression.pattern(pattern, ignore_case=False, whole_word=False)


@pytest.mark.parametrize(
    ("pattern", "spans"),
    [
        (r"a\nb", True), ("a\nb", True), ("(?s)a.b", True), ("(?is:a.b)", True), (r"a[\s\S]b", True), (r"[\w\W]", True),
        (r"[a\n]", True), (r"\Aa", True), (r"a\z", True), (r"\x{A}", True),
        ("a.*b", False), (r"a\sb", False), ("[^a]b", False), (r"[^\n]b", False), (r"a\\nb", False), ("(?i)a", False),
        (r"[\\n]", False), ("(?U)s", False), (r"\Qa\nb\E", False),
    ],
)  # fmt: skip
def test_a_pattern_goes_over_line_ends_if_it_says_so(pattern, spans):
    assert spans_lines(pattern) is spans


@pytest.mark.parametrize(
    ("pattern", "ignores"),
    [
        (r"\S+\W\pL\p{Lu}", True), (r"(?P<Name>a)", True), (r"[\S]", True), (r"\Qa\E", True), ("(?U)a", True),
        ("é", True), ("A", False), ("[A-Z]", False), (r"\QA\E", False), ("É", False), (r"\\A", False),
    ],
)  # fmt: skip
def test_only_characters_of_a_pattern_have_a_case(pattern, ignores):
    assert ignores_case(pattern, is_pattern=True, case_sensitive=None) is ignores


def test_a_line_as_long_as_a_file_and_a_pattern_that_matches_everywhere_take_little():
    (found,) = Expression.pattern("e(.*zzzq)?", ignore_case=False, whole_word=False).in_each(["e" * 1_000_000], 100)
    assert 1 <= len(found) <= 100
    assert found[0] == (0, 1)
