"""Where a client belongs: the index that it will ask for, and its name, read off its `initialize`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsp_codebase.config import resolve
from lsp_codebase.errors import CodebaseError
from lsp_codebase.location import index_directory
from lsp_codebase.server.quirks import as_object
from lsp_codebase.uris import to_path


@dataclass(frozen=True, slots=True)
class Caller:
    """A client that has sent `initialize`."""

    index_directory: Path
    name: str
    pid: int | None


def read_caller(message: object) -> Caller | None:
    """Return who sends this first message; None for one that has no index, or is not understood."""
    if not isinstance(message, dict) or message.get("method") != "initialize" or message.get("id") is None:
        return None
    try:  # of what is wrong, the server will tell the client
        params = message["params"]
        root = _first_folder(params)
        settings, _ = resolve(as_object(params.get("initializationOptions")))
        if root is None or not settings.index_enabled:
            return None
        name = (params.get("clientInfo") or {}).get("name") or "editor"
        pid = params.get("processId")
        directory = index_directory(Path(os.path.realpath(root)), settings.index_location)
        return Caller(directory, str(name), pid if isinstance(pid, int) else None)
    except (
        CodebaseError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        OSError,
    ):
        return None


def _first_folder(params: Any) -> Path | None:
    folders = params.get("workspaceFolders")
    uri = folders[0]["uri"] if folders else params.get("rootUri")
    if uri:
        return to_path(uri)
    return Path(params["rootPath"]) if params.get("rootPath") else None
