"""From `initialize` to the first index: folders, parent process, settings, dynamic registrations."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.server.convert import to_path

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer

logger = logging.getLogger(__name__)

REGISTER_TIMEOUT_S = 5.0


def on_initialize(server: CodebaseServer, params: types.InitializeParams) -> None:
    """Take what the client tells; read and ask nothing, so that the answer goes out at once."""
    server.watch_parent(params.process_id)
    server.configuration.initialize(params.initialization_options)
    server.outline.initialize()
    for root, name in folders_of(params, server.configuration.problems):
        server.session.add_folder(root, name)


async def on_initialized(server: CodebaseServer, _: types.InitializedParams) -> None:
    """Begin indexing in the background, and ask to be told of changes; who is not told looks."""
    server.session.open()
    server.session.watch(client_watches=await _register(server))


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


async def _register(server: CodebaseServer) -> bool:
    """Register for file events and settings changes, where the client can; return whether it will tell of files."""
    workspace = server.client_capabilities.workspace
    registrations = []
    watches = workspace.did_change_watched_files if workspace else None
    tells_of_files = bool(watches and watches.dynamic_registration)
    if tells_of_files:
        everything = types.FileSystemWatcher(glob_pattern="**/*")
        registrations.append(
            types.Registration(
                id="codebase/watch",
                method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=[everything]),
            )
        )
    if workspace and workspace.did_change_configuration and workspace.did_change_configuration.dynamic_registration:
        registrations.append(
            types.Registration(id="codebase/settings", method=types.WORKSPACE_DID_CHANGE_CONFIGURATION)
        )
    if not registrations:
        return False
    params = types.RegistrationParams(registrations=registrations)
    try:
        await server.request(types.CLIENT_REGISTER_CAPABILITY, params, timeout_s=REGISTER_TIMEOUT_S)
    except Exception as error:
        logger.info("the client registered nothing: %s", error or type(error).__name__)
        return False
    return tells_of_files
