"""The only place that runs git, and the limits of its work there: it reads the repository in question, and answers.

A repository may come from anybody, and git takes orders from it: programs to run, places to fetch from, files to read.
Threats without a switch in git are held by limits of time, memory and output.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from lsp_codebase.model import UNCANCELLED, CancelToken

LISTING_S = 30.0
"""For the names of all tracked files: 80,000 take a twentieth of a second, and a few seconds from a cold disk."""
ANSWER_S = 5.0

_OUTPUT_BYTES = 64_000_000  # the names of a million files
_MEMORY_BYTES = 2_000_000_000  # a compressed index may say in a few bytes that each name is a megabyte long
_CPU_S = 60
_STEP_S = 0.05
_PAUSE_S = 60.0

# On the command line these win over every file of configuration.
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "false",
    "core.askPass": "",
    "credential.helper": "",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",  # a folder that only looks like a git directory is none
}
_OPTIONS = ("--no-pager", *(part for item in _SETTINGS.items() for part in ("-c", "=".join(item))))

_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",  # no transport has that name: nothing is fetched, whatever a remote is called
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_TRACE2": "0",  # traces are for the user's own runs of git
    "GIT_TRACE2_EVENT": "0",
    "GIT_TRACE2_PERF": "0",
}

# The user says which files are the user's configuration. All else is about one command: git sets `GIT_DIR` and
# `GIT_INDEX_FILE` for the editor that it opens for a message, and they would be about another repository here.
_KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"})

_APPLE_STUB = "/usr/bin/git"
_APPLE_TOOLS = (
    "/var/db/xcode_select_link",  # to the tools that the user chose
    "/Library/Developer/CommandLineTools",
    "/Applications/Xcode.app/Contents/Developer",
)

_under_way: set[subprocess.Popen[bytes]] = set()
_silent: dict[tuple[Path, str], float] = {}  # directories whose git did not answer in time, the subject, and the time


def ask_git(
    workspace: Path,
    directory: Path,
    *arguments: str,
    limit_s: float,
    cancel: CancelToken = UNCANCELLED,
    about: str = "",
) -> bytes | None:
    """Return git's output in `directory`, or None where it fails, is missing, or says too much or nothing in time.

    A program that lies in the `workspace` is not taken for git. Where git was too slow it is not asked again for a
    minute, or, with `about`, not about that. Blocks for `limit_s` at most, on Linux not for a FIFO
    in the place of a file of the repository.

    Raises:
        Cancelled: if asked to stop; git is ended first.
    """
    program = _program(workspace)
    if program is None or was_too_slow(directory, about):
        return None
    try:
        process = _start([program, *_OPTIONS, "-C", str(directory), *arguments])
    except (OSError, ValueError):  # the second: a name with a NUL
        return None
    said: list[bytes] = []
    reader = threading.Thread(target=_read, args=(process, said), name="git", daemon=True)
    try:
        _limit(process)
        reader.start()
        until = time.monotonic() + limit_s
        while reader.is_alive() and time.monotonic() < until and not _waits_at_fifo(process):
            cancel.check()
            reader.join(_STEP_S)
        if reader.is_alive() or not said or len(said[0]) > _OUTPUT_BYTES:
            raise subprocess.TimeoutExpired(arguments, limit_s)
        return said[0] if process.wait(max(0.0, until - time.monotonic())) == 0 else None
    except subprocess.TimeoutExpired:
        _silent[directory, about] = time.monotonic()
        return None
    finally:
        _end(process)


def path_told(said: bytes) -> str:
    """Return a path that git told; `os.fsdecode` fails on Windows for one that is not UTF-8, as other systems have."""
    return said.decode(sys.getfilesystemencoding(), "surrogateescape")


def was_too_slow(directory: Path, about: str = "") -> bool:
    """Whether git did not answer in time in the last minute: where it said nothing, there may be something to say."""
    return time.monotonic() - _silent.get((directory, about), -_PAUSE_S) < _PAUSE_S


def _program(workspace: Path) -> str | None:
    """Return the path of git: of absolute entries of PATH only, and of none below the workspace.

    Windows itself would look in the current folder first, which an editor may have set to the workspace.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for entry in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(entry) and not Path(entry).is_relative_to(workspace):
            found = shutil.which(os.path.join(entry, name))
            if found == _APPLE_STUB and sys.platform == "darwin":
                found = _behind_stub()
            if found is not None:
                return found
    return None


def _behind_stub() -> str | None:
    """Return the git of macOS itself. Where there is none, the program of that name asks the user to install one."""
    found = (shutil.which(os.path.join(tools, "usr", "bin", "git")) for tools in _APPLE_TOOLS)
    return next(filter(None, found), None)


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    named_so = ("GIT_", "LSP_CODEBASE_")  # ours hold tokens
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(named_so) or name in _KEPT}
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=inherited | _ENVIRONMENT,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    _under_way.add(process)
    return process


def _limit(process: subprocess.Popen[bytes]) -> None:
    """Limit memory and work where that can be done from outside; the limits outlive this process."""
    if sys.platform == "linux":
        import resource

        for kind, most in ((resource.RLIMIT_AS, _MEMORY_BYTES), (resource.RLIMIT_CPU, _CPU_S)):
            try:
                resource.prlimit(process.pid, kind, (most, most))
            except (OSError, ValueError):  # it has ended, or a lower limit stands
                pass


def _waits_at_fifo(process: subprocess.Popen[bytes]) -> bool:
    """Whether git opened a FIFO that nobody writes to, as Linux calls that place in itself: it would wait for ever."""
    try:
        with open(f"/proc/{process.pid}/wchan", "rb") as place:
            return place.read() == b"wait_for_partner"
    except OSError:
        return False


def _read(process: subprocess.Popen[bytes], said: list[bytes]) -> None:
    assert process.stdout is not None
    with process.stdout as output:  # closed here: closing a file that another thread reads waits for that thread
        said.append(output.read(_OUTPUT_BYTES + 1))


def _end(process: subprocess.Popen[bytes]) -> None:
    _under_way.discard(process)
    if process.poll() is not None:
        return
    try:
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass
    process.wait()


@atexit.register
def _end_all() -> None:
    for process in list(_under_way):
        _end(process)
