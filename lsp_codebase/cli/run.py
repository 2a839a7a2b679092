"""Runs a command: each has a function of its own, loaded with its needs and nothing else."""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable
from importlib import import_module

from lsp_codebase.cli.exit_codes import BAD, BROKEN
from lsp_codebase.cli.logs import begin_log
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.option_names import as_typed
from lsp_codebase.errors import CodebaseError, IndexUnavailable, InvalidQuery, TeamStoreUnavailable

logger = logging.getLogger(__name__)


_COMMANDS = {
    "search": "search.search",
    "similar": "search.similar",
    "symbols": "names.symbols",
    "callers": "names.calls",
    "callees": "names.calls",
    "history": "history.history",
    "context": "context.context",
    "read": "files.read",
    "files": "files.files",
    "tree": "tree.tree",
    "index": "state.index",
    "status": "state.status",
    "watch": "state.watch",
    "doctor": "state.doctor",
    "clear": "state.clear",
    "publish": "publish.publish",
    "fetch": "fetch.fetch",
    "languages": "state.languages",
    "config": "config_command.config",
    "mcp": "for_tools.mcp",
    "serve": "for_tools.http",
    "editor-config": "editor_config.editor_config",
    "completion": "completion.completion",
    "man": "man.man",
}


def run(options: argparse.Namespace) -> int:
    """Run a command, all but LSP; errors become one line and an exit code."""
    module, _, name = _COMMANDS[options.command].partition(".")
    try:
        if hasattr(options, "set") and options.command != "serve":  # `serve` has a log of its own
            begin_log(options)
        command: Callable[[argparse.Namespace], int] = getattr(import_module(f"lsp_codebase.cli.{module}"), name)
        return command(options)
    except InvalidQuery as error:
        tell(as_typed(error, options.command))
        return BAD
    except (IndexUnavailable, TeamStoreUnavailable) as error:
        tell(str(error))
        return BROKEN
    except CodebaseError as error:
        tell(str(error))
        return BAD
    except BrokenPipeError:  # nobody reads any more
        raise
    except OSError as error:  # a file or folder is gone, or we have no right to it
        logger.info("the command ends", exc_info=True)
        tell(_reason(error))
        return BROKEN


def _reason(error: OSError) -> str:
    why = (error.strerror or str(error)).lower()
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {why}"
    try:
        os.getcwd()
    except OSError:
        return "the folder that you stand in is gone; go into another"
    return why
