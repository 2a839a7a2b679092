"""The owner of the process at the other end of a named pipe: Windows lets any user make, or open, one of any name.

It is checked before anything is read or written: a process of another user that had taken the name would learn queries
and answer as it likes.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cached_property
from typing import Any

_QUERY_PROCESS = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_QUERY_TOKEN = 0x0008  # TOKEN_QUERY
_TOKEN_USER = 1  # of TOKEN_INFORMATION_CLASS
_MOST_BYTES = 256  # of a TOKEN_USER and the SID behind it, which has 68 at most

Numbered = Callable[[Any, Any], int]
"""Takes a pipe and a place for the id of a process; returns 0 where it fails."""


class PipeUsers:
    """Tells by their SIDs whether processes are of the user of this one. Any thread may call."""

    def __init__(self, kernel: Any = None, security: Any = None) -> None:
        """`kernel` and `security` stand for kernel32.dll and advapi32.dll."""
        self._kernel = kernel or ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
        self._security = security or ctypes.WinDLL("advapi32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
        self._kernel.OpenProcess.restype = ctypes.c_void_p  # else a handle is cut to 32 bits

    def is_server_ours(self, pipe: int) -> bool:
        """Whether the process that made a pipe is of this user."""
        return self._is_ours(self._kernel.GetNamedPipeServerProcessId, pipe)

    def is_client_ours(self, pipe: int) -> bool:
        """Whether the process that opened a pipe is of this user."""
        return self._is_ours(self._kernel.GetNamedPipeClientProcessId, pipe)

    @cached_property
    def _own(self) -> bytes | None:
        return self._user_of(os.getpid())

    def _is_ours(self, number_of: Numbered, pipe: int) -> bool:
        pid = ctypes.c_ulong()
        if not number_of(ctypes.c_void_p(pipe), ctypes.byref(pid)):
            return False
        user = self._user_of(pid.value)
        return user is not None and user == self._own

    def _user_of(self, pid: int) -> bytes | None:
        """Return the SID of the user of a process, None where we may not know."""
        process = self._kernel.OpenProcess(_QUERY_PROCESS, False, pid)
        if not process:
            return None
        try:
            return self._user_of_process(ctypes.c_void_p(process))
        finally:
            self._kernel.CloseHandle(ctypes.c_void_p(process))

    def _user_of_process(self, process: ctypes.c_void_p) -> bytes | None:
        token = ctypes.c_void_p()
        if not self._security.OpenProcessToken(process, _QUERY_TOKEN, ctypes.byref(token)):
            return None
        try:
            user, used = ctypes.create_string_buffer(_MOST_BYTES), ctypes.c_ulong()
            known = self._security.GetTokenInformation(token, _TOKEN_USER, user, _MOST_BYTES, ctypes.byref(used))
            sid = ctypes.c_void_p.from_buffer(user)  # a TOKEN_USER begins with a pointer to it
            return ctypes.string_at(sid, self._security.GetLengthSid(sid)) if known else None
        finally:
            self._kernel.CloseHandle(token)
