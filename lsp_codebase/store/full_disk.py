"""Telling passing errors, such as a disk that takes nothing more, from damaged files: only these are rebuilt."""

from __future__ import annotations

import errno

ERRORS = "the disk reports errors"
"""May be said of reading as well; then the unreadable file is of no use."""

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "files may not grow any further",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EIO: ERRORS,
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


def reason(error: BaseException) -> str | None:
    """Return why nothing can be written if `error`, or its cause, says that; else None."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in _REASONS:
            return _REASONS[seen.errno]
        seen = seen.__cause__ or seen.__context__
    return None
