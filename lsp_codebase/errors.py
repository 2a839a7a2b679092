"""Every error a caller of the core may see. No LSP codes here: `server/` maps them.

    CodebaseError
      InvalidQuery        a field of a request is wrong; names the field and the fix
      UnknownRoot         a path lies outside every workspace folder
      IndexUnavailable    the index cannot be opened or written; carries a hint
      ModelUnavailable    the embedding model cannot be loaded; search goes on without vectors
      Cancelled           the caller asked to stop

Messages start lower case, name the thing and the fix, and have no final full stop.
"""

from __future__ import annotations


class CodebaseError(Exception):
    """Base of every error raised on purpose by this package."""


class InvalidQuery(CodebaseError):
    """A request field is wrong.

    `field` is its name as the client wrote it (camelCase, dotted for nested fields).
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class UnknownRoot(CodebaseError):
    """A path or URI lies outside every workspace folder."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is outside every workspace folder; open its folder first")
        self.path = path


class IndexUnavailable(CodebaseError):
    """The index on disk cannot be opened or written."""

    def __init__(self, cause: str, hint: str) -> None:
        super().__init__(f"{cause}; {hint}")
        self.cause = cause
        self.hint = hint


class ModelUnavailable(CodebaseError):
    """The embedding model named by the settings cannot be loaded."""


class Cancelled(CodebaseError):
    """The caller cancelled; whatever was finished before is kept."""

    def __init__(self) -> None:
        super().__init__("cancelled")
