"""Where a client belongs: the index that it will ask for, and its name, read off its `initialize`."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lsp_codebase.config import Source, Sources
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.server.quirks import as_object
from lsp_codebase.uris import to_path

_LONGEST_NAME = 100
_WRONG = (CodebaseError, KeyError, TypeError, ValueError, AttributeError, OSError)


@dataclass(frozen=True, slots=True)
class Caller:
    """A client that has sent `initialize`.

    `options` are its settings with those of this process, which another process cannot know; None without any.
    """

    index_directory: Path
    name: str
    pid: int | None
    options: dict[str, Any] | None

    def introduced(self, message: object, body: bytes) -> tuple[object, bytes]:
        """Return a message of the client, and its body, as another process is to have it."""
        if self.options is None or not isinstance(message, dict) or message.get("method") != "initialize":
            return message, body
        message = {**message, "params": {**message["params"], "initializationOptions": self.options}}
        return message, json.dumps(message).encode("ascii")


def read_caller(message: object, sources: Sources) -> Caller | None:
    """Return who sends this first message; None for one that has no index, or is not understood."""
    if not isinstance(message, dict) or message.get("method") != "initialize" or message.get("id") is None:
        return None
    try:
        params = message["params"]
        root = _first_folder(params)
        if root is None:
            return None
        root = Path(os.path.realpath(root))
        sources = replace(sources, editor=(Source("", as_object(params.get("initializationOptions"))),))
        settings = (
            sources.resolved().settings
        )  # the file of a root, which is loud to read, may not say where its index is
        name = (params.get("clientInfo") or {}).get("name") or "editor"
        pid = params.get("processId")
    except _WRONG:  # of what it is, the server will tell the client
        return None
    return (
        None
        if not settings.index_enabled
        else Caller(
            index_directory(root, settings.index_location),
            str(name)[:_LONGEST_NAME],
            pid if isinstance(pid, int) else None,
            _of_run(sources),
        )
    )


def _of_run(sources: Sources) -> dict[str, Any] | None:
    """Return the settings of a client with those of this process below and above them, None without any of these."""
    if not replace(sources, editor=()).of_run():
        return None
    return replace(sources, environment=(*sources.environment, *sources.editor)).of_run()


def _first_folder(params: Any) -> Path | None:
    folders = params.get("workspaceFolders")
    uri = folders[0]["uri"] if folders else params.get("rootUri")
    if uri:
        return to_path(uri)
    return Path(params["rootPath"]) if params.get("rootPath") else None
