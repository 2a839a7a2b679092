"""The files that may hold settings: their places, and the reading of each.

Every fault of a file becomes a sentence; nothing raises. The file of a root may come from anybody.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsp_codebase.config.resolving import Source

if TYPE_CHECKING:
    from collections.abc import Callable

OWN_FILE, PYTHON_FILE = "lsp-codebase.toml", "pyproject.toml"
ROOT_FILES = frozenset({OWN_FILE, PYTHON_FILE})
"""The names of files in a root that may hold settings; where the first exists, the other is not read."""

_SECTION = "lsp-codebase"
_MOST_BYTES = 100_000
_MOST_DOTS = 100  # in a line: the time that a parser takes for a dotted key grows with the square of its parts
_NOT_USED = "; nothing in it is used"


def user_file() -> Path:
    """Return the file of the user's settings, for all roots; it need not exist."""
    import platformdirs  # takes longer than the rest of this room

    return platformdirs.user_config_path("lsp-codebase", appauthor=False) / "config.toml"


def abbreviated(path: Path) -> str:
    """Return a path with `~` for the user's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def read_user_file() -> Source | None:
    """Return the options in the user's file, None if there is none."""
    path = user_file()
    return _read_own(path) if os.path.exists(path) else None


def read_named_file(name: str) -> Source:
    """Return the options in a file that the user named."""
    return _read_own(Path(os.path.expanduser(name)))


def read_root_file(root: Path) -> Source | None:
    """Return the options in the file of a root: `lsp-codebase.toml`, else `[tool.lsp-codebase]` of `pyproject.toml`."""
    from lsp_codebase.scan import read_file

    def read(name: str) -> Callable[[], bytes]:
        return lambda: read_file(root, name, _MOST_BYTES + 1)

    if os.path.lexists(root / OWN_FILE):
        return _read(OWN_FILE, str(root / OWN_FILE), read(OWN_FILE), is_root=True)
    try:
        is_ours = _SECTION.encode() in read(PYTHON_FILE)()
    except OSError:
        return None
    if not is_ours:  # then its faults are none of our business
        return None
    found = _read(PYTHON_FILE, str(root / PYTHON_FILE), read(PYTHON_FILE), is_root=True)
    tools = found.options.get("tool") if isinstance(found.options, dict) else None
    options = tools.get(_SECTION) if isinstance(tools, dict) else None
    return Source(found.name, options, found.origin, found.problems, is_root=True)


def _read_own(path: Path) -> Source:
    return _read(abbreviated(path), str(path), lambda: _bytes_of(path))


def _bytes_of(path: Path) -> bytes:
    """Return the first bytes of a file that the user named; no pipe or device is waited for."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(0, "not a regular file")
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _read(name: str, origin: str, read: Callable[[], bytes], *, is_root: bool = False) -> Source:
    try:
        options = _parse(read())
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
    except RecursionError:
        problem = "nests too deep"
    except ValueError as error:  # TOML's own errors, and numbers of thousands of digits
        problem = str(error)[:200]
    else:
        return Source(name, options, origin, is_root=is_root)
    return Source(name, None, origin, (problem + _NOT_USED,), is_root=is_root)


def _parse(data: bytes) -> dict[str, Any]:
    """Return the tables of TOML.

    Raises:
        ValueError: with the reason.
        RecursionError: if it nests too deep.
    """
    if len(data) > _MOST_BYTES:
        raise ValueError(f"larger than {_MOST_BYTES:,} bytes")
    if any(line.count(b".") > _MOST_DOTS for line in data.splitlines()):
        raise ValueError(f"a line with more than {_MOST_DOTS} dots")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    found: dict[str, Any] = tomllib.loads(text)
    return found
