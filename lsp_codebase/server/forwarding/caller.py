"""The index that a client will ask for, and the client's name, read off its `initialize`."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lsp_codebase.config import Source, Sources
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.paths import canonical
from lsp_codebase.server.quirks import as_object
from lsp_codebase.uris import to_path

OF_PROCESS = "lspCodebase/process"
"""The option of `initialize` that a forwarder adds: the settings of its process, `environment` and
`commandLine`, each by key. They weigh as they do in a process that serves its client itself."""
_LONGEST_NAME = 100
_WRONG = (CodebaseError, KeyError, TypeError, ValueError, AttributeError, OSError)


@dataclass(frozen=True, slots=True)
class Caller:
    """A client that has sent `initialize`.

    `options` are its own with those of this process, which another process cannot know; None without any of these.
    """

    index_directory: Path
    name: str
    pid: int | None
    options: dict[str, Any] | None

    def introduced(self, message: object, body: bytes) -> tuple[object, bytes]:
        """Return a message of the client, and its body, in the form for another process."""
        if self.options is None or not isinstance(message, dict) or message.get("method") != "initialize":
            return message, body
        message = {**message, "params": {**message["params"], "initializationOptions": self.options}}
        return message, json.dumps(message).encode("ascii")


def read_caller(message: object, sources: Sources) -> Caller | None:
    """Return the sender of this first message; None for one that has no index, or is not understood."""
    if not isinstance(message, dict) or message.get("method") != "initialize" or message.get("id") is None:
        return None
    try:
        params = message["params"]
        root = _first_folder(params)
        if root is None:
            return None
        root = canonical(root)
        received = as_object(params.get("initializationOptions"))
        sources = replace(sources, editor=(Source("", received),))
        settings = sources.resolved().settings  # a root's own file may not choose the place of its index
        name = (params.get("clientInfo") or {}).get("name") or "editor"
        pid = params.get("processId")
    except _WRONG:  # the server will tell the client
        return None
    if not settings.index_enabled:
        return None
    directory = index_directory(root, settings.index_location)
    options = _options(received, sources)
    return Caller(directory, str(name)[:_LONGEST_NAME], pid if isinstance(pid, int) else None, options)


def _options(received: object, sources: Sources) -> dict[str, Any] | None:
    """Return the options of a client with the settings of this process, None where there are none."""
    environment = Sources(environment=sources.environment).of_run()
    command_line = Sources(command_line=sources.command_line).of_run()
    if not (environment or command_line):
        return None
    own = received if isinstance(received, dict) else {}
    return {**own, OF_PROCESS: {"environment": environment, "commandLine": command_line}}


def _first_folder(params: Any) -> Path | None:
    folders = params.get("workspaceFolders")
    uri = folders[0]["uri"] if folders else params.get("rootUri")
    if uri:
        return to_path(uri)
    return Path(params["rootPath"]) if params.get("rootPath") else None
