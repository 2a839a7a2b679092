"""LSP4IJ and IntelliJ on a command and a console line, in Python: their sources of 2025 and 2026 are the model."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

PATH_IN_CONSOLE = r"(?P<file>(?:[A-Za-z]:)?[0-9 a-z_A-Z\-\\./]+)"
NUMBER = r"[0-9]+"


def split_by_lsp4ij(command: str) -> list[str]:
    """Return the words of a server's command (`CommandUtils.createCommands`): double quotes group, nothing escapes."""
    parts = command.split('"')
    assert len(parts) % 2, "a double quote has no partner"
    quoted = [part.replace(" ", "\0") if index % 2 else part for index, part in enumerate(parts)]
    return [word.replace("\0", " ") for word in "".join(quoted).split(" ") if word]


def arguments_of_tool(parameters: str, macros: Mapping[str, str]) -> list[str]:
    """Return the arguments of an external tool (`Tool.createCommandLine`): the macros first, then the words."""
    return shlex.split(expanded(parameters, macros))


def expanded(text: str, macros: Mapping[str, str]) -> str:
    """Return a text with its macros replaced."""
    for name, value in macros.items():
        text = text.replace(f"${name}$", value)
    assert not re.search(r"\$\w+\$", text), f"{text}: a macro is not known"
    return text


def place_of_link(output_filter: str, line: str) -> tuple[Path, int, int] | None:
    """Return the file, line and column, from 0, that a console line leads to (`RegexpFilter`); the path is absolute."""
    pattern = output_filter.replace("$FILE_PATH$", PATH_IN_CONSOLE)
    pattern = pattern.replace("$LINE$", f"(?P<line>{NUMBER})").replace("$COLUMN$", f"(?P<column>{NUMBER})")
    found = re.search(pattern, line)
    if found is None or not (path := Path(found["file"])).is_absolute() or not path.is_file():
        return None
    return path, int(found["line"]) - 1, int(found.groupdict().get("column") or 1) - 1
