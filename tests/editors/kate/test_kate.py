"""Kate with its snippet, started as a desktop does: the server is in ~/.local/bin, and not on PATH.

Needs kate, xvfb, xdotool and dbus (Debian's names). PICTURES=FOLDER keeps a picture of the symbol dialog.
"""

from __future__ import annotations

import email
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lsp_codebase.cli.editors import SNIPPETS

pytestmark = pytest.mark.editor

LONGEST_S = 120.0  # on a busy machine
CONFIG = """\
[General]
Show welcome view for new window=false

[Kate Plugins]
lspclientplugin=true

[lspclient]
AllowedServerCommandLines={command}
"""


class Kate:
    """A window of Kate on a display of its own."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._environment = {**os.environ, "DISPLAY": display, "LC_ALL": "C.UTF-8"}

    def keys(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment, check=True, timeout=LONGEST_S)

    def titles(self) -> list[str]:
        command = ["xdotool", "search", "--onlyvisible", "--name", ".", "getwindowname", "%@"]
        return subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False
        ).stdout.splitlines()

    def wait_for(self, title: str, seconds: float) -> bool:
        """Whether the window shows a file in time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if any(one.startswith(title) for one in self.titles()):
                return True
            time.sleep(0.5)
        return False

    def symbol(self, query: str) -> None:
        """Ask the dialog of the symbols of the workspace, which is opened by its default keys."""
        self.keys("search", "--onlyvisible", "--name", ".", "windowfocus", "--sync")
        self.keys("key", "ctrl+alt+p", "sleep", "1", "type", "--delay", "60", query)
        time.sleep(4)

    def opens(self, query: str, title: str, picture: str = "") -> bool:
        """Whether the first answer to a query is this file; the server may be starting, or the machine be busy."""
        for _ in range(10):
            self.symbol(query)
            self.picture(picture)
            self.keys("key", "Return")
            if self.wait_for(title, 3):
                return True
            self.keys("key", "Escape")
        return False

    def picture(self, name: str) -> None:
        if name and (folder := os.environ.get("PICTURES")):
            from PIL import ImageGrab

            ImageGrab.grab(xdisplay=self._display).crop((0, 0, 800, 533)).quantize(64).save(Path(folder) / name)


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return email, json


@pytest.fixture(scope="module")
def kate(workspace: Path, server_environment: dict[str, str]) -> Iterator[Kate]:
    for program in ("kate", "Xvfb", "xdotool", "dbus-run-session"):
        assert shutil.which(program), f"{program} is missing: apt-get install kate xvfb xdotool dbus"
    home = Path(server_environment["HOME"])
    (home / ".local").mkdir()
    (home / ".local" / "bin").symlink_to(home / "bin")
    settings = home / ".config" / "kate" / "lspclient" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(SNIPPETS["kate"].text(), "utf-8")
    allowed = f"{home}/.local/bin/lsp-codebase --stdio"
    (home / ".config" / "katerc").write_text(CONFIG.format(command=allowed), "utf-8")
    (workspace / "notes.txt").write_text("# notes\n", "utf-8")
    with started(["Xvfb", "-displayfd", "1", "-screen", "0", "1200x800x24"], stdout=subprocess.PIPE) as screen:
        assert screen.stdout is not None
        display = ":" + screen.stdout.readline().decode().strip()
        environment = {**server_environment, "PATH": os.defpath, "DISPLAY": display, "LC_ALL": "C.UTF-8"}
        command = ["dbus-run-session", "--", "kate", "-b", "-n", str(workspace / "notes.txt")]
        with started(command, env=environment, cwd=workspace, stderr=subprocess.DEVNULL):
            window = Kate(display)
            assert window.wait_for("notes.txt", LONGEST_S), window.titles()
            yield window


@contextmanager
def started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a group of its own, which ends with the block."""
    process = subprocess.Popen(command, start_new_session=True, **how)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=LONGEST_S)


def test_a_file_that_no_other_server_takes_gives_the_symbols_of_all_languages(kate: Kate) -> None:
    assert kate.opens("measureWidth", "measure.js"), kate.titles()


def test_words_behind_a_question_mark_ask_the_search(kate: Kate) -> None:
    kate.keys("key", "alt+Left")
    kate.keys("key", "ctrl+shift+Tab")
    assert kate.wait_for("notes.txt", LONGEST_S)
    assert kate.opens("?unterminated json string", "decoder.py", picture="kate.png"), kate.titles()
