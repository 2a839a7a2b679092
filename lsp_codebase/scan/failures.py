"""Why an entry of a file system cannot be looked at or read, and whether a later look may tell more."""

from __future__ import annotations

import errno
import os

_MOMENTARY = (
    "EMFILE",
    "ENFILE",
    "ENOMEM",
    "EAGAIN",
    "EIO",
    "ESTALE",
    "ETIMEDOUT",
    "ENOTCONN",
    "EHOSTDOWN",
    "EHOSTUNREACH",
)
# Windows has numbers of its own, and words for them in the language of the user. Some of them Python takes for a file
# that is not there.
_IN_USE, _AWAY, _SHORT = "used by another program", "its drive is away", "the system is short of something"
_OF_WINDOWS = (
    dict.fromkeys((32, 33), _IN_USE)
    | dict.fromkeys((21, 53, 54, 55, 59, 64, 67, 121, 1117, 1167, 1222, 1231, 1232), _AWAY)
    | dict.fromkeys((362, 388, 426), _AWAY)  # of a cloud
    | dict.fromkeys((4, 8, 1450), _SHORT)
)
_NO_NAMES = (123, 161)  # such as `a?b`, which git may track all the same
_PASSING = frozenset(
    {os.strerror(getattr(errno, name)).lower() for name in _MOMENTARY if hasattr(errno, name)} | {*_OF_WINDOWS.values()}
)


def reason_of(error: Exception) -> str:
    """Return why a call failed, in small letters."""
    if not isinstance(error, OSError):
        return str(error)
    return _OF_WINDOWS.get(_number(error), (error.strerror or str(error)).lower())


def is_absence(error: Exception) -> bool:
    """Whether a call failed since there is no such entry."""
    is_missing = isinstance(error, (FileNotFoundError, NotADirectoryError)) or _number(error) in _NO_NAMES
    return is_missing and not is_passing(reason_of(error))


def is_passing(reason: str) -> bool:
    """Whether nobody can tell at the moment: too many files are open, or a network drive is away."""
    return reason in _PASSING


def _number(error: Exception) -> int:
    return getattr(error, "winerror", None) or 0
