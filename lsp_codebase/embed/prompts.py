"""The words some models want in front of a query or a document; fastembed does not add them.

Sources: the model cards of each family; for a directory its own `config_sentence_transformers.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

_RETRIEVAL = "Represent this sentence for searching relevant passages: "


@dataclass(frozen=True, slots=True)
class Prompts:
    """Put in front of every query and every document."""

    query: str = ""
    document: str = ""


# Matched against the lower-case model name, first match wins.
_FAMILIES: tuple[tuple[str, Prompts], ...] = (
    ("e5-", Prompts("query: ", "passage: ")),
    ("nomic-embed-text", Prompts("search_query: ", "search_document: ")),
    ("snowflake-arctic-embed", Prompts(_RETRIEVAL)),
    ("mxbai-embed", Prompts(_RETRIEVAL)),
    ("bge-small-en", Prompts(_RETRIEVAL)),
    ("bge-base-en", Prompts(_RETRIEVAL)),
    ("bge-large-en", Prompts(_RETRIEVAL)),
    ("embeddinggemma", Prompts("task: search result | query: ", "title: none | text: ")),
)


def named_prompts(model: str) -> Prompts:
    """Return the prompts of the family that a hub model's name belongs to."""
    name = model.lower()
    return next((prompts for part, prompts in _FAMILIES if part in name), Prompts())


def directory_prompts(folder: Path) -> Prompts:
    """Return the prompts that a model directory states (the sentence-transformers layout), or none.

    Raises `ValueError` if the file is there but malformed.
    """
    file = folder / "config_sentence_transformers.json"
    if not file.exists():
        return Prompts()
    stated = json.loads(file.read_text("utf-8")).get("prompts") or {}
    return Prompts(stated.get("query", ""), stated.get("document", stated.get("passage", "")))
