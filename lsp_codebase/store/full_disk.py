"""Telling passing errors, such as a disk that takes nothing more, from damaged files: only these are rebuilt."""

from __future__ import annotations

import errno

ERRORS = "the disk reports errors"
"""May be said of reading as well; then the unreadable file is of no use."""

_FREE, _ELSEWHERE = "free disk space or set index.location", "set index.location to a folder you can write"
_OPEN_MORE = "raise the limit of open files, as with ulimit -n"
_KNOWN = {
    errno.ENOSPC: ("the disk is full", _FREE),
    errno.EDQUOT: ("the disk quota is used up", _FREE),
    errno.EFBIG: ("files may not grow any further", _FREE),
    errno.EROFS: ("the file system is read-only", _ELSEWHERE),
    errno.EACCES: ("permission is denied", _ELSEWHERE),
    errno.EPERM: ("permission is denied", _ELSEWHERE),
    errno.EIO: (ERRORS, _ELSEWHERE),
    errno.EMFILE: ("too many files are open", _OPEN_MORE),
    errno.ENFILE: ("too many files are open", _OPEN_MORE),
}


def reason(error: BaseException) -> str | None:
    """Return why nothing can be written if `error`, or its cause, says that; else None."""
    known = _known(error)
    return known and known[0]


def hint(error: BaseException) -> str:
    """Return what to do about an error of writing."""
    known = _known(error)
    return known[1] if known else _FREE


def _known(error: BaseException) -> tuple[str, str] | None:
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in _KNOWN:
            return _KNOWN[seen.errno]
        seen = seen.__cause__ or seen.__context__
    return None
