"""The thread that reads the client's messages looks at no file, whatever it is told or asked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from raw_client import SERVE, RawClient

WATCH = """
import asyncio, builtins, functools, io, os, sys

def watch(module, name):
    real = getattr(module, name)
    def watched(*args, **options):
        if asyncio._get_running_loop() is not None:
            frame, calls = sys._getframe(1), []
            while frame is not None and len(calls) < 30:
                calls.append(f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}")
                frame = frame.f_back
            os.write(2, f"TOUCHED {name}{args[:1]} {' < '.join(calls)}\\n".encode())
        return real(*args, **options)
    setattr(module, name, functools.partial(watched))  # a function would become a method in pathlib of Python 3.10

for name in ("stat", "lstat", "open", "scandir", "listdir", "readlink", "access", "statvfs", "mkdir", "replace"):
    watch(os, name)
watch(builtins, "open")
watch(io, "open")
"""
TOUCHES = """
from pathlib import Path
here = Path.cwd()
async def touch():
    here.exists(), os.path.realpath("none"), list(here.iterdir()), os.path.isdir("x"), os.open(".", os.O_RDONLY)
    open(os.devnull).close()
    (here / "none").is_symlink()
    await asyncio.to_thread(os.stat, ".")
asyncio.run(touch())
"""


def touched(log: str) -> list[str]:
    """Return where the loop thread looked at files."""
    return [line for line in log.splitlines() if line.startswith("TOUCHED")]


def test_the_watch_sees_every_way_to_a_file() -> None:
    done = subprocess.run([sys.executable, "-c", WATCH + TOUCHES], capture_output=True, text=True, check=True)
    ways = {line.split("(")[0].removeprefix("TOUCHED ") for line in touched(done.stderr)}
    assert ways >= {"stat", "lstat", "open"}
    assert ways & {"scandir", "listdir"}
    assert "thread.py" not in done.stderr, "another thread may"


def test_no_message_makes_the_loop_thread_look_at_a_file(start: Callable[..., RawClient], tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    for folder in (root / "pkg", other):
        folder.mkdir(parents=True)
        (folder / "a.py").write_text("def first_function():\n    return 1\n")
        (folder / "ä.py").write_text("def größe():\n    return 1\n")
    (root / ".gitignore").write_text("*.o\n")
    link = tmp_path / "link"
    link.symlink_to(root)
    client = start((sys.executable, "-c", WATCH + SERVE), may_fork=False)
    client.initialize_watching(workspaceFolders=[{"uri": link.as_uri(), "name": "link"}])
    client.wait_until_indexed()
    ask_everything(client, link)
    edit(client, link / "pkg" / "a.py")
    changes = [{"uri": (link / "pkg" / f"new{n}.py").as_uri(), "type": 1} for n in range(400)]
    rules = [{"uri": (link / name).as_uri(), "type": 2} for name in (".gitignore", ".git/info/exclude", "pkg")]
    client.notify("workspace/didChangeWatchedFiles", {"changes": [*changes, *rules]})
    ask_everything(client, link)
    for added, removed in (([other], []), ([], [other]), ([other], [])):
        event = {
            "added": [{"uri": folder.as_uri(), "name": ""} for folder in added],
            "removed": [{"uri": folder.as_uri(), "name": ""} for folder in removed],
        }
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    for settings in ({"symbols.maxResults": 3}, {"index.exclude": ["*.txt"]}, {"log.level": "info"}):
        client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": settings}})
    client.wait_until_indexed()
    ask_everything(client, link)
    edit(client, other / "a.py")
    client.close()
    assert touched(client.log) == []


def edit(client: RawClient, path: Path) -> None:
    """Open, edit, save and close a document."""
    uri = path.as_uri()
    item = {"uri": uri, "languageId": "python", "version": 1, "text": "def first_function():\n    return 2\n"}
    client.notify("textDocument/didOpen", {"textDocument": item})
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    change = {"range": whole, "text": "# longer\n"}
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.result("codebase/readFile", {"uri": uri})
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def ask_everything(client: RawClient, root: Path) -> None:
    """Send every request once; several of them keep what they read for the next."""
    uri, folder = (root / "pkg" / "ä.py").as_uri(), {"uri": root.as_uri()}
    line = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    for method, params in (
        ("codebase/hybridSearch", {"query": "first function größe"}),
        ("codebase/similar", {"uri": uri, "range": line}),
        ("workspace/symbol", {"query": "first"}),
        ("workspace/symbol", {"query": "?größe"}),
        ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
        ("codebase/directoryTree", {**folder, "symbols": True}),
        ("codebase/directoryTree", {"preset": "void"}),
        ("codebase/listDirectory", folder),
        ("codebase/listFiles", {"maxResults": 10}),
        ("codebase/readFile", {"uri": uri}),
        ("codebase/status", {}),
        ("codebase/doctor", {}),
    ):
        client.request(method, params)
