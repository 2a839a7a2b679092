"""Token ids found word by word are those of the whole text."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from lsp_codebase.embed import word_tokens
from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.merges import LETTERS, Merges
from lsp_codebase.embed.word_parts import parts_of_words, plain_parts
from lsp_codebase.embed.word_tokens import WordTokens, merges_of

WHOLE = Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
MERGES = Merges(merges_of(BUILTIN / "tokenizer.json"))
BY_WORD = WordTokens(BUILTIN / "tokenizer.json")
SOURCE = st.text(st.sampled_from("aZb9_ .-\n\tXYzéßИя中文の한²Ⅷ\u0301\u2028\xa0🎉"), max_size=40)


@given(SOURCE | st.text(max_size=60))
@example("HTTPServerError2XY_getURL")
@example("ΑΣ ΑΣ.")
@example("[PAD]<0x41>[UNK]")
@example("İstanbul ŉ ǅ")
def test_the_ids_of_any_text_are_those_of_the_tokenizer(text: str) -> None:
    assert BY_WORD.ids(text) == WHOLE.encode(text, add_special_tokens=False).ids


@given(st.lists(SOURCE, min_size=16, max_size=24))
@example(["", " getURL getURL", "größe", *["x = open_file(path)"] * 14])
def test_many_texts_have_the_ids_that_each_has_alone(texts: list[str]) -> None:
    ids, sizes = BY_WORD.of_texts(texts)
    assert [own.tolist() for own in np.split(ids, np.cumsum(sizes)[:-1])] == [BY_WORD.ids(text) for text in texts]


WORDS = st.text(st.sampled_from("aAbBcCeEgHiInNoOrRsStTuUxXyYzZ0159"), min_size=1, max_size=30)


@given(WORDS)
@example("getHTTPResponseCode2xx")
@example("a" * 64)
def test_the_merges_of_a_plain_word_are_those_of_the_tokenizer(word: str) -> None:
    found = [token for part in plain_parts(word) or () for token in MERGES.ids(part)]
    assert found == WHOLE.encode(word, add_special_tokens=False).ids


@pytest.mark.parametrize("word", ["größe", "snake_case", "a-b", "", "Ⅷ", "a" * 65])
def test_other_words_are_left_to_the_tokenizer(word: str) -> None:
    assert plain_parts(word) is None


def alone(word: str) -> list[str]:
    """Return the parts of a word, all of it where it is not plain."""
    parts = plain_parts(word)
    return parts if parts is not None else [word] if word else []


@given(st.lists(WORDS | SOURCE, max_size=20))
@example(["getURL", "", "ab" * 32, "AB" * 33, "x\x02", "größe", "ABc", "AB", "cd", "9A"])
def test_words_are_cut_together_as_each_is_alone(words: list[str]) -> None:
    parts, ends = parts_of_words(pa.array(["before", *words, "Behind"])[1:-1])
    found = [own.tolist() for own in np.split(parts.to_numpy(zero_copy_only=False), ends)]
    assert found == [*map(alone, words), []]


def test_the_packed_merges_are_those_of_the_tokenizer() -> None:
    model = json.loads((BUILTIN / "tokenizer.json").read_text("utf-8"))["model"]
    rows = np.load(merges_of(BUILTIN / "tokenizer.json"))[len(LETTERS) :]
    assert len(rows) == len(model["merges"])
    names = {number: token for token, number in model["vocab"].items()}
    for row in rows.tolist()[::97]:
        left, right = names[row[0] >> 32], names[row[0] & 0xFFFF_FFFF]
        merge = model["merges"][row[1]]
        assert (merge.split(" ") if isinstance(merge, str) else merge) == [left, right]
        assert names[row[2]] == left + right


def test_a_few_words_are_known_before_the_tokenizer_is_read() -> None:
    tokens = WordTokens(BUILTIN / "tokenizer.json")
    expected = WHOLE.encode("how is a password hashed", add_special_tokens=False).ids
    assert tokens.ids("how is a password hashed") == expected
    assert "_tokenizer" not in vars(tokens._known)
    assert tokens.ids("größe") == WHOLE.encode("größe", add_special_tokens=False).ids
    many = " ".join(f"word{number}" for number in range(1_000))
    assert tokens.ids(many) == WHOLE.encode(many, add_special_tokens=False).ids


def test_forgetting_words_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_tokens, "_MOST_CHARACTERS", 300)
    tokens = WordTokens(BUILTIN / "tokenizer.json")
    texts = [f"openFile{number} closeSocket{number}" for number in range(20)]
    assert [tokens.ids(text) for text in texts] == [WHOLE.encode(text).ids for text in texts]
    assert len(tokens._known) < 10


def test_threads_may_share_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_tokens, "_MOST_CHARACTERS", 500)
    tokens = WordTokens(BUILTIN / "tokenizer.json")
    texts = [f"open{number}File close{number}Socket read" for number in range(200)]
    expected = [WHOLE.encode(text).ids for text in texts]
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: [tokens.ids(text) for text in texts], range(4)):
            assert found == expected


@pytest.mark.parametrize("text", ["读取配置文件", "открыть файл", "설정 파일", "カタカナ"])
def test_words_of_other_scripts_have_tokens_of_their_own(text: str) -> None:
    pieces = WHOLE.encode(text).tokens
    assert pieces
    assert not any(piece.startswith("<0x") or piece == "[UNK]" for piece in pieces)
