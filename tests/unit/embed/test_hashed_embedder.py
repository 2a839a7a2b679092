"""The model without files."""

from __future__ import annotations

import numpy as np

from lsp_codebase.embed.hashed import HashEmbedder


def test_texts_that_share_words_are_nearer_than_texts_that_do_not() -> None:
    vectors = HashEmbedder().embed_documents(["def read_file(path)", "readFile", "class Socket"])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_the_style_of_an_identifier_does_not_matter() -> None:
    snake, camel, pascal = HashEmbedder().embed_documents(["http_server_error", "httpServerError", "HTTPServerError"])
    assert np.array_equal(snake, camel)
    assert np.array_equal(snake, pascal)


def test_chinese_texts_share_parts_of_their_phrases() -> None:
    vectors = HashEmbedder().embed_documents(["打开配置文件", "关闭配置文件", "网络超时"])
    assert vectors[0] @ vectors[1] > 0.4
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_vectors_have_length_one_and_punctuation_has_none() -> None:
    vectors = HashEmbedder().embed_documents(["open the file", "", "{}();"])
    assert np.isclose(np.linalg.norm(vectors[0]), 1)
    assert not vectors[1:].any()


def test_a_query_is_embedded_like_a_document() -> None:
    embedder = HashEmbedder()
    assert np.array_equal(embedder.embed_query("open file"), embedder.embed_documents(["open file"])[0])
