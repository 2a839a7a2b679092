"""Which model a setting names, and the errors for what names none."""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lsp_codebase.config import Settings
from lsp_codebase.embed import builtin_embedder, load_embedder, load_reranker
from lsp_codebase.embed.identity import model_files, model_identity
from lsp_codebase.embed.load import BUILTIN, BUILTIN_MODEL
from lsp_codebase.errors import ModelUnavailable


def test_none_is_no_model() -> None:
    assert load_embedder(Settings(embedding_model="none")) is None


def test_hash_is_the_model_without_files() -> None:
    embedder = load_embedder(Settings(embedding_model="hash"))
    assert embedder is not None
    assert (embedder.model, embedder.dimension) == ("hash-256", 256)


def test_a_directory_that_does_not_exist_is_not_taken_for_a_hub_name(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="there is no directory"):
        load_embedder(Settings(embedding_model=str(tmp_path / "missing")))


def test_a_directory_that_no_system_can_look_at_is_told_of_and_stops_nothing() -> None:
    with pytest.raises(ModelUnavailable, match=r"^embedding\.model: "):
        load_embedder(Settings(embedding_model="/" + 300 * "x"))


def test_a_name_like_that_of_a_hub_is_no_directory_wherever_the_process_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(BUILTIN, tmp_path / "models" / "small")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelUnavailable, match=r"name a directory as \./models/small or in full"):
        load_embedder(Settings(embedding_model="models/small"))
    assert load_embedder(Settings(embedding_model="./models/small")) is not None


def test_an_empty_directory_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"lacks model\.onnx, tokenizer\.json, tokenizer_config\.json"):
        load_embedder(Settings(embedding_model=str(tmp_path)))


def test_a_model_names_the_extra_that_it_needs_where_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for file in ("model.onnx", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / file).write_text("{}")
    for loaded in [name for name in sys.modules if name.split(".")[0] == "fastembed"]:
        monkeypatch.delitem(sys.modules, loaded)
    for package in ("fastembed", "onnxruntime"):
        monkeypatch.setitem(sys.modules, package, None)
    extra = r'needs an extra: uv tool install "\.\[models\]" in a checkout of lsp-codebase, or '
    for model in (str(tmp_path), "BAAI/bge-small-en-v1.5"):
        with pytest.raises(ModelUnavailable, match=rf"embedding\.model: .*{extra}set embedding\.model to \"builtin\""):
            load_embedder(Settings(embedding_model=model))
        with pytest.raises(ModelUnavailable, match=rf'rerank\.model: .*{extra}set rerank\.model to "builtin"'):
            load_reranker(model, 1)
    assert load_embedder(Settings(embedding_model="builtin")) is not None


def test_the_identity_of_the_built_in_model_is_that_of_its_files() -> None:
    assert model_identity(BUILTIN.name, BUILTIN, model_files(BUILTIN)) == BUILTIN_MODEL
    embedder = load_embedder(Settings(embedding_model="builtin"))
    assert embedder is not None
    assert embedder.model == BUILTIN_MODEL


def test_the_built_in_model_is_one_for_all_folders_and_for_every_change_of_settings() -> None:
    first, again = load_embedder(Settings()), load_embedder(Settings(embedding_model=str(BUILTIN)))
    assert first is again is builtin_embedder()


def test_folders_that_are_opened_at_once_load_their_models_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[int] = []
    most: list[int] = []

    def load(*args: Any, **options: Any) -> Any:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.01)  # the other thread has its chance
        try:
            return numpy_load(*args, **options)
        finally:
            inside.pop()

    numpy_load = np.load
    monkeypatch.setattr(np, "load", load)
    model = shutil.copytree(BUILTIN, tmp_path / "model")
    with ThreadPoolExecutor(2) as threads:
        models = list(threads.map(load_embedder, [Settings(embedding_model=str(model))] * 2))
    assert max(most) == 1
    assert all(models)
