"""Embedding models through fastembed's real loading path: directories, names, no network."""

from __future__ import annotations

import json
from pathlib import Path

import loguru
import numpy as np
import pytest
from onnx_models import write_transformer

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder, transformer
from lsp_codebase.errors import ModelUnavailable

WORDS = ["open", "file", "read", "bytes", "socket", "retry", "parse", "tree", "node", "close"]


def loaded(model: object, **settings: int) -> Embedder:
    embedder = load_embedder(Settings(embedding_model=str(model), **settings))
    assert embedder is not None
    return embedder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "tiny"
    write_transformer(folder, WORDS)
    return folder


def test_a_directory_with_a_transformer_embeds(folder: Path) -> None:
    embedder = loaded(folder)
    vectors = embedder.embed_documents(["open file", "parse tree node", "open the file"])
    assert vectors.shape == (3, embedder.dimension) == (3, 16)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1]


def test_a_query_equals_the_same_text_as_a_document_when_the_model_has_no_prompts(folder: Path) -> None:
    embedder = loaded(folder)
    assert np.allclose(embedder.embed_query("retry socket"), embedder.embed_documents(["retry socket"])[0], atol=1e-6)


def test_vectors_do_not_depend_on_the_batch_they_were_computed_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["open", "read bytes socket retry", "close file " * 10, "parse tree"]
    alone = np.stack([loaded(folder).embed_documents([text])[0] for text in texts])
    monkeypatch.setattr(transformer, "_BATCH_TEXTS", 2)
    assert np.allclose(loaded(folder).embed_documents(texts), alone, atol=1e-5)


def test_a_text_over_the_token_limit_is_embedded_to_its_end(folder: Path) -> None:
    embedder = loaded(folder)
    head = "open file " * 40
    assert not np.allclose(*embedder.embed_documents([head + "socket " * 40, head + "tree " * 40]), atol=0.01)


def test_an_empty_text_has_a_vector_of_zeros(folder: Path) -> None:
    embedder = loaded(folder)
    assert not embedder.embed_documents(["", "open"])[0].any()
    assert not embedder.embed_query("  \n").any()


def test_no_texts_give_no_rows(folder: Path) -> None:
    assert loaded(folder).embed_documents([]).shape == (0, 16)


def test_the_identity_follows_the_contents_and_not_the_place(folder: Path, tmp_path: Path) -> None:
    write_transformer(tmp_path / "copy" / "tiny", WORDS)
    write_transformer(tmp_path / "other" / "tiny", WORDS, seed=1)
    assert loaded(tmp_path / "copy" / "tiny").model == loaded(folder).model
    assert loaded(tmp_path / "other" / "tiny").model != loaded(folder).model
    assert loaded(folder).model.startswith("tiny@")


def test_prompts_of_a_directory_are_put_in_front(folder: Path, tmp_path: Path) -> None:
    prompted = tmp_path / "prompted"
    write_transformer(prompted, WORDS)
    prompts = {"prompts": {"query": "parse tree ", "passage": "node "}}
    (prompted / "config_sentence_transformers.json").write_text(json.dumps(prompts), "utf-8")
    plain, with_prompts = loaded(folder), loaded(prompted)
    query, expected = with_prompts.embed_query("open"), plain.embed_query("parse tree open")
    assert np.allclose(query, expected, atol=1e-6)
    document, expected = with_prompts.embed_documents(["open"]), plain.embed_documents(["node open"])
    assert np.allclose(document, expected, atol=1e-6)


def test_the_pooling_that_a_directory_states_is_used(folder: Path, tmp_path: Path) -> None:
    first = tmp_path / "first"
    write_transformer(first, WORDS)
    (first / "1_Pooling").mkdir()
    (first / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}', "utf-8")
    assert not np.allclose(loaded(first).embed_query("open"), loaded(folder).embed_query("open"), atol=0.01)


def test_the_stretches_of_a_text_are_read_within_it_and_reach_its_end(folder: Path) -> None:
    embedder = transformer.open_directory(folder, 1)
    by_length = embedder.embed_stretches("open file " * 40 + "socket retry " * 40)
    assert [len(rows) for rows in by_length] == sorted([len(rows) for rows in by_length], reverse=True)
    for rows in by_length:
        assert rows.shape[1] == embedder.dimension
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
        nearest = rows @ embedder.embed_query("socket retry " * 10)
        assert nearest[-1] > 0.9 > nearest[0]


def test_a_text_shorter_than_a_stretch_is_one(folder: Path) -> None:
    embedder = transformer.open_directory(folder, 1)
    whole = embedder.embed_documents(["open file"])
    assert [np.allclose(rows, whole, atol=1e-6) for rows in embedder.embed_stretches("open file")] == [True, True]


def test_a_model_that_takes_one_token_or_pools_by_itself_has_only_whole_texts(folder: Path, tmp_path: Path) -> None:
    first, pooled = tmp_path / "first", tmp_path / "pooled"
    write_transformer(first, WORDS)
    (first / "1_Pooling").mkdir()
    (first / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}', "utf-8")
    write_transformer(pooled, WORDS, is_pooled=True)
    for model in (first, pooled):
        embedder = transformer.open_directory(model, 1)
        text = "open file " * 40
        (rows,) = embedder.embed_stretches(text)
        assert np.allclose(rows, embedder.embed_documents([text]), atol=1e-6)


def test_an_output_that_is_pooled_already_is_taken_before_what_the_directory_states(
    folder: Path, tmp_path: Path
) -> None:
    pooled, mean = tmp_path / "pooled", loaded(folder).embed_query("open file")
    write_transformer(pooled, WORDS, is_pooled=True)
    for _ in range(2):  # the second time fastembed knows it
        assert loaded(pooled).dimension == 16
        assert not np.allclose(loaded(pooled).embed_query("open file"), mean, atol=0.01)


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    write_transformer(tmp_path, WORDS)
    (tmp_path / file).unlink()
    with pytest.raises(ModelUnavailable, match=f"lacks {file}"):
        loaded(tmp_path)


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_damaged_file_is_an_error_of_the_model(tmp_path: Path, file: str) -> None:
    write_transformer(tmp_path, WORDS)
    (tmp_path / file).write_bytes((tmp_path / file).read_bytes()[:20])
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        loaded(tmp_path)


def test_an_unknown_name_suggests_close_ones() -> None:
    with pytest.raises(ModelUnavailable, match=r"BAAI/bge-small-en-v1\.5"):
        loaded("bge-small-en-v1.5")


def test_a_known_name_offline_says_what_to_do_and_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    printed: list[str] = []
    sink = loguru.logger.add(printed.append)
    with pytest.raises(ModelUnavailable, match="go online once"):
        loaded("BAAI/bge-small-en-v1.5")
    loguru.logger.remove(sink)
    assert printed == []
