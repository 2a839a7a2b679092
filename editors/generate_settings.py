"""Write the server's settings and file types into what the editors and the README show, from the server's own tables.

    python editors/generate_settings.py           rewrite what differs
    python editors/generate_settings.py --check   list what differs, exit code 1 if anything does

Generated: the last entry of `contributes.configuration` in `vscode/package.json` (what the extension itself reads
stands in the entries before it), its `restrictedConfigurations` and `languageModelTools`; the settings schema of the
LSP4IJ template, and the `fileTypeMappings` of its `template.json`; the settings table of the README.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from language_model_tools import language_model_tools

from lsp_codebase.config import OPTIONS, SECTION, Option, json_schema
from lsp_codebase.parse.languages import LANGUAGES, Language

EDITORS = Path(__file__).resolve().parent
README = EDITORS.parent / "README.md"
VSCODE_MANIFEST = EDITORS / "vscode" / "package.json"
LSP4IJ_SCHEMA = EDITORS / "intellij" / "lsp-codebase" / "settings.schema.json"
LSP4IJ_TEMPLATE = EDITORS / "intellij" / "lsp-codebase" / "template.json"

MACHINE_KEYS = frozenset(
    f"{SECTION}.{key}" for key in ("index.location", "log.file", "embedding.model", "secrets.show")
)
"""Options that name paths of one machine, make the server load or download a model, or show credentials: a repository
that is not trusted must not set them."""

OFTEN_SET = (
    *("index.exclude", "index.languages", "index.excludeLanguages", "index.includeGenerated"),
    *("index.respectGitignore", "index.enabled", "embedding.model", "symbols.outline", "symbols.maxResults"),
    *("secrets.show", "log.level"),
)
"""What people set, the most used first; all others are for experts."""

LSP4IJ_LANGUAGES = tuple(
    "python javascript typescript tsx java kotlin scala groovy c cpp csharp go rust ruby php swift dart lua perl bash "
    "powershell elixir haskell sql vue svelte".split()
)
"""LSP4IJ starts a server when a file of a mapped type is opened, and knows no pattern for every file."""


def vscode_properties() -> dict[str, Any]:
    """Return the server's options as VS Code writes them, ordered by use."""
    properties: dict[str, Any] = {}
    for key, schema in json_schema().items():
        described = {name: value for name, value in schema.items() if name != "description"}
        scope = "machine-overridable" if key in MACHINE_KEYS else "window"
        properties[key] = described | {"markdownDescription": schema["description"], "scope": scope}
    by_use = [*(f"{SECTION}.{key}" for key in OFTEN_SET), *(key for key in properties if not _is_often_set(key))]
    for order, key in enumerate(by_use, 1):
        properties[key] |= {"order": order} if _is_often_set(key) else {"order": order, "tags": ["advanced"]}
    return properties


def _is_often_set(key: str) -> bool:
    return key.partition(".")[2] in OFTEN_SET


def vscode_manifest(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return `package.json` with its generated parts renewed."""
    *by_hand, generated = manifest["contributes"]["configuration"]
    properties = vscode_properties()
    own = [key for entry in by_hand for key, schema in entry["properties"].items() if _is_restricted(schema)]
    restricted = [*own, *(key for key, schema in properties.items() if _is_restricted(schema))]
    trust = manifest["capabilities"]["untrustedWorkspaces"]
    return {
        **manifest,
        "capabilities": {
            **manifest["capabilities"],
            "untrustedWorkspaces": {**trust, "restrictedConfigurations": restricted},
        },
        "contributes": {
            **manifest["contributes"],
            "configuration": [*by_hand, {**generated, "properties": properties}],
            "languageModelTools": language_model_tools(),
        },
    }


def lsp4ij_schema() -> dict[str, Any]:
    """Return the JSON schema that IntelliJ completes and checks the server's settings with."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "LSP4IJ/lsp-codebase/settings.schema.json",
        "title": "lsp-codebase settings",
        "type": "object",
        "additionalProperties": False,
        "properties": json_schema(),
    }


def lsp4ij_template(template: Mapping[str, Any]) -> dict[str, Any]:
    """Return `template.json` with its generated part renewed."""
    mappings = [
        {"fileType": {"patterns": _file_patterns(LANGUAGES[name])}, "languageId": LANGUAGES[name].lsp_id}
        for name in LSP4IJ_LANGUAGES
    ]
    return {**template, "fileTypeMappings": mappings}


def generated_files() -> dict[Path, str]:
    """Return the text every generated file should have."""
    manifest = json.loads(VSCODE_MANIFEST.read_text("utf-8"))
    template = json.loads(LSP4IJ_TEMPLATE.read_text("utf-8"))
    return {
        VSCODE_MANIFEST: _to_json(vscode_manifest(manifest)),
        LSP4IJ_SCHEMA: _to_json(lsp4ij_schema()),
        LSP4IJ_TEMPLATE: _to_json(lsp4ij_template(template)),
        README: readme(README.read_text("utf-8")),
    }


def readme(text: str) -> str:
    """Return the README with its settings table renewed."""
    head, rest = text.split("<!-- settings -->", 1)
    tail = rest.split("<!-- /settings -->", 1)[1]
    rows = [
        f"| `{option.key}` | `{json.dumps(option.default)}` | {'yes' if option.may_root else ''} "
        f"| {option.doc}{_range(option)} |"
        for option in OPTIONS
    ]
    table = "\n".join(["| key | default | in a root's file | meaning |", "|---|---|---|---|", *rows])
    return f"{head}<!-- settings -->\n{table}\n<!-- /settings -->{tail}"


def _range(option: Option) -> str:
    if option.choices:
        return " One of " + ", ".join(f"`{choice}`" for choice in option.choices) + "."
    if option.minimum is None:
        return ""
    of_root = f", in a root's file to {option.root_maximum:,}" if option.root_maximum is not None else ""
    return f" From {option.minimum:,} to {option.maximum:,}{of_root}."


def stale_files() -> dict[Path, str]:
    """Return the new text of every generated file that differs from what is there."""
    texts = generated_files()
    return {path: text for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text}


def main() -> int:
    """Rewrite the generated files, or check them; return the exit code."""
    parser = argparse.ArgumentParser(description="Generate the editors' settings from the server's table.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 when something is stale")
    is_check = parser.parse_args().check
    stale = stale_files()
    for path, text in stale.items():
        print(f"{'stale' if is_check else 'written'}: {path.relative_to(EDITORS.parent)}")
        if not is_check:
            path.write_text(text, "utf-8", newline="\n")
    return 1 if is_check and stale else 0


def _file_patterns(language: Language) -> list[str]:
    return [*(f"*.{extension}" for extension in language.extensions), *language.file_names]


def _is_restricted(schema: Mapping[str, Any]) -> bool:
    return bool(schema["scope"] == "machine-overridable")


def _to_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
