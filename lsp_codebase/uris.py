"""`file:` URIs and paths."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath, PureWindowsPath
from urllib.parse import quote_from_bytes, unquote_to_bytes

from lsp_codebase.errors import InvalidQuery

_FILE_URI = re.compile(r"file:(?://(?P<host>[^/?#]*)|(?!//))(?P<path>/[^?#]*)", re.IGNORECASE)
_VERBATIM = "//?/"  # the prefix in Windows of a path of any length
_LONGEST = 32_767 if os.name == "nt" else 4_096
_DRIVE = re.compile(r"/([A-Za-z]):")


def to_uri(path: PurePath) -> str:
    """Return the `file:` URI of an absolute path; everything but letters, digits and `-._~/` is percent-encoded."""
    if not path.is_absolute():
        raise ValueError(f"{path} is not an absolute path")
    text = path.as_posix()
    if not isinstance(path, PureWindowsPath):
        return "file://" + quote_from_bytes(os.fsencode(text))
    if text.startswith(_VERBATIM):
        text = text.removeprefix(_VERBATIM)
        text = "/" + text.removeprefix("UNC") if text.startswith("UNC/") else text
    drive, rest = (f"///{text[:2]}", text[2:]) if text[1:2] == ":" else ("", text)
    return f"file:{drive}{quote_from_bytes(os.fsencode(rest))}"


def place_of(uri: str) -> PurePath | str:
    """Return the file that a URI names, however it is spelled; the URI itself where that is no `file:` URI of ours."""
    try:
        return to_path(uri)
    except InvalidQuery:
        return uri


def check_length(path: str, field: str, what: str = "a path") -> None:
    """Raise `InvalidQuery` for a path longer than any: each of its thousands of folders would be looked at."""
    if len(path) > _LONGEST:
        raise InvalidQuery(field, f"is {what} of {len(path):,} characters; no path is that long")


def to_path(uri: str, field: str = "uri", *, is_windows: bool = os.name == "nt") -> Path:
    """Return the path of a `file:` URI. Raises `InvalidQuery` naming `field`.

    `;` and percent-encoded `#`, `?` and `%` belong to the path; a bare `#` or `?` ends it.
    """
    match = _FILE_URI.match(uri)
    if match is None:
        raise InvalidQuery(field, f"{uri!r} is not an absolute file URI")
    host = (match["host"] or "").lower()
    try:
        path = os.fsdecode(unquote_to_bytes(match["path"]))
    except UnicodeDecodeError:  # on Windows, whose names are text
        raise InvalidQuery(field, f"{uri!r} is not UTF-8") from None
    if "\0" in path:
        raise InvalidQuery(field, f"{uri!r} holds a NUL character")
    check_length(path, field, "the URI of a path")
    if is_windows:
        drive = _DRIVE.match(path)
        path = f"{drive[1].upper()}:{path[3:] or '/'}" if drive else path
        if host not in ("", "localhost"):
            path = f"//{host}{path}"
        return Path(path.replace("/", "\\"))
    if host not in ("", "localhost"):
        raise InvalidQuery(field, f"{uri!r} names another machine")
    return Path(path)
