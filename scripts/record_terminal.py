"""Record docs/pictures/terminal.svg: real commands in a terminal, over a copy of an installed package.

python scripts/record_terminal.py

The index is built by the first command, in a folder that is deleted at the end.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "terminal.svg"
PACKAGE = "starlette"
"""A library that many know, and that the extra `http` installs."""

COLUMNS, ROWS = 84, 50
COMMANDS = {
    "lsp-codebase search 'who may ask from another origin' -n 2": "in your words; the first question builds the index",
    "lsp-codebase symbols gzresp": "some letters of a name",
    "lsp-codebase callers build_middleware_stack": "who calls it",
    "lsp-codebase search 'File \"starlette/routing.py\", line 715, in app' -n 1": "a line of a stack trace",
}
"""The commands to run, and the comments above them."""

_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    """Record the picture."""
    with tempfile.TemporaryDirectory() as folder:
        shown = "\n\n".join(
            f"\x1b[2m# {COMMANDS[command]}\x1b[0m\n\x1b[1;32m$\x1b[0m {command}\n{printed}"
            for command, printed in recorded(Path(folder))
        )
    PICTURE.write_text(drawn(shown), "utf-8", newline="\n")


def recorded(folder: Path) -> list[tuple[str, str]]:
    """Run the commands in turn over a copy of the package; return the final text of each on the terminal."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        sys.exit(f"{PACKAGE} is not installed: pip install -r requirements-dev.txt")
    root = folder / PACKAGE
    shutil.copytree(
        spec.submodule_search_locations[0], root / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "py.typed")
    )
    (root / ".git").mkdir()
    program = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{program}{os.pathsep}{os.environ['PATH']}", "TERM": "xterm-256color"}
    env |= {"LSP_CODEBASE_INDEX_LOCATION": str(folder / "indexes"), "LSP_CODEBASE_INDEX_HISTORY": "false"}
    return [(command, in_terminal(command, root, env)) for command in COMMANDS]


def in_terminal(command: str, folder: Path, env: dict[str, str]) -> str:
    """Run a command in a terminal of its own; return the text it leaves there, with its colours."""
    import fcntl  # these three are not on Windows, where the commands are read by a test
    import pty
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(command, shell=True, cwd=folder, env=env, stdin=its, stdout=its, stderr=its)
    os.close(its)
    printed = bytearray()
    while part := _read(ours):
        printed += part
    os.close(ours)
    if process.wait() != 0:
        sys.exit(f"{command}: exit status {process.returncode}\n{printed.decode()}")
    return "\n".join(map(_left_of_line, printed.decode().replace("\r\n", "\n").rstrip().split("\n")))


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # Linux says so when the last program has closed its end
        return b""


def _left_of_line(line: str) -> str:
    """Return the text of a line as seen in the end: a bar of progress is erased before the next text."""
    return re.sub(r"\x1b\[\?25[hl]|\r", "", line.rpartition("\x1b[2K")[2])


def drawn(text: str) -> str:
    """Return a picture of a terminal that shows this text; nothing in it is loaded from elsewhere."""
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi(text), soft_wrap=False, highlight=False)
    picture = console.export_svg(title=f"~/src/{PACKAGE}", unique_id="terminal")
    return re.sub(r"[ \t]+$", "", _FONT_FACES.sub("", picture), flags=re.MULTILINE)


if __name__ == "__main__":
    main()
