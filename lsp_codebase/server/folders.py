"""The folders that a client names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.uris import to_path


def folders_of(params: types.InitializeParams, problems: list[str]) -> list[tuple[Path, str]]:
    """Return the folders a client opens: its workspace folders, else its root URI, else its root path."""
    if params.workspace_folders:
        return named_folders(params.workspace_folders, problems)
    if params.root_uri:
        return named_folders([types.WorkspaceFolder(params.root_uri, name="")], problems)
    if params.root_path:
        root = Path(params.root_path)
        return [(root, root.name)]
    return []


def named_folders(folders: Iterable[types.WorkspaceFolder], problems: list[str]) -> list[tuple[Path, str]]:
    """Return the path and name of each folder; add a sentence to `problems` for each that has no path."""
    named = []
    for folder in folders:
        try:
            root = to_path(folder.uri)
        except InvalidQuery as error:  # a handful of folders
            problems.append(f"folder left out: {error.reason}")
        else:
            named.append((root, folder.name or root.name))
    return named
