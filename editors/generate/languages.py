"""The server's languages as the editors need them, from the server's own registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsp_codebase.cli.editors import helix
from lsp_codebase.parse.languages import LANGUAGES, Language


def helix_languages() -> str:
    """Return `languages.toml` for who has none yet."""
    return helix.languages_toml((), {})


def lsp4ij_template(template: Mapping[str, Any]) -> dict[str, Any]:
    """Return `template.json` with its file types renewed: opening a file of one of them starts the server."""
    taken: set[str] = set()
    mappings = []
    for language in LANGUAGES.values():
        patterns = [pattern for pattern in _file_patterns(language) if pattern not in taken]
        taken.update(patterns)
        if patterns:
            mappings.append({"fileType": {"patterns": patterns}, "languageId": language.lsp_id})
    return {**template, "fileTypeMappings": mappings}


def _file_patterns(language: Language) -> list[str]:
    return [*(f"*.{extension}" for extension in language.extensions), *language.file_names]
