"""Reading, replacing and deleting files that another process may hold open: Windows refuses that meanwhile."""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

logger = logging.getLogger(__name__)

_PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2)  # readers hold a file for the moment it takes to read it
T = TypeVar("T")
_MAPPED = 1224  # ERROR_USER_MAPPED_FILE, which Python does not count as a refusal


def replace(source: Path, target: Path) -> None:
    """Give `source` the name `target` in one step.

    Raises:
        OSError: if that is impossible, even after some tries.
    """
    _try(lambda: os.replace(source, target))


def remove(path: Path) -> None:
    """Delete a file that must go.

    Raises:
        OSError: if that is impossible, even after some tries.
    """
    _try(lambda: path.unlink(missing_ok=True))


def read(path: Path) -> str:
    """Return the text of a file that others may be replacing.

    Raises:
        OSError, ValueError: if that is impossible, even after some tries.
    """
    return _try(lambda: path.read_text("utf-8"))


def delete(path: Path) -> None:
    """Delete a file that nobody needs any more; one that is held open, or mapped, is left for the next time."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        if not _is_held(error):
            raise
        logger.info("%s is still in use and deleted later: %s", path, error)


def delete_tree(directory: Path) -> None:
    """Delete a folder as far as possible, and log where it is not."""
    shutil.rmtree(directory, ignore_errors=True)
    if directory.exists():
        logger.warning("%s could not be deleted in full: some process may be using it", directory)


def _try(access: Callable[[], T]) -> T:
    for pause_s in _PAUSES_S:
        try:
            return access()
        except OSError as error:
            if not _is_held(error):
                raise
        time.sleep(pause_s)
    return access()


def _is_held(error: OSError) -> bool:
    return isinstance(error, PermissionError) or getattr(error, "winerror", None) == _MAPPED
