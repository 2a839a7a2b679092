"""The commands that documents show are run over the sample shop, and print what the documents say.

A block `console` holds commands behind `$ ` and what they print; `RECORD_DOCUMENTS=1 pytest
tests/services/test_documented_commands.py` writes it anew: read what changed before you commit it. A block `sh` holds
commands alone. A word behind `sh` or `console` says why its commands are not run here; `NOT_RUN` names them.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator

import pytest
from command_line import ASKS
from documents import SHOWN, Block, blocks, name_of, text_of
from shop_session import normal, shown

MARKS = {
    "install": "installs something, or needs the network",
    "agent": "configures a program that is not here",
    "waits": "does not end by itself",
    "develop": "is for those who work on this repository; CI runs it",
}
VENV = "python3 -m venv .venv && .venv/bin/pip install -q"
THIS = ".venv/bin/pip install -q --no-deps -e ."
SEARCH = '.venv/bin/lsp-codebase search "take over the index when the process that writes it is gone"'
TEST = ".venv/bin/python -m pytest -q -n 3 --dist loadfile"
NOT_RUN = [
    "CONTRIBUTING.md: develop: scripts/setup",
    "README.md: agent: claude mcp add codebase -- lsp-codebase mcp",
    f"README.md: install: {VENV} -r requirements.txt && {THIS} && {SEARCH}",
    f"README.md: install: {VENV} -r requirements-dev.txt && {THIS} && {TEST}",
    'README.md: install: uv tool install ".[mcp]"',
    "docs/agents.md: agent: claude mcp add codebase -- lsp-codebase mcp",
    'docs/agents.md: install: uv tool install ".[mcp]"',
    "docs/agents.md: waits: lsp-codebase serve --http 127.0.0.1:8765 --root /path/to/project",
    "docs/getting-started.md: install: uv tool install .",
    "docs/uninstall.md: install: uv tool uninstall lsp-codebase",
    "editors/vscode/README.md: install: cd editors/vscode && npm ci && npm run package",
    "editors/vscode/README.md: install: code --install-extension lsp-codebase-*.vsix",
    'editors/vscode/README.md: install: uv tool install ".[mcp]"',
    "editors/neovim/README.md: install: ln -s /path/to/lsp-codebase/editors/neovim "
    "~/.local/share/nvim/site/pack/codebase/start/lsp-codebase",
]
"""The commands that are shown and not run, by page and reason."""

SESSIONS = [page for page in SHOWN if any(block.language == "console" and not block.mark for block in blocks(page))]
SCRIPTS = [page for page in SHOWN if any(block.language == "sh" and not block.mark for block in blocks(page))]


def commands_of(block: Block) -> list[str]:
    """Return the commands of a block; one goes on behind a backslash, `&&` or `|` at the end of a line."""
    text = re.sub(r"(\\|&&|\|)\n\s*", lambda found: found[1].strip("\\") + " ", block.text)
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [line.removeprefix("$ ") for line in lines if block.language == "sh" or line.startswith("$ ")]


@pytest.fixture
def run(shop_home, monkeypatch):
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(shop_home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(shop_home / ".config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(shop_home / ".cache"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(shop_home / "shop")

    def printed(command: str) -> tuple[int, str]:
        program, *words = shlex.split(command, comments=True)
        assert program == "lsp-codebase", command
        waiting = ["--wait"] if words[:1] and words[0] in ASKS else []
        code, text = shown([*words, *waiting], is_terminal=True)
        return code, re.sub(r" +$", "", normal(text, shop_home), flags=re.MULTILINE)

    return printed


def session(block: Block, run) -> Iterator[str]:
    """Yield the lines of a block as they are now."""
    for number, command in enumerate(commands_of(block)):
        code, text = run(command)
        yield from ([""] if number else [])
        yield f"$ {command}"
        yield from text.rstrip("\n").split("\n") if text else ()
        yield from [f"[exit {code}]"] if code else []


@pytest.mark.parametrize("page", SESSIONS, ids=name_of)
def test_a_session_of_a_document_prints_what_the_document_shows(page, run):
    text = text_of(page)
    for block in reversed([*blocks(page)]):
        if block.language == "console" and not block.mark:
            now = "\n".join(session(block, run)) + "\n"
            text = text[: block.span[0]] + now + text[block.span[1] :]
    if os.environ.get("RECORD_DOCUMENTS"):
        page.write_text(text, "utf-8", newline="\n")
    assert text == page.read_text("utf-8")


@pytest.mark.parametrize("page", SCRIPTS, ids=name_of)
def test_a_command_of_a_document_does_something(page, run):
    for block in blocks(page):
        if block.language == "sh" and not block.mark:
            for command in commands_of(block):
                code, text = run(command)
                assert code == 0, f"{command}\n{text}"


def test_no_command_is_left_out_without_a_word():
    found = []
    for page in SHOWN:
        for block in blocks(page):
            assert block.language not in ("bash", "shell", "zsh"), f"{name_of(page)}: write sh or console"
            assert block.language or not re.search(r"^(\$|lsp-codebase) ", block.text, re.MULTILINE), name_of(page)
            if block.language in ("sh", "console") and block.mark:
                assert block.mark in MARKS, f"{name_of(page)}: {block.mark}"
                found += [f"{name_of(page)}: {block.mark}: {command.split(' # ')[0]}" for command in commands_of(block)]
    assert sorted(found) == sorted(NOT_RUN)
