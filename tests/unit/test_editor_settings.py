"""The settings that editors show come from the server's table, and from nowhere else."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from given_settings import resolve

from lsp_codebase import config

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(REPOSITORY))
    return importlib.import_module("editors.generate")


@pytest.fixture
def manifest(generator: ModuleType) -> Any:
    return json.loads(generator.VSCODE_MANIFEST.read_text("utf-8"))


def test_the_generated_files_are_those_of_today() -> None:
    command = [sys.executable, "-m", "editors.generate", "--check"]
    check = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (check.returncode, check.stdout) == (0, ""), "run: python -m editors.generate"


def test_a_changed_table_makes_them_stale(generator: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    added = config.Option("index_brand_new", True, "New.", config.Applies.AT_ONCE)
    monkeypatch.setattr(config.schema, "OPTIONS", (*config.OPTIONS, added))
    stale = generator.stale_files()
    assert stale.keys() == {generator.VSCODE_MANIFEST, generator.LSP4IJ_SCHEMA}
    assert all("lspCodebase.index.brandNew" in text for text in stale.values())


def test_vs_code_offers_every_option_of_the_server_once_and_ordered_by_use(manifest: Any) -> None:
    *by_hand, generated = manifest["contributes"]["configuration"]
    offered = generated["properties"]
    assert offered.keys() == {f"lspCodebase.{option.key}" for option in config.OPTIONS}
    assert not any(key in entry["properties"] for entry in by_hand for key in offered)
    by_use = sorted(offered, key=lambda key: offered[key]["order"])
    assert by_use[0] == "lspCodebase.index.exclude"
    are_advanced = ["advanced" in offered[key].get("tags", ()) for key in by_use]
    assert are_advanced == sorted(are_advanced)


def test_a_repository_that_is_not_trusted_starts_no_program_and_no_model(manifest: Any) -> None:
    trust = manifest["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    restricted = {f"lspCodebase.{key}" for key in ("server.path", "server.package", "embedding.model", "rerank.model")}
    assert restricted <= set(trust["restrictedConfigurations"])


def test_the_defaults_of_every_editor_are_the_servers(generator: ModuleType, manifest: Any) -> None:
    schema = json.loads(generator.LSP4IJ_SCHEMA.read_text("utf-8"))["properties"]
    for properties in (manifest["contributes"]["configuration"][-1]["properties"], schema):
        settings, problems = resolve({key: shown["default"] for key, shown in properties.items()})
        assert settings == config.Settings()
        assert not problems
