"""Token ids found word by word are those of the whole text."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from lsp_codebase.embed import word_tokens
from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.word_tokens import WordTokens

WHOLE = Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
BY_WORD = WordTokens(BUILTIN / "tokenizer.json")
SOURCE = st.text(st.sampled_from("aZb9_ .-\n\tXYzéßИя中文の한²Ⅷ\u0301\u2028\xa0🎉"), max_size=40)


@given(SOURCE | st.text(max_size=60))
@example("HTTPServerError2XY_getURL")
@example("ΑΣ ΑΣ.")
@example("[PAD]<0x41>[UNK]")
@example("İstanbul ŉ ǅ")
def test_the_ids_of_any_text_are_those_of_the_tokenizer(text: str) -> None:
    assert BY_WORD.ids(text) == WHOLE.encode(text, add_special_tokens=False).ids


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
