"""The Helix configuration against what Helix reads: one unknown key makes the whole file unusable there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from helix_rules import merged, typed

from lsp_codebase.cli.editors import SNIPPETS, helix
from lsp_codebase.errors import CodebaseError, InvalidQuery

tomllib = pytest.importorskip("tomllib", reason="needs Python 3.11")

FOLDER = Path(__file__).parents[3] / "editors" / "helix"
OURS = {"name": "lsp-codebase", "only-features": ["workspace-symbols", "workspace-command"]}

# The rest is from Helix's book, "Languages", and the struct behind it, which denies unknown fields (July 2026).
LANGUAGE_KEYS = {"name", "language-servers"}
SERVER_KEYS = set("command args config timeout environment required-root-patterns".split())
SERVER_ENTRY_KEYS = {"name", "only-features", "except-features"}
FEATURES = set(
    "format goto-declaration goto-definition goto-type-definition goto-reference goto-implementation signature-help "
    "hover document-highlight completion code-action document-links workspace-command document-symbols "
    "workspace-symbols diagnostics pull-diagnostics rename-symbol inlay-hints document-colors call-hierarchy".split()
)
STATIC_COMMANDS = set("keep_primary_selection yank paste_before select_all goto_file_start".split())
TYPED_COMMANDS = set("new insert-output pipe sh open set-register lsp-workspace-command".split())
TAKEN = set("fFe.bjsSdDga'GwyYpPR/krhcC?")
"""The keys behind Space that Helix has itself."""


@pytest.fixture(scope="module")
def snippet() -> dict[str, Any]:
    loaded: dict[str, Any] = tomllib.loads((FOLDER / "languages.toml").read_text("utf-8"))
    return loaded


@pytest.fixture(scope="module")
def helix_own() -> dict[str, Any]:
    """What Helix says itself, as far as it concerns us."""
    data = json.loads((Path(helix.__file__).parent / "helix_languages.json").read_text("utf-8"))["languages"]
    return {
        "language": [
            {"name": name, "file-types": of["endings"], "language-servers": of["servers"]} for name, of in data.items()
        ]
    }


def added(own: str, *languages: str) -> str:
    """Return a user's file with what the command prints for it at its end."""
    return own + helix.languages_toml(languages, tomllib.loads(own))


def language_of(config: Any, name: str) -> Any:
    (found,) = (language for language in config["language"] if language["name"] == name)
    return found


def test_every_key_is_one_that_helix_knows(snippet: dict[str, Any]) -> None:
    assert snippet.keys() == {"language", "language-server"}
    for language in snippet["language"]:
        assert language.keys() == LANGUAGE_KEYS
        for entry in language["language-servers"]:
            if isinstance(entry, dict):
                assert entry.keys() <= SERVER_ENTRY_KEYS
                assert {*entry.get("only-features", ()), *entry.get("except-features", ())} <= FEATURES


def test_the_server_is_one_program_with_its_arguments(snippet: dict[str, Any]) -> None:
    server = snippet["language-server"]["lsp-codebase"]
    assert server.keys() <= SERVER_KEYS
    assert (server["command"], server["args"]) == ("lsp-codebase", ["--stdio"])


def test_every_language_that_both_know_keeps_the_servers_of_helix_before_ours(
    snippet: dict[str, Any], helix_own: dict[str, Any]
) -> None:
    names = [language["name"] for language in snippet["language"]]
    assert len(names) == len(set(names)) > 130
    assert {"python", "c-sharp", "markdown", "dockerfile", "hcl", "sql"} <= set(names)
    for language in snippet["language"]:
        *others, ours = language["language-servers"]
        assert others == language_of(helix_own, language["name"])["language-servers"]
        assert ours == OURS


def test_what_the_user_set_is_kept(helix_own: dict[str, Any]) -> None:
    own = """
[language-server.ruff]
command = "ruff"

[[language]]
name = "python"
auto-format = true
language-servers = [{ name = "pyright", except-features = ["hover"] }, "ruff"]
"""
    config = merged(helix_own, tomllib.loads(added(own)))
    python = language_of(config, "python")
    assert python["auto-format"] is True
    assert python["language-servers"] == [{"name": "pyright", "except-features": ["hover"]}, "ruff", OURS]
    assert config["language-server"]["ruff"] == {"command": "ruff"}
    assert language_of(config, "rust")["language-servers"] == ["rust-analyzer", OURS]
    assert language_of(config, "rust")["file-types"] == ["rs"]


def test_nothing_is_printed_twice() -> None:
    once = added("", "python", "rust")
    assert helix.languages_toml(["python", "rust"], tomllib.loads(once)) == ""
    twice = added(once, "python", "go")
    assert twice.count("[language-server.lsp-codebase]") == 1
    assert [language["name"] for language in tomllib.loads(twice)["language"]] == ["python", "rust", "go"]


@pytest.mark.parametrize(
    ("word", "names"),
    [("csharp", ["c-sharp"]), ("c-sharp", ["c-sharp"]), ("sh", ["bash"]), ("PYTHON", ["python"])],
)
def test_a_language_is_named_as_helix_or_as_we_do(word: str, names: list[str]) -> None:
    assert [one["name"] for one in tomllib.loads(helix.languages_toml([word], {}))["language"]] == names


def test_a_language_that_helix_does_not_know_is_named_with_the_nearest() -> None:
    with pytest.raises(InvalidQuery, match=r"--languages: pyton .* did you mean python\?"):
        helix.languages_toml(["pyton"], {})


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helix, "user_file", lambda name: tmp_path / name)
    assert helix.user_config() == {}
    (tmp_path / "languages.toml").write_text("[[language]\n", "utf-8")
    with pytest.raises(CodebaseError, match=r"languages\.toml cannot be read"):
        helix.user_config()


def test_the_keys_are_commands_of_helix_behind_a_key_that_is_free() -> None:
    modes = tomllib.loads(SNIPPETS["helix-keys"].text())["keys"]
    assert modes.keys() == {"normal", "select"}
    for mode in modes.values():
        assert list(mode["space"]) == ["x"]
        assert not mode["space"].keys() & TAKEN
        for command in mode["space"]["x"].values():
            for step in [command] if isinstance(command, str) else command:
                if step.startswith("@"):  # a macro is no part of a sequence
                    assert step is command
                    lines = re.findall(r":([a-z-]+) ?", typed(step).split(r"\d+:\d+")[-1])
                    assert {name for name in lines if name in TYPED_COMMANDS}
                elif step.startswith(":"):
                    assert step[1:].split()[0] in TYPED_COMMANDS
                else:
                    assert step in STATIC_COMMANDS


def test_the_settings_of_the_readme_are_understood() -> None:
    from given_settings import resolve

    readme = (FOLDER / "README.md").read_text("utf-8")
    example = next(block for block in re.findall(r"```toml\n(.*?)```", readme, re.DOTALL) if "index.exclude" in block)
    config = tomllib.loads(example)["language-server"]["lsp-codebase"]["config"]
    settings, problems = resolve(config)
    assert not problems
    assert settings.index_exclude == ("third_party/",)
