"""Every module is imported as on systems that lack some of what Linux has: none dies of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lsp_codebase

pytestmark = [
    pytest.mark.slow,  # all of it is imported three times
    pytest.mark.skipif(sys.platform != "linux", reason="acts other systems on Linux"),
]

# First as it is: what libraries do at import is theirs. Then our modules alone, once more for each system.
PROGRAM = """
import importlib, json, os, pkgutil, select, signal, socket, sys
import lsp_codebase

NAMES = [module.name for module in pkgutil.walk_packages(lsp_codebase.__path__, "lsp_codebase.")]
NAMES.remove("lsp_codebase.__main__")
ABSENT = {
    "darwin": (
        [],
        {os: ["pidfd_open", "sched_getaffinity", "posix_fadvise", "memfd_create"], socket: ["SO_PEERCRED"]},
    ),
    "win32": (
        ["fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"],
        {
            os: [name for name in dir(os) if name.startswith(("O_NO", "O_CLO", "O_DIR", "sched_", "set_bl", "pidfd"))]
            + ["fork", "geteuid", "getgid", "getuid", "getpgid", "killpg", "mkfifo", "nice", "sysconf", "uname"],
            select: ["poll", "epoll", "POLLIN"],
            signal: ["SIGKILL", "SIGHUP", "SIGCHLD", "SIGPIPE", "SIGALRM", "SIGSTOP", "SIGUSR1"],
            socket: ["AF_UNIX", "SO_PEERCRED"],
        },
    ),
}

def forget():
    for name in [name for name in sys.modules if name.split(".")[0] == "lsp_codebase"]:
        del sys.modules[name]

for name in NAMES:
    importlib.import_module(name)
died = []
for platform, (modules, attributes) in ABSENT.items():
    forget()
    sys.platform = platform
    sys.modules.update(dict.fromkeys(modules))
    for owner, names in attributes.items():
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    for name in NAMES:
        try:
            importlib.import_module(name)
        except Exception as error:
            died.append(f"{platform}: {name}: {error!r}")
json.dump({"died": died, "modules": len(NAMES)}, sys.stdout)
"""


def test_no_module_dies_on_import_on_macos_or_windows() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["died"] == []
    files = [*Path(lsp_codebase.__file__).parent.rglob("*.py")]
    assert told["modules"] == len(files) - len(["__init__.py", "__main__.py"])
