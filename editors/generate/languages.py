"""The server's languages as the editors need them, from the server's own registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsp_codebase.cli.editors import helix
from lsp_codebase.parse.languages import LANGUAGES, Language

LSP4IJ_LANGUAGES = tuple(
    "python javascript typescript tsx java kotlin scala groovy c cpp csharp go rust ruby php swift dart lua perl bash "
    "powershell elixir haskell sql vue svelte".split()
)
"""LSP4IJ starts a server when a file of a mapped type is opened, and knows no pattern for every file."""


def helix_languages() -> str:
    """Return `languages.toml` for who has none yet."""
    return helix.languages_toml((), {})


def lsp4ij_template(template: Mapping[str, Any]) -> dict[str, Any]:
    """Return `template.json` with its file types renewed."""
    mappings = [
        {"fileType": {"patterns": _file_patterns(LANGUAGES[name])}, "languageId": LANGUAGES[name].lsp_id}
        for name in LSP4IJ_LANGUAGES
    ]
    return {**template, "fileTypeMappings": mappings}


def _file_patterns(language: Language) -> list[str]:
    return [*(f"*.{extension}" for extension in language.extensions), *language.file_names]
