"""What the server touches on a machine: under strace, everything that is opened, written, executed or connected to.

The lists below are all of it. A new entry needs a reason that a cautious reader accepts.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import lsp_codebase

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import SERVE, RawClient

PACKAGE = Path(lsp_codebase.__file__).resolve().parents[1]
STRACE, GIT = shutil.which("strace"), shutil.which("git")

pytestmark = [
    pytest.mark.skipif(not STRACE, reason="looks at system calls; install strace (Linux)"),
    pytest.mark.skipif(not GIT, reason="the workspace is a git repository; install git"),
]

OPENING = "open,openat,openat2,creat"
CHANGING = "mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate"
CHANGING += ",chmod,fchmodat,chown"
TALKING = "connect,bind,listen,accept,accept4,sendto"
RUNNING = "execve,execveat"

PYTHON = {
    os.path.realpath(path) for path in (sys.prefix, sys.base_prefix, *sys.path) if path and "security" not in path
}
"""The Python installation, its virtual environment and what it imports from."""

READ = {
    "shared libraries": r"/lib|/lib64|/usr/lib|/usr/lib64|/usr/local/lib|/etc/ld\.so\.(cache|preload)|/opt/.*\.so.*",
    "language and time zone": r"/usr/share/(locale|zoneinfo|i18n).*|/etc/(localtime|timezone|locale.*)",
    "this process": r"/proc/(self|thread-self|\d+)/(maps|stat|statm|status|fd|cgroup|mountinfo|mounts|task)",
    "where a git of ours waits": r"/proc/\d+/wchan",
    "how much machine there is": r"/proc/(cpuinfo|meminfo|stat|filesystems|version|sys/(vm|kernel)/.*)"
    r"|/sys/(devices/system|fs/cgroup|kernel/mm)",
    "nothing, and chance": r"/dev/(null|urandom|random)",
    "git's own configuration and templates": r"/etc/gitconfig|/usr/(local/)?share/git-core",
    "names of users": r"/etc/(passwd|nsswitch\.conf|group)",
    "defaults of OpenSSL, which Python's hashes come with": r"/etc/ssl/openssl\.cnf|/usr/local/ssl/openssl\.cnf",
}
"""What may be read outside of the workspace and the cache: paths or folders, and why they are read."""

DOORS = "run/lsp-codebase"
"""Where the sockets lie through which this user's other processes ask, below the home that is given."""

_CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+|\?)")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)(?:<([^>]*)>)?, )?"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Call:
    """One system call: its name, the absolute paths among its arguments, all arguments, and whether it succeeded."""

    name: str
    paths: tuple[str, ...]
    arguments: str
    is_done: bool

    @property
    def changes(self) -> bool:
        return self.name in CHANGING.split(",") or bool(
            re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", self.arguments)
        )


def calls(folder: Path, cwd: Path) -> Iterator[Call]:
    """Yield all calls of all processes."""
    for log in sorted(folder.iterdir()):
        for line in log.read_text(errors="replace").splitlines():
            if match := _CALL.match(line):
                name, arguments, returned = match.groups()
                paths = tuple(
                    os.path.normpath(os.path.join(base or cwd, path)) for base, path in _PATH.findall(arguments)
                )
                yield Call(name, paths, arguments, not returned.startswith("-"))


def hostile_workspace(folder: Path) -> Path:
    """Write a repository that names programs wherever a configuration may name one, and shadows what is imported."""
    root = folder / "root"
    root.mkdir()
    subprocess.run([str(GIT), "init", "-q", str(root)], check=True)
    program = root / "run-me"
    program.write_text(f"#!/bin/sh\ntouch {folder}/ran\n")
    program.chmod(0o755)
    shutil.copy(program, root / "git")
    keys = (
        "core.fsmonitor",
        "core.sshCommand",
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.gitProxy",
        "diff.external",
    )
    keys += (
        "credential.helper",
        "gpg.program",
        "filter.f.clean",
        "filter.f.smudge",
        "filter.f.process",
        "core.alternateRefsCommand",
    )
    for key in keys:
        subprocess.run([str(GIT), "-C", str(root), "config", key, str(program)], check=True)
    subprocess.run([str(GIT), "-C", str(root), "config", "core.hooksPath", str(root)], check=True)
    for hook in ("post-index-change", "pre-auto-gc", "fsmonitor-watchman"):
        shutil.copy(program, root / hook)
    (root / ".gitattributes").write_text("* filter=f diff=f\n")
    for module in ("json", "numpy", "sitecustomize", "usercustomize", "lsp_codebase", "tree_sitter"):
        (root / f"{module}.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\n")
    (root / ".vscode").mkdir()
    (root / ".vscode/settings.json").write_text(json.dumps({"lspCodebase.log.file": str(folder / "ran")}))
    (root / ".env").write_text("SECRET=1\n")
    (root / "link.py").symlink_to("/etc/hostname")
    (root / "folder_link").symlink_to("/etc")
    (root / "good.py").write_text("def found_by_the_test():\n    return 1\n")
    return root


