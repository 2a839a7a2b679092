"""Errors of the tables, as types. LanceDB raises RuntimeError, ValueError and OSError for one broken file.

It passes on the system's words in texts alone, without a number: this module, and no other, reads them.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from lsp_codebase.errors import IndexUnavailable


class StoreUnreadable(Exception):
    """Files of the index are damaged or lost: their rows are to be made again."""


class StoreBlocked(OSError):
    """The system refuses to read or write the index now; `errno` says why. The files are good as far as is known."""


class NotBegun(IndexUnavailable):
    """Another process is about to make the index that is to be read: its tables will be there in a moment."""


FROM_FILES = (StoreUnreadable, OSError)
"""The errors of damaged files, or of a system that refuses them; anything else is a mistake of ours."""

_NUMBER = re.compile(r"\(os error (\d+)\)")  # the end that Rust gives the message of a failed system call
_OF_WINDOWS = {
    4: errno.EMFILE,  # ERROR_TOO_MANY_OPEN_FILES
    5: errno.EACCES,  # ERROR_ACCESS_DENIED
    19: errno.EROFS,  # ERROR_WRITE_PROTECT
    23: errno.EIO,  # ERROR_CRC
    29: errno.EIO,  # ERROR_WRITE_FAULT
    30: errno.EIO,  # ERROR_READ_FAULT
    32: errno.EACCES,  # ERROR_SHARING_VIOLATION: a virus scanner or a backup reads the file
    33: errno.EACCES,  # ERROR_LOCK_VIOLATION
    39: errno.ENOSPC,  # ERROR_HANDLE_DISK_FULL
    112: errno.ENOSPC,  # ERROR_DISK_FULL
    1117: errno.EIO,  # ERROR_IO_DEVICE
    1224: errno.EACCES,  # ERROR_USER_MAPPED_FILE
    1295: errno.EDQUOT,  # ERROR_DISK_QUOTA_EXCEEDED
}
"""There these texts have its own numbers, of which Python makes all errors of a disk `EACCES`."""
_BLOCKING = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EROFS,
    errno.EACCES,
    errno.EPERM,
    errno.EMFILE,
    errno.ENFILE,
}


@contextmanager
def typed(name: str, *, writes: bool = False) -> Iterator[None]:
    """Turn any error that LanceDB raises in the block, about the table `name`, into one of the types above.

    A disk that reports errors blocks what `writes`, since the old rows are still good; unreadable rows are lost.
    """
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        text = str(error)
        number = _number(error, text)
        if number in _BLOCKING or (writes and number == errno.EIO):
            raise StoreBlocked(number, f"table {name}: {text}") from error
        raise StoreUnreadable(f"table {name}: {text}") from error


def _number(error: Exception, text: str) -> int | None:
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    found = _NUMBER.search(text)
    if found is None:
        return None
    return _OF_WINDOWS.get(int(found[1])) if os.name == "nt" else int(found[1])
