"""The settings that each of our own processes makes for itself, before any library is loaded."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, cast

END_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")  # the user, the system, and a terminal that is closed
    if hasattr(signal, name)
]


def on_end_signal(end: Callable[[int], object]) -> None:
    """Have `end` called with the number of a signal that asks this process to end; by the main thread alone.

    Who starts a process by `nohup` does not want it to end with the terminal.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in END_SIGNALS:
        if not (number == getattr(signal, "SIGHUP", None) and signal.getsignal(number) is signal.SIG_IGN):
            signal.signal(number, lambda number, _: end(number))


def have_a_home() -> None:
    """Let the home of a user without one, as in a container with a user id of its own, be the root: so does Docker.

    Without it libraries raise where they look for a file of the user. In the root they find none, and may write none.
    """
    if os.path.expanduser("~") == "~":
        os.environ["HOME"] = os.sep


def leave_pandas_out() -> None:
    """Have no library load pandas, if the environment happens to have it.

    Arrow looks for it whenever it converts a list: 0.4 s of CPU and 56 MiB a process, and nothing of ours uses it.
    """
    sys.meta_path.insert(0, cast("Any", _NoPandas))


class _NoPandas:
    """A finder; its base class takes some milliseconds to import."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Tell that there is no pandas, and leave all other modules to other finders."""
        if name == "pandas":
            raise ModuleNotFoundError("pandas is left out", name=name)
