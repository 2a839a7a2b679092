"""Waiting for what comes sooner or later."""

import time
from collections.abc import Callable

LONG_S = 240.0  # against "for ever", on a busy machine


def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LONG_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
