"""Which model a setting names, and the errors for what names none."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
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


def test_an_empty_directory_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"lacks model\.onnx, tokenizer\.json, tokenizer_config\.json"):
        load_embedder(Settings(embedding_model=str(tmp_path)))


def test_the_identity_of_the_built_in_model_is_that_of_its_files() -> None:
    assert model_identity(BUILTIN.name, BUILTIN, model_files(BUILTIN)) == BUILTIN_MODEL
    embedder = load_embedder(Settings(embedding_model="builtin"))
    assert embedder is not None
    assert embedder.model == BUILTIN_MODEL


def test_folders_that_are_opened_at_once_load_their_models_one_after_the_other(monkeypatch: pytest.MonkeyPatch):
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
    with ThreadPoolExecutor(2) as threads:
        models = list(threads.map(load_embedder, [Settings(), Settings()]))
    assert max(most) == 1
    assert all(models)
