"""A real Helix with the files that `editor-config` prints: what it takes, and its keys in a terminal.

Needs tmux, and `HELIX=FOLDER/hx` after `tests/editors/helix/install.sh FOLDER`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.editor

LIMIT_S = 120


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return (json,)


@pytest.fixture(scope="module")
def helix() -> str:
    program = os.environ.get("HELIX")
    if program is None or shutil.which("tmux") is None:
        pytest.skip("needs tmux, and HELIX=FOLDER/hx after `tests/editors/helix/install.sh FOLDER`")
    return program


@pytest.fixture(scope="module")
def environment(server_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home with the files that the steps of the page make."""
    config = Path(server_environment["HOME"]) / ".config" / "helix"
    config.mkdir(parents=True)
    for name, file in (("helix", "languages.toml"), ("helix-keys", "config.toml")):
        command = ["lsp-codebase", "editor-config", name]
        with (config / file).open("wb") as out:
            subprocess.run(command, env=server_environment, check=True, stdout=out, stderr=subprocess.DEVNULL)
    return {**server_environment, "TMUX_TMPDIR": str(tmp_path_factory.mktemp("tmux")), "TERM": "xterm-256color"}


class Screen:
    """A terminal in which Helix runs."""

    def __init__(self, helix: str, folder: Path, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._tmux("new-session", "-d", "-x", "150", "-y", "40", "-c", str(folder), helix, "measure.js")

    def press(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self._tmux("send-keys", *keys)

    def press_until(self, condition: Callable[[str], bool], *keys: str) -> None:
        """Press keys again and again, until what is shown is right."""

        def is_right(shown: str) -> bool:
            if not condition(shown):
                self.press("Escape")
                time.sleep(0.5)  # else a terminal takes it for the Alt of the next key
                self.press(*keys)
                time.sleep(1)
            return condition(shown)

        self.wait(is_right)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def wait(self, condition: Callable[[str], bool]) -> str:
        """Return what is shown, once it is right."""
        deadline = time.monotonic() + LIMIT_S
        while not condition(shown := self._tmux("capture-pane", "-p")):
            assert time.monotonic() < deadline, shown
            time.sleep(0.1)
        return shown

    def close(self) -> None:
        self._tmux("kill-server")

    def _tmux(self, *command: str) -> str:
        done = subprocess.run(["tmux", *command], env=self._environment, capture_output=True, text=True, check=True)
        return done.stdout


@pytest.fixture(scope="module")
def screen(helix: str, workspace: Path, environment: dict[str, str]) -> Iterator[Screen]:
    """Helix with a file open, and a complete index."""
    subprocess.run(["lsp-codebase", "index"], cwd=workspace, env=environment, check=True, capture_output=True)
    opened = Screen(helix, workspace, environment)
    try:
        opened.wait(lambda shown: "measureWidth" in shown)
        yield opened
    finally:
        opened.close()


def test_the_printed_languages_are_accepted(helix: str, environment: dict[str, str]) -> None:
    done = subprocess.run([helix, "--health", "python"], env=environment, capture_output=True, text=True, check=True)
    assert "rror" not in done.stdout + done.stderr
    assert "lsp-codebase" in done.stdout


def test_symbols_of_the_codebase_are_listed_while_one_types(screen: Screen) -> None:
    screen.press_until(
        lambda shown: "kind" in shown and "path" in shown, "Space", "S"
    )  # a server that starts lists none
    screen.type("JSONDecoder")
    screen.wait(lambda shown: "json/decoder.py" in shown)
    screen.press("Escape")
    screen.wait(lambda shown: "json/decoder.py" not in shown)


def test_words_are_searched_for_and_the_hit_under_the_cursor_is_opened_at_its_line(screen: Screen) -> None:
    screen.press("Space", "x", "x")
    screen.type("width of a text lang:javascript")
    screen.press("Enter")
    screen.wait(lambda shown: "measure.js:2:" in shown and "[scratch]" in shown)
    screen.press("g", "g", "Space", "x", "o")
    shown = screen.wait(lambda shown: " measure.js " in shown and "[scratch]" not in shown)
    assert " 2:" in shown
