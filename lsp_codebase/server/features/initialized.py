"""`initialized`."""

from __future__ import annotations

import logging

from lsprotocol import types

from lsp_codebase.server.client import Client

logger = logging.getLogger(__name__)

REGISTER_TIMEOUT_S = 5.0


async def initialized(client: Client, _: types.InitializedParams) -> None:
    """Begin indexing in the background, and ask for news of changes; without news, watch the disk."""
    client.session.open()
    client.session.watch(client_watches=await _register(client))


async def _register(client: Client) -> bool:
    """Register for file events and settings changes, where the client can; return whether it will report files."""
    workspace = client.connection.capabilities.workspace
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
        await client.connection.request(types.CLIENT_REGISTER_CAPABILITY, params, timeout_s=REGISTER_TIMEOUT_S)
    except Exception as error:
        logger.info("the client registered nothing: %s", error or type(error).__name__)
        return False
    return tells_of_files
