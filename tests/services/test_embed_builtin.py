"""The shipped model: the direct path against fastembed's, and what its vectors must be good for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.transformer import open_directory

TEXTS = [
    "def read_lines(path):\n    with open(path) as stream:\n        return [line.rstrip() for line in stream]",
    "public final class HttpServerFactory { private int retryCount = 0x1F; }",
    "读取配置文件 и файл конфигурации 설정 파일을 읽다 λ größe naïve 🎉",
    "retry retry retry the the the connection",
    "[PAD] [UNK] <0x41> <s>",
    "x",
    "",
    "\n\t{}();;--",
    "line one\r\nline two\x00\x0b\u2028end",
]


@pytest.fixture(scope="module")
def builtin() -> Embedder:
    embedder = load_embedder(Settings())
    assert embedder is not None
    return embedder


def test_the_direct_path_equals_fastembed(builtin: Embedder) -> None:
    own_sources = [file.read_text("utf-8")[:1500] for file in sorted(Path(__file__).parents[2].rglob("*.py"))[:20]]
    texts = TEXTS + own_sources
    through_fastembed = open_directory(BUILTIN, threads=1)
    assert np.allclose(builtin.embed_documents(texts), through_fastembed.embed_documents(texts), atol=2e-6)
    for text in texts[:5]:
        assert np.allclose(builtin.embed_query(text), through_fastembed.embed_query(text), atol=2e-6)


def test_no_text_is_cut_and_long_ones_agree_with_their_parts(builtin: Embedder) -> None:
    tail = "unsubscribe observer from websocket channel "
    with_tail = builtin.embed_documents(["open file " * 3000 + tail * 300, "open file " * 3000])
    assert with_tail[0] @ builtin.embed_query(tail) > with_tail[1] @ builtin.embed_query(tail) + 0.2


def test_rows_have_length_one_and_texts_without_words_are_zero(builtin: Embedder) -> None:
    lengths = np.linalg.norm(builtin.embed_documents(TEXTS), axis=1)
    assert np.allclose(lengths[:4], 1, atol=1e-6)
    assert lengths[6] == lengths[7] == 0


@pytest.mark.parametrize(
    ("query", "right"),
    [
        ("split a path into folder and file name", 0),
        ("wait before trying the request again", 1),
        ("sort the numbers from large to small", 2),
        ("remove whitespace around a string", 3),
    ],
)
def test_a_description_finds_code_that_shares_none_of_its_words(builtin: Embedder, query: str, right: int) -> None:
    codes = [
        "def dissect(p):\n    head, tail = os.path.split(p)\n    return dirname, basename",
        "async function backoff(fn) { for (let n = 0; n < retries; n++) { await sleep(2 ** n * 100); fn(); } }",
        "fn order(mut v: Vec<i64>) -> Vec<i64> { v.sort_by(|a, b| b.cmp(a)); v }",
        "char *trim(char *s) { while (isspace(*s)) s++; return rtrim(s); }",
    ]
    scores = builtin.embed_documents(codes) @ builtin.embed_query(query)
    assert int(scores.argmax()) == right


@pytest.mark.parametrize(
    "texts", [("读取配置文件", "配置文件的路径", "网络连接超时"), ("открыть файл", "файл закрыт", "ошибка сети")]
)
def test_other_scripts_are_matched_by_their_words(builtin: Embedder, texts: tuple[str, str, str]) -> None:
    query = builtin.embed_query(texts[0])
    near, far = builtin.embed_documents(texts[1:]) @ query
    assert near > far + 0.1


def test_text_of_undecodable_bytes_is_embedded(builtin: Embedder) -> None:
    text = b"caf\xe9 open file".decode("utf-8", "surrogateescape")
    assert np.isclose(np.linalg.norm(builtin.embed_documents([text])[0]), 1)


def test_the_model_ships_within_its_size() -> None:
    assert sum(file.stat().st_size for file in BUILTIN.iterdir()) <= 12_000_000


def test_loading_and_embedding_import_neither_fastembed_nor_onnxruntime() -> None:
    code = (
        "import sys; from lsp_codebase.config import Settings; from lsp_codebase.embed import load_embedder\n"
        "assert 'numpy' not in sys.modules\n"
        "load_embedder(Settings()).embed_query('open a file')\n"
        "print([name for name in ('fastembed', 'onnxruntime') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
