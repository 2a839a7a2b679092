"""The folders that a client names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.uris import to_path


def folders_of(params: types.InitializeParams, problems: list[str]) -> list[Path]:
    """Return the folders a client opens: its workspace folders, else its root URI, else its root path."""
    if params.workspace_folders:
        return paths_of(params.workspace_folders, problems)
    if params.root_uri:
        return paths_of([types.WorkspaceFolder(params.root_uri, name="")], problems)
    if params.root_path:
        return [Path(params.root_path)]
    return []


def paths_of(folders: Iterable[types.WorkspaceFolder], problems: list[str]) -> list[Path]:
    """Return the path of each folder; add a sentence to `problems` for each that has no path."""
    paths = []
    for folder in folders:
        try:
            paths.append(to_path(folder.uri))
        except InvalidQuery as error:
            problems.append(f"folder left out: {error.reason}")
    return paths
