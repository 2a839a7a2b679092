"""The log of a command: on standard error, which is for errors unless more is asked for, and in `log.file`."""

from __future__ import annotations

import argparse
import logging

from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.notices import tell

_LEVELS = ("debug", "info", "warning", "error")  # the most talkative first


def begin_log(options: argparse.Namespace) -> None:
    """Log as the settings and `-v` say. Raises `InvalidQuery` for errors in `--set`."""
    resolved = sources(options).resolved()
    settings = resolved.settings
    wanted = ["error"]
    if options.verbose:
        wanted.append("info")
    if "log.level" in resolved.origins:
        wanted.append(settings.log_level)
    shown = min(wanted, key=_LEVELS.index)
    if not settings.log_file:
        logging.basicConfig(level=shown.upper(), format="%(levelname)s %(message)s")
        return
    from lsp_codebase.server import configure_logging  # takes a while, and few have a file

    configure_logging(settings.log_level, settings.log_file, tell, shown=shown)
