import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.parse.tokens import (
    joined,
    part_string,
    split_identifier,
    stem,
    token_string,
    tokenize,
    word_string,
    words,
)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("getUserName", ["get", "user", "name"]),
        ("get_user_name", ["get", "user", "name"]),
        ("HTTPServer2", ["http", "server", "2"]),
        ("my_HTTPServer", ["my", "http", "server"]),
        ("größeBerechnen", ["größe", "berechnen"]),
        ("MAX_GRÖSSE", ["max", "grösse"]),
        ("ÖffneDatei", ["öffne", "datei"]),
        ("имяФайла", ["имяфайла"]),
        ("HTML处理器v2", ["html", "处理器", "v", "2"]),
        ("ID", ["id"]),
        ("__init__", ["init"]),
        ("$scope", ["scope"]),
    ],
)
def test_identifiers_split_at_humps_underscores_and_digits(word, parts):
    assert split_identifier(word) == parts


@pytest.mark.parametrize("spelling", ["getUserName", "GetUserName", "get_user_name", "GET_USER_NAME", "getUser_Name"])
def test_every_case_style_of_a_name_has_the_same_tokens(spelling):
    assert tokenize(spelling) == ["get", "user", "nam", "=getusername"]


@pytest.mark.parametrize(
    "group",
    [
        ("parse", "parses", "parsed", "parsing"),
        ("entry", "entries"),
        ("match", "matches", "matched", "matching"),
        ("file", "files", "filing"),
        ("class", "classes"),
        ("run", "runs", "running"),
        ("cache", "caches", "cached", "caching"),
        ("send", "sends", "sent"),
        ("write", "wrote", "written"),
        ("child", "children"),
        ("cancel", "canceled", "cancelled", "cancelling"),
        ("label", "labels", "labelled"),
        ("install", "installed", "installing"),
        ("color", "colours", "colouring"),
        ("normalize", "normalises", "normalised"),
        ("normalization", "normalisation"),
    ],
)
def test_inflections_of_a_word_share_a_stem(group):
    assert len({stem(word) for word in group}) == 1


@pytest.mark.parametrize("word", ["this", "status", "axis", "bus", "feed", "as", "is", "hour", "shell", "null", "用户"])
def test_words_that_only_look_inflected_are_left_alone(word):
    assert stem(word) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [("found", "find"), ("built", "build"), ("call", "cal"), ("promise", "prom"), ("tour", "tor"), ("basis", "base")],
)
def test_words_that_mean_something_else_in_code_keep_their_own_stem(one, other):
    assert stem(one) != stem(other)


def test_cjk_runs_become_overlapping_pairs():
    assert tokenize("处理用户登录") == ["处理", "理用", "用户", "户登", "登录"]


def test_full_width_letters_are_folded():
    assert tokenize("ｇｅｔ") == tokenize("get")


def test_single_digits_and_punctuation_are_no_words():
    assert tokenize("a + 1 == b[2] // 42") == ["a", "b", "42"]


def test_blobs_are_not_tokens():
    assert tokenize("x" * 500) == []


@given(st.one_of(st.text(alphabet="aB1_$ .-\n\x0b\x1c", max_size=30), st.text(max_size=30)))
def test_a_text_has_the_tokens_of_its_words_in_order(text):
    assert tokenize(text) == [token for word in words(text) for token in tokenize(word)]


def test_token_string_is_what_tokenize_splits():
    text = "def getUserName(self): return self._name"
    assert token_string(text).split(" ") == tokenize(text)


@given(st.one_of(st.text(alphabet="aB1_$ .-\n\x0b\x1cé中", max_size=30), st.text(max_size=30)))
def test_the_words_of_a_text_have_its_tokens_and_single_blanks_between(text):
    stored = word_string(text)
    assert tokenize(stored) == tokenize(text)
    assert stored.split(" ") == (stored.split() or [""])


@given(st.one_of(st.text(alphabet="aAbB12_$ .-\n\x1cé中", max_size=30), st.text(max_size=30)))
@example("7 x7 12 2nd $1 a_1 HTTPServer2")
def test_the_parts_of_a_text_are_those_of_its_words(text):
    assert part_string(text).split() == [part for word in words(text) for part in split_identifier(word)]


def test_the_joined_form_is_independent_of_style():
    assert joined(split_identifier("readFile")) == joined(split_identifier("READ_FILE")) == "=readfile"


@given(st.text("abzABZ019_$", max_size=12))
def test_ascii_identifiers_are_split_as_those_in_any_letters_are(word):
    assert split_identifier(f"{word}漢") == [*split_identifier(word), "漢"]
