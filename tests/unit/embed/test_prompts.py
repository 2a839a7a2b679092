"""What models want in front of queries and documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp_codebase.embed.prompts import Prompts, directory_prompts, named_prompts


def test_families_are_recognised_by_name() -> None:
    assert named_prompts("intfloat/multilingual-e5-large") == Prompts("query: ", "passage: ")
    assert named_prompts("nomic-ai/nomic-embed-text-v1.5-Q").document == "search_document: "
    assert named_prompts("BAAI/bge-small-en-v1.5").query.startswith("Represent this sentence")


def test_a_model_of_no_family_has_no_prompts() -> None:
    assert named_prompts("sentence-transformers/all-MiniLM-L6-v2") == Prompts()


def test_a_directory_states_its_own(tmp_path: Path) -> None:
    assert directory_prompts(tmp_path) == Prompts()
    (tmp_path / "config_sentence_transformers.json").write_text('{"prompts": {"query": "q: ", "document": "d: "}}')
    assert directory_prompts(tmp_path) == Prompts("q: ", "d: ")


def test_a_damaged_statement_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "config_sentence_transformers.json").write_text("{")
    with pytest.raises(ValueError):
        directory_prompts(tmp_path)
