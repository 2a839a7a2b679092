"""The Helix snippet against what Helix reads: one unknown key makes the whole file unusable there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

tomllib = pytest.importorskip("tomllib", reason="needs Python 3.11")

FOLDER = Path(__file__).parents[3] / "editors" / "helix"

# The rest is from Helix's book, "Languages", and the struct behind it, which denies unknown fields (July 2026).
LANGUAGE_KEYS = set(
    "name language-id scope injection-regex file-types shebangs roots auto-format diagnostic-severity comment-tokens "
    "block-comment-tokens indent language-servers grammar formatter soft-wrap text-width rulers path-completion "
    "word-completion workspace-lsp-roots persistent-diagnostic-sources rainbow-brackets code-actions-on-save "
    "auto-pairs debugger".split()
)
SERVER_KEYS = set("command args config timeout environment required-root-patterns".split())
SERVER_ENTRY_KEYS = {"name", "only-features", "except-features"}
FEATURES = set(
    "format goto-declaration goto-definition goto-type-definition goto-reference goto-implementation signature-help "
    "hover document-highlight completion code-action document-links workspace-command document-symbols "
    "workspace-symbols diagnostics pull-diagnostics rename-symbol inlay-hints document-colors call-hierarchy".split()
)


@pytest.fixture(scope="module")
def snippet() -> dict[str, Any]:
    loaded: dict[str, Any] = tomllib.loads((FOLDER / "languages.toml").read_text("utf-8"))
    return loaded


def test_every_key_is_one_that_helix_knows(snippet: dict[str, Any]) -> None:
    assert snippet.keys() == {"language", "language-server"}
    for language in snippet["language"]:
        assert language.keys() <= LANGUAGE_KEYS
        for entry in language["language-servers"]:
            if isinstance(entry, dict):
                assert entry.keys() <= SERVER_ENTRY_KEYS
                assert set(entry["only-features"]) <= FEATURES


def test_the_server_is_one_program_with_its_arguments(snippet: dict[str, Any]) -> None:
    server = snippet["language-server"]["lsp-codebase"]
    assert server.keys() <= SERVER_KEYS
    assert (server["command"], server["args"]) == ("lsp-codebase", ["--stdio"])


def test_each_language_keeps_servers_of_its_own_before_ours(snippet: dict[str, Any]) -> None:
    names = [language["name"] for language in snippet["language"]]
    assert len(names) == len(set(names)) > 15
    for language in snippet["language"]:
        *others, ours = language["language-servers"]
        assert others
        assert all(isinstance(other, str) for other in others)
        assert ours == {"name": "lsp-codebase", "only-features": ["workspace-symbols", "workspace-command"]}


def test_the_settings_of_the_readme_are_understood() -> None:
    from lsp_codebase.config import resolve

    readme = (FOLDER / "README.md").read_text("utf-8")
    example = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    config = tomllib.loads("\n".join(example))["language-server"]["lsp-codebase"]["config"]
    settings, problems = resolve(config)
    assert not problems
    assert settings.index_exclude == ("third_party/",)