beside_filelock = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="the last filelock for Python 3.10 tries links in the folder for temporary files"
)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Call], Path, Path]:
    """Do the main job under strace; return the calls, the folder of the workspace and the one of the user."""
    folder = tmp_path_factory.mktemp("touches").resolve()
    home, logs, place = folder / "home", folder / "logs", folder / "place"
    for new in (home, logs, place, home / "run"):
        new.mkdir()
    root = hostile_workspace(place)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "LANG": "C.UTF-8",
    }
    environment |= {
        "PYTHONPATH": str(PACKAGE),
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # other tests compile the package meanwhile
    traced_calls = ",".join((OPENING, CHANGING, TALKING, RUNNING))
    strace = [
        str(STRACE),
        "-ff",
        "-y",
        "-s",
        "4096",
        "-e",
        f"trace=?{traced_calls.replace(',', ',?')}",
        "-o",
        str(logs / "log"),
    ]
    launcher = home / "bin/serve.py"  # as a console script: the folder it is started in is no place to import from
    launcher.parent.mkdir()
    launcher.write_text(SERVE)
    client = RawClient([*strace, sys.executable, str(launcher)], env=environment, cwd=root)
    try:
        client.initialize(rootUri=root.as_uri())
        client.wait_until_indexed()
        hits = client.result("codebase/hybridSearch", {"query": "found by the test", "pack": "context"})
        assert hits["hits"]
        assert client.result("workspace/symbol", {"query": "found_by_the_test"})
        client.result("codebase/directoryTree", {"symbols": True})
        client.result("codebase/listFiles", {"maxResults": 100})
        client.result("codebase/listDirectory", {"uri": root.as_uri()})
        client.result("codebase/readFile", {"uri": (root / "good.py").as_uri()})
        client.result("codebase/doctor", {"repair": True})
        (root / "good.py").write_text("def found_later():\n    return 2\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": (root / "good.py").as_uri()}})
        client.wait_for(lambda: client.result("workspace/symbol", {"query": "found_later"}))
        client.close()
    finally:
        client.kill()
    return [*calls(logs, root)], place, home


def within(path: str, folder: Path | str) -> bool:
    return path == str(folder) or path.startswith(f"{folder}/")


def test_nothing_of_the_workspace_is_executed(traced: tuple[list[Call], Path, Path]) -> None:
    seen, place, _ = traced
    run = {call.paths[0] for call in seen if call.name in RUNNING.split(",") and call.is_done}
    allowed = {sys.executable, os.path.realpath(sys.executable), str(GIT)}
    assert run <= allowed, run - allowed
    assert str(GIT) in run, "git was not asked: the test would see nothing"
    assert not (place / "ran").exists()


def test_nothing_is_connected_to_but_the_door_of_the_index(traced: tuple[list[Call], Path, Path]) -> None:
    seen, _, home = traced
    talked = [call for call in seen if call.name in TALKING.split(",")]
    door = re.compile(rf'\d+<(.*)>, {{sa_family=AF_UNIX, sun_path="{re.escape(str(home / DOORS))}/\w+\.sock~?"}}, \d+')
    at_door = {match[1] for call in talked if (match := door.fullmatch(call.arguments))}

    def is_ours(call: Call) -> bool:
        if call.name == "sendto":  # a byte to itself, over a pair of sockets without a name: one thread wakes another
            return call.arguments.endswith("1, 0, NULL, 0")
        if call.name in ("connect", "bind"):
            return door.fullmatch(call.arguments) is not None
        return any(f"<{socket}>" in call.arguments for socket in at_door)

    assert {f"{call.name}({call.arguments})" for call in talked if not is_ours(call)} == set()
    assert any(call.name == "listen" for call in talked), "no door was opened: the test would see nothing"


@beside_filelock
def test_only_the_cache_is_written(traced: tuple[list[Call], Path, Path]) -> None:
    seen, _, home = traced
    changed = {path for call in seen if call.changes for path in call.paths}
    assert {path for path in changed if not within(path, home / "cache") and not within(path, home / DOORS)} <= {
        "/dev/null"
    }


@beside_filelock
def test_nothing_else_is_opened_than_what_the_list_names(traced: tuple[list[Call], Path, Path]) -> None:
    seen, place, home = traced
    opened = {path for call in seen if call.name in OPENING.split(",") for path in call.paths[:1]}
    allowed = re.compile(f"(?:{'|'.join(READ.values())})(?:/.*)?")
    ours = {
        str(home / "bin"),
        str(place / "root"),
        str(home / "cache"),
        str(home / DOORS),
        str(home / ".gitconfig"),
        str(home / ".config/git"),
        str(PACKAGE),
        *PYTHON,
    }
    rest = {path for path in opened if not allowed.fullmatch(path) and not any(within(path, one) for one in ours)}
    assert rest == set()
    assert str(place / "root/good.py") in opened, "the workers were not looked at"


def test_no_secret_and_nothing_behind_a_link_is_opened(traced: tuple[list[Call], Path, Path]) -> None:
    seen, place, _ = traced
    opened = {path for call in seen if call.name in OPENING.split(",") and call.is_done for path in call.paths[:1]}
    refused = [place / "root" / name for name in (".env", "link.py", "folder_link")]
    assert not {path for path in opened if any(within(path, one) for one in refused)}
