"""The console of Windows, which writes escapes out as they are until it is told to understand them."""

from __future__ import annotations

import ctypes
import sys
from typing import TextIO

_UNDERSTANDS_ESCAPES = 0x4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


def understands_escapes(stream: TextIO) -> bool:
    """Whether the terminal that a stream leads to understands escapes from now on."""
    if sys.platform != "win32":
        return True
    import msvcrt

    console, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    try:
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno()))
    except OSError:  # something of this process that stands for a terminal
        return True
    if not console.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(console.SetConsoleMode(handle, mode.value | _UNDERSTANDS_ESCAPES))
