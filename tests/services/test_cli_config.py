"""`lsp-codebase config`, and how each command takes settings that are wrong."""

from __future__ import annotations

import json

import pytest
from codebases import write
from command_line import run_command

from lsp_codebase.config import OPTIONS, file_schema


@pytest.fixture
def here(root, tmp_path, monkeypatch):
    """A folder without settings, whose user has none either."""
    monkeypatch.setattr("lsp_codebase.config.places.user_file", lambda: tmp_path / "config.toml")
    monkeypatch.setenv("LSP_CODEBASE_INDEX_LOCATION", str(tmp_path / "cache"))
    monkeypatch.setenv("LSP_CODEBASE_EMBEDDING_MODEL", "none")
    monkeypatch.chdir(root)
    return root


def by_key(done):
    return {row["key"]: row for row in json.loads(done.stdout)["settings"]}


def test_every_setting_is_listed_with_its_place(here, tmp_path):
    write(here, {"lsp-codebase.toml": "index.exclude = ['*.md']\n"})
    write(tmp_path, {"config.toml": "index.workers = 2\n"})
    done = run_command("config", "--json", "--set", "chunks.maxChars=900")
    assert (done.returncode, done.stderr) == (0, "")
    rows = by_key(done)
    assert list(rows) == [option.key for option in OPTIONS]
    places = {key: (row["value"], row["from"]) for key, row in rows.items() if row["from"] != "default"}
    assert places == {
        "chunks.maxChars": (900, "--set"),
        "embedding.model": ("none", "LSP_CODEBASE_EMBEDDING_MODEL"),
        "index.exclude": (["*.md"], str(here / "lsp-codebase.toml")),
        "index.location": (str(tmp_path / "cache"), "LSP_CODEBASE_INDEX_LOCATION"),
        "index.workers": (2, str(tmp_path / "config.toml")),
    }
    text = run_command("config", str(here)).stdout.splitlines()
    assert [line.split()[0] for line in text[: len(OPTIONS)]] == list(rows)
    (line,) = [line for line in text if line.startswith("index.exclude ")]
    assert line.split() == ["index.exclude", '["*.md"]', str(here / "lsp-codebase.toml")]


def test_what_a_root_set_and_was_refused_is_listed(here):
    write(here, {"lsp-codebase.toml": "log.file = 'x.log'\nindex.exlude = []\n"})
    done = run_command("config")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.split("not used:\n")[1].splitlines()
    assert told[0].startswith("  lsp-codebase.toml: log.file: the file of a folder may not set it; set it in ")
    assert told[1] == "  lsp-codebase.toml: index.exlude: unknown setting; did you mean index.exclude?"
    assert json.loads(run_command("config", "--json").stdout)["problems"] == [line[2:] for line in told[:2]]
    assert not (here / "x.log").exists()


def test_the_schema_of_the_file_is_printed(here):
    assert json.loads(run_command("config", "--schema").stdout) == file_schema()


def test_a_wrong_file_is_told_once_and_stops_no_command(here):
    write(here, {"a.py": "x = 1\n", "lsp-codebase.toml": "index.exlude = []\n"})
    done = run_command("tree")
    assert (done.returncode, "a.py" in done.stdout) == (0, True)
    told = "lsp-codebase.toml: index.exlude: unknown setting; did you mean index.exclude?"
    assert done.stderr == f"lsp-codebase: {told}\n"


@pytest.mark.parametrize("command", ["config", "status", "tree", "index"])
def test_a_wrong_setting_on_the_command_line_is_a_bad_argument(here, command):
    done = run_command(command, "--set", "index.exlude=x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lsp-codebase: --set: index.exlude: unknown setting; did you mean index.exclude?\n"
    assert run_command(command, "--set", "index.exclude").returncode == 2


def test_a_folder_that_is_none_is_refused(here):
    done = run_command("config", "--root", "nowhere")
    assert (done.returncode, done.stderr) == (2, "lsp-codebase: --root: nowhere is not a folder\n")
