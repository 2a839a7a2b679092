"""Who asks in a terminal before there is an index sees the first hits while it is made."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path

import pytest
from codebases import write

from lsp_codebase.cli import early_hits as foretaste
from lsp_codebase.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")

FILES = 400
SOURCE = "\n".join(f"def part_{n}(value):\n\treturn value * {n}\n" for n in range(20))


@contextmanager
def terminal() -> Iterator[list[bytes]]:
    """Standard error as a terminal, and what is drawn there once the block ends."""
    import pty

    drawn: list[bytes] = []
    ours, theirs = pty.openpty()

    def read() -> None:
        try:
            while part := os.read(ours, 1 << 16):
                drawn.append(part)
        except OSError:  # how Linux tells that the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    with os.fdopen(theirs, "w") as stream, redirect_stderr(stream):
        yield drawn
    reader.join()
    os.close(ours)


@pytest.fixture
def ask(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Ask a folder that was never indexed; return what is printed, and what the terminal showed before."""
    write(root, {f"many/file_{n:03}.py": f"VALUE_{n} = {n}\n{SOURCE}" for n in range(FILES)})
    write(root, {"zoo/keeper.py": "def feed_zebra(bucket):\n\tfill(bucket)\n"})
    monkeypatch.chdir(root)
    monkeypatch.setattr(foretaste, "_FIRST_S", 0.0)
    monkeypatch.setattr(foretaste, "_SHORTEST_S", 0.0)

    def ask(query: str) -> tuple[str, str]:
        given = ["--root", str(root), "--set", f"index.location={tmp_path}/cache", "--set", "embedding.model=none"]
        with terminal() as drawn:
            assert main(["search", *given, query]) in (0, 1)
        return capsys.readouterr().out, b"".join(drawn).decode()

    return ask


def test_the_first_hits_are_seen_while_a_first_index_is_made(ask):
    printed, drawn = ask("feed the zebra")
    before, _, below = drawn.partition("so far:")
    assert "indexing" in before
    assert "zoo/keeper.py:1:5: def feed_zebra(bucket):" in below
    assert "feed_zebra" in printed
    assert "so far:" not in printed
    again, drawn = ask("feed the zebra")
    assert again == printed, "a whole index answers as it did"
    assert "so far:" not in drawn


def test_hits_that_nothing_speaks_for_are_not_shown_before_the_index_is_there(ask):
    _, drawn = ask("quantum chromodynamics")
    assert "indexing" in drawn
    assert "so far:" not in drawn
