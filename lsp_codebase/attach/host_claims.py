"""The choice of the process that will serve an index: one of those that come at one moment; the others find a door.

A claim is a lock on one byte of one file, at an offset of the index, on Windows a named object; the system drops it
with its process.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lsp_codebase.attach.liveness import is_stopped
from lsp_codebase.attach.rendezvous import NoPlace, address_of, make_place

CLAIM_S = 30.0
"""A claim ends then at the latest: a process that has opened no door by now may never do so."""
_NAME = "claims"
_files: dict[str, int] = {}  # open for the life of this process: closing one would drop all locks on it
_ends: dict[str, threading.Timer] = {}  # of the claims of this process, by the address of the door
_changing = threading.Lock()


def claim(index_directory: Path) -> bool:
    """Return whether this process is to serve an index, that is, whether no other is about to.

    One that was stopped, as by Ctrl+Z, is not waited for, where the system tells (Linux).
    """
    try:
        address = address_of(index_directory)
        make_place(address)
        is_ours = _lock(address) or _is_stopped(address)
    except (OSError, NoPlace):  # there is no place, so nobody waits for us either
        return True
    if is_ours:
        _end_after(address, CLAIM_S)
    return is_ours


def settle(index_directory: Path) -> None:
    """End a claim, if there is one: the door is open, or this process is not to open it."""
    with suppress(OSError, NoPlace):
        _end(address_of(index_directory))


def end_claims_after(seconds: float) -> None:
    """Have all claims of this process end after so long from now, whatever was said before."""
    for address in _claimed():
        _end_after(address, seconds)


def settle_others(index_directories: Iterable[Path]) -> None:
    """End the claims of this process but those on some indexes: it opens no others."""
    with suppress(OSError, NoPlace):
        for address in _claimed().difference(map(address_of, index_directories)):
            _end(address)


def _claimed() -> set[str]:
    with _changing:
        return {*_ends}


def _end_after(address: str, seconds: float) -> None:
    timer = threading.Timer(seconds, _end, (address,))
    timer.daemon = True
    with _changing:
        before = _ends.get(address)
        _ends[address] = timer
    if before is not None:
        before.cancel()
    timer.start()


def _end(address: str) -> None:
    with _changing:
        timer = _ends.pop(address, None)
    if timer is not None:
        timer.cancel()
    with suppress(OSError):
        _unlock(address)


if sys.platform == "win32":
    import ctypes
    from functools import cache

    _ALREADY_EXISTS = 183
    _made: dict[str, ctypes.c_void_p] = {}

    @cache
    def _kernel() -> ctypes.WinDLL:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateMutexW.restype = ctypes.c_void_p
        return kernel

    def _lock(address: str) -> bool:
        """Make an object of that name, which is there for as long as a process has it open."""
        if address in _made:
            return True
        made = ctypes.c_void_p(_kernel().CreateMutexW(None, False, "Local\\" + address.rpartition("\\")[2]))
        if not made:
            raise ctypes.WinError(ctypes.get_last_error())
        if ctypes.get_last_error() == _ALREADY_EXISTS:
            _kernel().CloseHandle(made)
            return False
        _made[address] = made
        return True

    def _unlock(address: str) -> None:
        _kernel().CloseHandle(_made.pop(address, None))

    def _is_stopped(address: str) -> bool:
        return False

else:
    import fcntl
    import struct

    _FLOCK = "hhqqi"  # as on Linux: type, whence, start, length, process

    def _lock(address: str) -> bool:
        directory = os.path.dirname(address)
        if directory not in _files:
            flags = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
            _files[directory] = os.open(f"{directory}/{_NAME}", flags, 0o600)
        try:
            fcntl.lockf(_files[directory], fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _offset(address))
        except OSError:
            return False
        return True

    def _unlock(address: str) -> None:
        file = _files.get(os.path.dirname(address))
        if file is not None:
            fcntl.lockf(file, fcntl.LOCK_UN, 1, _offset(address))

    def _is_stopped(address: str) -> bool:
        """Whether the process that holds a claim was stopped."""
        if sys.platform != "linux":
            return False
        asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, _offset(address), 1, 0)
        held = fcntl.fcntl(_files[os.path.dirname(address)], fcntl.F_GETLK, asked)
        return is_stopped(struct.unpack(_FLOCK, held)[-1])

    def _offset(address: str) -> int:
        digest = os.path.basename(address).partition(".")[0]
        return int(digest[:15], 16)  # 60 bits: an offset has 63
