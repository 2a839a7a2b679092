"""The settings that a command runs with: of all sources but the editor."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from lsp_codebase.config import Sources, Teller, of_command_line, resolve_all
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.index import IndexListener
from lsp_codebase.workspace import Workspace


def sources(options: argparse.Namespace) -> Sources:
    """Return all sources of settings of a command.

    Raises:
        InvalidQuery: for what is wrong with `--set`; what is wrong elsewhere is told, and stops no command.
    """
    given = of_command_line(options.set)
    problems = resolve_all([replace(given, name="")]).problems
    if problems:
        raise InvalidQuery("--set", "; ".join(problems))
    return replace(Sources.of_process(), command_line=(given,))


def open_workspace(options: argparse.Namespace, listener: IndexListener | None = None) -> Workspace:
    """Return a workspace without folders; what is wrong with settings goes to standard error, once.

    Raises:
        InvalidQuery: for what is wrong with `--set`.
    """
    given, teller = sources(options), Teller(_tell)
    workspace = Workspace(teller.settings(given.resolved()), listener)
    workspace.configure_each(lambda root: teller.settings(given.resolved(root)))
    return workspace


def _tell(sentence: str) -> None:
    print(f"lsp-codebase: {sentence}", file=sys.stderr)
