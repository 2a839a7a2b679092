"""The end of a burst of changes: a save alone is taken at once, a checkout or a rebase as one batch."""

from __future__ import annotations

import time
from collections.abc import Callable

_ALONE_S = 0.015  # an editor that saves several files at once has marked them by then
_LONGEST_S = 0.5  # a file that is written without end must not hold up saved ones
_LONGEST_GIT_S = 30.0
_GIT_POLL_S = 0.02


def wait_for_quiet(
    marks: Callable[[], int], is_git_busy: Callable[[], bool], quiet_s: float, rest: Callable[[float], None]
) -> None:
    """Return when no mark was added for a moment, which is `quiet_s` long once there was a second one.

    `marks` counts the marks so far; `rest` sleeps, and returns early when all work is to end. While git changes
    the work tree nothing is read: it would be read twice.
    """
    begin = time.monotonic()
    pause = min(_ALONE_S, quiet_s)
    while True:
        before = marks()
        rest(pause)
        waited = time.monotonic() - begin
        if is_git_busy() and waited < _LONGEST_GIT_S:
            pause = max(quiet_s, _GIT_POLL_S)
        elif marks() == before or waited > _LONGEST_S:
            return
        else:
            pause = quiet_s
