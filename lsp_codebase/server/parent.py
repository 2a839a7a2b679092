"""Watching the process that started us: a server whose editor has died must not live on."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

PERIOD_S = 2.0


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


def _is_alive_on_windows(pid: int) -> bool:  # os.kill(pid, 0) would send CTRL_C_EVENT there
    import ctypes

    synchronize, wait_timeout = 0x0010_0000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return False
    alive = kernel.WaitForSingleObject(handle, 0) == wait_timeout
    kernel.CloseHandle(handle)
    return bool(alive)


async def watch(pid: int | None, on_death: Callable[[], None], period_s: float = PERIOD_S) -> None:
    """Call `on_death` once the process is gone. No id, or our own (jdt.ls #2499), is not watched."""
    if pid is None or pid <= 0 or pid == os.getpid():
        return
    while is_alive(pid):
        await asyncio.sleep(period_s)
    on_death()
