"""`file:` URIs and paths."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath
from urllib.parse import unquote_to_bytes

from lsp_codebase.errors import InvalidQuery

_FILE_URI = re.compile(r"file:(?://(?P<host>[^/?#]*)|(?!//))(?P<path>/[^?#]*)", re.IGNORECASE)
_DRIVE = re.compile(r"/([A-Za-z]):")


def to_uri(path: PurePath) -> str:
    """Return the `file:` URI of an absolute path; everything but letters, digits and `-._~/` is percent-encoded."""
    return path.as_uri()


def to_path(uri: str, field: str = "uri", *, is_windows: bool = os.name == "nt") -> Path:
    """Return the path of a `file:` URI. Raises `InvalidQuery` naming `field`.

    `;` and percent-encoded `#`, `?` and `%` belong to the path; a bare `#` or `?` ends it.
    """
    match = _FILE_URI.match(uri)
    if match is None:
        raise InvalidQuery(field, f"{uri!r} is not an absolute file URI")
    host = (match["host"] or "").lower()
    path = os.fsdecode(unquote_to_bytes(match["path"]))
    if "\0" in path:
        raise InvalidQuery(field, f"{uri!r} holds a NUL character")
    if is_windows:
        drive = _DRIVE.match(path)
        path = f"{drive[1].upper()}:{path[3:] or '/'}" if drive else path
        if host not in ("", "localhost"):
            path = f"//{host}{path}"
        return Path(path.replace("/", "\\"))
    if host not in ("", "localhost"):
        raise InvalidQuery(field, f"{uri!r} names another machine")
    return Path(path)
