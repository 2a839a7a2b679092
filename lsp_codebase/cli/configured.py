"""The settings that a command runs with: of all sources but the editor."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from lsp_codebase.cli.notices import tell
from lsp_codebase.config import ProblemNotices, Sources, of_command_line, resolve_all
from lsp_codebase.errors import InvalidQuery

if TYPE_CHECKING:
    from lsp_codebase.workspace import Workspace


def sources(options: argparse.Namespace) -> Sources:
    """Return all sources of settings of a command.

    Raises:
        InvalidQuery: for errors in `--set`; other errors are told, and stop no command.
    """
    given = of_command_line(options.set)
    problems = resolve_all([replace(given, name="")]).problems
    if problems:
        raise InvalidQuery("--set", "; ".join(problems))
    return replace(Sources.of_process(), command_line=(given,))


def index_location(options: argparse.Namespace) -> str:
    """Return where the indexes of a command lie, "" for the usual place: no root may say that."""
    return sources(options).resolved().settings.index_location


def open_workspace(options: argparse.Namespace) -> Workspace:
    """Return a workspace without folders; errors in settings go to standard error, once.

    Raises:
        InvalidQuery: for errors in `--set`.
    """
    from lsp_codebase.workspace import Workspace

    given, teller = sources(options), ProblemNotices(tell)
    workspace = Workspace(teller.settings(given.resolved()))
    workspace.configure_each(lambda root: teller.settings(given.resolved(root)))
    return workspace
