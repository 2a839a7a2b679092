"""The LSP4IJ template folder against what LSP4IJ reads (its sources of June 2026, 0.20.2)."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from given_settings import resolve
from intellij_rules import split_by_lsp4ij

from lsp_codebase.config import Settings
from lsp_codebase.parse.detect import detect_language
from lsp_codebase.parse.languages import LANGUAGES

FOLDER = Path(__file__).parents[3] / "editors" / "intellij" / "lsp-codebase"

FILES = {
    "template.json", "settings.json", "settings.schema.json", "initializationOptions.json", "experimental.json",
    "clientSettings.json", "installer.json", "workspaceFolderSettings.json", "README.md",
}  # fmt: skip
TEMPLATE_KEYS = {
    "id", "name", "url", "dev", "programArgs", "workingDir", "env", "expandConfiguration", "disablePromotionFor",
    "fileTypeMappings", "languageMappings",
}  # fmt: skip


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


@pytest.fixture
def template() -> Any:
    return read("template.json")


def test_every_file_is_one_that_lsp4ij_reads() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert names <= FILES
    assert names >= {"template.json", "settings.json", "settings.schema.json", "clientSettings.json", "README.md"}


def test_the_template_has_the_fields_of_a_template_only(template: Any) -> None:
    assert template.keys() <= TEMPLATE_KEYS
    assert (template["id"], template["name"]) == ("lsp-codebase", "lsp-codebase")
    assert template["expandConfiguration"] is True


def test_the_command_finds_the_server_where_a_desktop_does_not_look(template: Any, tmp_path: Path) -> None:
    commands = template["programArgs"]
    assert commands.keys() == {"default", "windows"}  # of: default, windows, mac, unix
    assert split_by_lsp4ij(commands["windows"]) == ["lsp-codebase.exe", "--stdio"]
    program = tmp_path / "the home" / ".local" / "bin" / "lsp-codebase"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$$ $*"\n')
    program.chmod(0o755)
    environment = {"HOME": str(tmp_path / "the home"), "PATH": os.defpath}
    with subprocess.Popen(
        split_by_lsp4ij(commands["default"]), env=environment, stdout=subprocess.PIPE, text=True
    ) as one:
        assert one.communicate()[0] == f"{one.pid} --stdio\n"  # no shell is left in between, which signals would hit


def test_the_server_sees_the_users_path(template: Any) -> None:
    assert template["env"] == {"includeSystemEnvironmentVariables": True, "variables": {}}


def patterns() -> Iterator[tuple[str, str]]:
    for mapping in read("template.json")["fileTypeMappings"]:
        assert mapping.keys() == {"fileType", "languageId"}
        assert mapping["fileType"].keys() == {"patterns"}  # a type's name alone is unknown to smaller IDEs
        for pattern in mapping["fileType"]["patterns"]:
            yield pattern, mapping["languageId"]


def test_a_pattern_matches_file_names_that_the_server_takes_for_the_same_language() -> None:
    seen: set[str] = set()
    for pattern, language_id in patterns():
        assert "/" not in pattern
        assert pattern not in seen
        seen.add(pattern)
        language = LANGUAGES[detect_language(pattern.replace("*", "name"))]
        if language.name != "unknown" and language_id != language.lsp_id:
            assert pattern in {f"*.{extension}" for extension in _shared_extensions()}
    for language in LANGUAGES.values():  # every one: a file that is opened first starts the server
        files = {*(f"*.{extension}" for extension in language.extensions), *language.file_names}
        assert files <= seen


def _shared_extensions() -> set[str]:
    owners: dict[str, int] = {}
    for language in LANGUAGES.values():
        for extension in language.extensions:
            owners[extension] = owners.get(extension, 0) + 1
    return {extension for extension, count in owners.items() if count > 1}


def test_the_settings_are_understood_and_change_nothing() -> None:
    settings, problems = resolve(read("settings.json"))
    assert not problems
    assert settings == Settings()
    assert read("settings.json").keys() <= read("settings.schema.json")["properties"].keys()
    assert read("initializationOptions.json") == {}


def test_go_to_class_uses_the_server() -> None:
    assert read("clientSettings.json") == {"workspaceSymbol": {"supportsGotoClass": True}}
