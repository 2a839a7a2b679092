"""A terminal session of Emacs with consult and vertico, driven by keys (see `live.el`)."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SHIPPED = HERE.parents[2] / "editors" / "emacs"
SEARCH, SYMBOLS, END_OF_CALLS = b"\x03bb", b"\x03bs", b"\x03z"
NEXT, QUIT, RETURN, LEAVE = b"\x0e", b"\x07", b"\r", b"\x18\x03"
LONGEST_S = 120.0  # on a busy machine

pytestmark = pytest.mark.editor


class Terminal:
    """Emacs in a terminal: takes keys, and tells what it shows through emacsclient."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        """The session must start an Emacs server at `EMACS_SOCKET`."""
        self._socket = environment["EMACS_SOCKET"]
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        threading.Thread(target=self._drain, daemon=True).start()

    def press(self, keys: bytes) -> None:
        """Type keys."""
        os.write(self._descriptor, keys)

    def ask(self, form: str) -> Any:
        """Return the value of a form, through JSON; None when it fails.

        An error would leave emacsclient waiting.
        """
        command = ["emacsclient", "-s", self._socket, "--eval", f"(json-encode (ignore-errors {form}))"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
        return json.loads(json.loads(run.stdout)) if run.returncode == 0 else None

    def wait(self, form: str, is_right: Callable[[Any], bool]) -> Any:
        """Return the value of a form once it is right."""
        deadline = time.monotonic() + LONGEST_S
        while True:
            value = self.ask(form)
            if value is not None and is_right(value):
                return value
            assert time.monotonic() < deadline, f"{form} is {value}"
            time.sleep(0.1)

    def has_ended(self) -> bool:
        """Wait for the end of Emacs."""
        deadline = time.monotonic() + LONGEST_S
        while time.monotonic() < deadline:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return True
            time.sleep(0.05)
        return False

    def _drain(self) -> None:
        try:
            while os.read(self._descriptor, 65_536):
                pass
        except OSError:  # the other end is closed
            pass


@pytest.fixture(scope="module")
def terminal(
    emacs: str, emacs_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Terminal]:
    folder = tmp_path_factory.mktemp("s")
    environment = {
        **emacs_environment,
        "EMACS_SOCKET": str(folder / "socket"),
        "RESULT": str(folder / "seen.json"),
    }
    terminal = Terminal([emacs, "-Q", "-nw", "-L", str(SHIPPED), "-l", str(HERE / "live.el")], environment)
    terminal.wait("(list :ready t)", bool)
    yield terminal
    if os.path.exists(f"/proc/{terminal.pid}"):
        os.kill(terminal.pid, 9)


def behind(terminal: Terminal) -> tuple[str, int]:
    place = terminal.ask("(behind)")
    return place["file"], place["line"]


def test_hits_come_while_one_types_and_the_one_point_is_on_is_shown_behind(terminal: Terminal) -> None:
    terminal.press(SEARCH + b"scanstring")
    candidates = terminal.wait("(candidates)", lambda found: len(found) > 1)
    assert candidates[0].startswith("scanstring  scanstring = c_scanstring or py_scanstring  json/decoder.py:")
    first = terminal.wait("(behind)", lambda place: place["line"] > 1)
    terminal.press(NEXT)
    second = terminal.wait("(behind)", lambda place: place != first)
    assert f"json/decoder.py:{second['line']}" in candidates[1]


def test_leaving_the_search_puts_everything_back_and_keeps_no_file_open(terminal: Terminal) -> None:
    terminal.press(QUIT)
    terminal.wait("(list :minibuffer (minibufferp (window-buffer)))", lambda answer: answer["minibuffer"] is None)
    assert behind(terminal) == ("json/decoder.py", 1)
    assert terminal.ask("(files)") == ["decoder.py"]


def test_return_goes_to_the_hit_and_the_way_back_is_kept(terminal: Terminal) -> None:
    terminal.press(SEARCH + b"measureWidth")
    terminal.wait("(candidates)", lambda found: any("measure.js:2" in candidate for candidate in found))
    terminal.press(RETURN)
    place = terminal.wait("(here)", lambda place: place["file"] == "measure.js")
    assert (place["line"], place["word"]) == (2, "measureWidth")


def test_names_are_completed_live_in_the_order_of_the_server(terminal: Terminal) -> None:
    terminal.press(SYMBOLS + b"jsondecod")
    assert terminal.wait("(candidates)", lambda found: len(found) == 2) == ["JSONDecoder", "JSONDecodeError"]
    terminal.press(NEXT)
    terminal.wait("(list :index (chosen))", lambda answer: answer["index"] == 1)
    terminal.press(RETURN)
    place = terminal.wait("(here)", lambda place: place["file"] == "json/decoder.py")
    assert place["word"] == "JSONDecodeError"


def test_a_prefix_argument_gives_the_hits_a_buffer(terminal: Terminal) -> None:
    terminal.press(b"\x15" + SEARCH + b"wombat_price\r")
    page = terminal.wait("(xref-page)", lambda page: "wombat_price" in (page["header"] or ""))
    assert page["lines"][0] == "calls.py"


def test_typed_text_reaches_the_server_when_typing_pauses(terminal: Terminal) -> None:
    terminal.press(END_OF_CALLS)
    terminal.wait("(here)", lambda place: place["file"] == "calls.py")
    terminal.press(b"def typed_wombat(): pass\r")
    terminal.wait("(list :text (server-text))", lambda answer: "def typed_wombat(): pass" in (answer["text"] or ""))


def test_leaving_emacs_ends_the_server(terminal: Terminal, request: pytest.FixtureRequest) -> None:
    terminal.ask('(with-current-buffer "calls.py" (set-buffer-modified-p nil))')
    terminal.press(LEAVE)
    assert terminal.has_ended()
    assert request.getfixturevalue("server_ended")
