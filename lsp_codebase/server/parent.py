"""Watching the process that started us: a server whose editor has died must not live on."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable

PERIOD_S = 0.8
"""The pause between looks where the system does not tell."""
_FOREVER_MS = 0xFFFF_FFFF  # INFINITE


def watch(pid: int | None, on_death: Callable[[], None]) -> None:
    """Call `on_death` on a thread of its own once the process is gone.

    No id, or our own (jdt.ls #2499), is not watched.
    """
    if pid is None or pid <= 0 or pid == os.getpid():
        return

    def run() -> None:
        wait_for_end(pid)
        on_death()

    threading.Thread(target=run, name="parent", daemon=True).start()


def wait_for_end(pid: int) -> None:
    """Return once the process is gone: at once where the system tells (Linux, Windows), else after a look."""
    if sys.platform == "linux":
        try:
            handle = os.pidfd_open(pid)
        except (OSError, OverflowError):  # gone already, or forbidden, or an old kernel: looking tells
            pass
        else:
            watched = select.poll()
            watched.register(handle, select.POLLIN)
            watched.poll()
            os.close(handle)
            return
    if sys.platform == "win32" and not _is_alive_on_windows(pid, _FOREVER_MS):  # nobody else gets its id meanwhile
        return
    while is_alive(pid):
        time.sleep(PERIOD_S)


def is_alive(pid: int) -> bool:
    """Whether a process with this id exists."""
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _is_alive_on_windows(pid: int, wait_ms: int = 0) -> bool:  # os.kill(pid, 0) would send CTRL_C_EVENT there
    """Whether a process is still there after so long, or when we may not look at it."""
    import ctypes

    synchronize, wait_timeout, access_denied = 0x0010_0000, 0x102, 5
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return bool(ctypes.get_last_error() == access_denied)  # type: ignore[attr-defined,unused-ignore]
    alive = kernel.WaitForSingleObject(handle, wait_ms) == wait_timeout
    kernel.CloseHandle(handle)
    return bool(alive)
