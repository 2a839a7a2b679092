"""Where log lines go: standard error, and a file when one is named. Never the wire."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def configure_logging(level: str, file: str) -> str | None:
    """Log from `level` up, to `file` too unless it is ""; return what is wrong with the file, or None.

    pygls logs the body of every message at INFO, so it is heard from WARNING up only, unless debugging.
    """
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    problem = None
    if file:
        try:
            handlers.append(logging.FileHandler(Path(file).expanduser(), encoding="utf-8", delay=False))
        except OSError as error:
            problem = f"log.file: {error}; logging to standard error only"
    logging.basicConfig(level=level.upper(), format=_FORMAT, handlers=handlers, force=True)
    logging.getLogger("pygls").setLevel(logging.DEBUG if level == "debug" else logging.WARNING)
    return problem
