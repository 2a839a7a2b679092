"""Write the server's settings, languages and snippets into what the editors and pages show: each fact has one source.

`settings`, `languages`, `snippets` and `steps` are the subjects. `python -m editors.generate`, run in the repository,
writes.
"""

from __future__ import annotations

from pathlib import Path

from editors.generate import languages, settings, snippets, steps
from editors.generate.files import (
    EDITORS,
    HELIX_LANGUAGES,
    LSP4IJ_SCHEMA,
    LSP4IJ_TEMPLATE,
    PAGE_OF_ALL,
    SETTINGS_PAGE,
    VSCODE_MANIFEST,
    read_json,
    to_json,
)
from editors.generate.language_model_tools import with_tools


def generated_files() -> dict[Path, str]:
    """Return the text every generated file should have."""
    pages = {path: snippets.page(path.read_text("utf-8")) for path in sorted(EDITORS.glob("*/README.md"))}
    return {
        **pages,
        PAGE_OF_ALL: steps.table(PAGE_OF_ALL.read_text("utf-8"), EDITORS),
        VSCODE_MANIFEST: to_json(with_tools(settings.vscode_manifest(read_json(VSCODE_MANIFEST)))),
        LSP4IJ_SCHEMA: to_json(settings.lsp4ij_schema()),
        LSP4IJ_TEMPLATE: to_json(languages.lsp4ij_template(read_json(LSP4IJ_TEMPLATE))),
        HELIX_LANGUAGES: languages.helix_languages(),
        SETTINGS_PAGE: settings.page(SETTINGS_PAGE.read_text("utf-8")),
    }


def stale_files() -> dict[Path, str]:
    """Return the new text of every generated file that differs from what is there."""
    texts = generated_files()
    return {path: text for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text}
