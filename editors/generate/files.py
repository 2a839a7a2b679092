"""The files that the generator writes, and how JSON stands in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
EDITORS = REPOSITORY / "editors"
SETTINGS_PAGE = REPOSITORY / "docs" / "settings.md"
PAGE_OF_ALL = EDITORS / "README.md"
HELIX_LANGUAGES = EDITORS / "helix" / "languages.toml"
VSCODE_MANIFEST = EDITORS / "vscode" / "package.json"
LSP4IJ_SCHEMA = EDITORS / "intellij" / "lsp-codebase" / "settings.schema.json"
LSP4IJ_TEMPLATE = EDITORS / "intellij" / "lsp-codebase" / "template.json"


def read_json(path: Path) -> Any:
    """Return what a JSON file holds."""
    return json.loads(path.read_text("utf-8"))


def to_json(value: object) -> str:
    """Return the text of a JSON file."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
