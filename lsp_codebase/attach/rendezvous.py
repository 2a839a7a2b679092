"""The place where the processes of one user meet over an index: a socket in a private directory, named by the index.

The directory is of this user alone, and no link: anyone else who could write there could answer in our name.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path

_NAME = "lsp-codebase"
_MOST_BYTES = 100
"""The most bytes of a socket's path: macOS takes 103, Linux 107."""


class NoPlace(Exception):
    """There is no private place to meet at; the message says why."""


def address_of(index_directory: Path) -> str:
    """Return the address of the door of an index; it need not exist.

    Raises:
        NoPlace: if no directory for it is short enough.
    """
    digest = hashlib.sha256(os.fsencode(os.path.normcase(os.path.realpath(index_directory)))).hexdigest()[:16]
    if sys.platform == "win32":  # a pipe has the rights of its maker; its name is no file's
        return rf"\\.\pipe\{_NAME}-{digest}"
    for base in _bases():
        address = f"{base}/{digest}.sock"
        if len(os.fsencode(address)) <= _MOST_BYTES:
            return address
    raise NoPlace("no temporary directory has a path short enough for a socket")


def make_place(address: str) -> None:
    """Make the directory of an address, for this user only.

    Raises:
        NoPlace: if it cannot be made, or is not ours alone.
    """
    if sys.platform == "win32":
        return
    directory = os.path.dirname(address)
    try:
        os.mkdir(directory, 0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise NoPlace(f"cannot create {directory}: {(error.strerror or str(error)).lower()}") from error
    check_place(address)


def check_place(address: str) -> None:
    """Check that the directory of an address is ours alone.

    Raises:
        FileNotFoundError: if there is none.
        NoPlace: if it is a link, another user's, or open to others.
    """
    if sys.platform == "win32":
        return
    directory = os.path.dirname(address)
    info = os.lstat(directory)
    if not stat.S_ISDIR(info.st_mode):
        raise NoPlace(f"{directory} is no directory of its own; remove it")
    if info.st_uid != os.getuid():
        raise NoPlace(f"{directory} belongs to another user")
    if stat.S_IMODE(info.st_mode) & 0o077:
        raise NoPlace(f"{directory} is open to other users; remove it, or give it the mode 700")


def _bases() -> list[str]:
    """Return the places where the directory may be, best first."""
    if sys.platform == "win32":
        return []
    runtime, temporary = os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("TMPDIR", "").rstrip("/")
    own = f"{_NAME}-{os.getuid()}"
    places = [(runtime, _NAME), (temporary, own), ("/tmp", own)]
    return [f"{base}/{name}" for base, name in places if os.path.isabs(base) and os.path.isdir(base)]
