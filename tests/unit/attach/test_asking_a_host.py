"""Asking a host over a wire: requests that are cancelled, hosts that end, fall silent or raise an error."""

from __future__ import annotations

import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lsp_codebase.attach import AttachedWorkspace, HostEnded, Wire, frame_of, read_messages
from lsp_codebase.attach.connection import as_exception
from lsp_codebase.errors import (
    Cancelled,
    CodebaseError,
    IndexUnavailable,
    InvalidQuery,
    ModelUnavailable,
    UnknownRoot,
)
from lsp_codebase.model import CancelToken, FileList, FilesQuery, SearchQuery
from lsp_codebase.server.failures import as_rpc_error


class Deaf:
    """A host that answers `initialize` and nothing else, and keeps what it is sent."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def attached(self, root: Path) -> AttachedWorkspace:
        wire = Wire(self.ours.recv, self.ours.sendall, self._hang_up)
        return AttachedWorkspace(wire, [root], {}, "a test")

    def next(self, method: str) -> dict[str, Any]:
        while (message := self.said.get(timeout=240))["method"] != method:
            pass
        return message

    def close(self) -> None:
        self.theirs.close()
        self.ours.close()

    def _hang_up(self) -> None:
        with suppress(OSError):  # closed by the test
            self.ours.shutdown(socket.SHUT_RDWR)

    def _read(self) -> None:
        for message, _ in read_messages(self.theirs.recv):
            assert isinstance(message, dict)
            self.said.put(message)
            if message["method"] == "initialize":
                self.theirs.sendall(frame_of({"jsonrpc": "2.0", "id": message["id"], "result": {}}))


@pytest.fixture
def deaf() -> Iterator[Deaf]:
    deaf = Deaf()
    yield deaf
    deaf.close()


def in_background(ask: Callable[[], Any]) -> Callable[[], Any]:
    """Begin to ask on a thread; return what waits for the outcome, an error included."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(ask)
    pool.shutdown(wait=False)
    return lambda: future.exception(60) or future.result(60)


def test_who_cancels_is_let_go_at_once_and_the_host_is_told(deaf: Deaf, tmp_path: Path) -> None:
    cancel = CancelToken()
    answers = deaf.attached(tmp_path)
    outcome = in_background(lambda: answers.search(SearchQuery("x"), cancel))
    asked = deaf.next("codebase/hybridSearch")
    cancel.cancel()
    assert isinstance(outcome(), Cancelled)
    assert deaf.next("$/cancelRequest")["params"] == {"id": asked["id"]}


def test_who_waits_for_a_host_that_ends_is_told(deaf: Deaf, tmp_path: Path) -> None:
    answers = deaf.attached(tmp_path)
    outcome = in_background(lambda: answers.search(SearchQuery("x"), CancelToken()))
    deaf.next("codebase/hybridSearch")
    deaf.theirs.shutdown(socket.SHUT_RDWR)
    assert isinstance(outcome(), HostEnded)
    with pytest.raises(HostEnded):
        answers.status()


def test_a_host_that_says_nothing_more_is_given_up(deaf: Deaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = deaf.attached(tmp_path)
    monkeypatch.setattr("lsp_codebase.attach.connection.SILENCE_S", 0.2)
    with pytest.raises(HostEnded, match="does not answer"):
        answers.status()
    assert deaf.next("$/lspCodebase/isThere")


def test_who_stood_still_for_long_asks_for_a_sign_of_life_first(
    deaf: Deaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = deaf.attached(tmp_path)
    monkeypatch.setattr("lsp_codebase.attach.connection.SILENCE_S", 0.2)
    monkeypatch.setattr("lsp_codebase.attach.connection._LOOK_S", 0.5)  # as after a sleep of the machine
    with pytest.raises(HostEnded, match="does not answer"):
        answers.status()
    assert deaf.next("$/lspCodebase/isThere")


def test_a_host_that_lives_is_waited_for(deaf: Deaf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = deaf.attached(tmp_path)
    monkeypatch.setattr("lsp_codebase.attach.connection.SILENCE_S", 0.2)
    outcome = in_background(lambda: answers.list_files(None, FilesQuery(1), CancelToken()))
    asked = deaf.next("codebase/listFiles")
    for _ in range(4):  # signs of life for longer than silence is borne
        sign = deaf.next("$/lspCodebase/isThere")
        deaf.theirs.sendall(frame_of({"jsonrpc": "2.0", "id": sign["id"], "error": {"code": -32601, "message": "?"}}))
    deaf.theirs.sendall(frame_of({"jsonrpc": "2.0", "id": asked["id"], "result": {"uris": [], "truncated": False}}))
    assert outcome() == FileList((), truncated=False)


HEAVY = """numpy pyarrow lancedb pygls lsprotocol cattrs attrs rich tree_sitter rapidfuzz re2 fastembed tokenizers
watchfiles filelock asyncio""".split()
if sys.platform != "win32":  # where it has the pipes
    HEAVY.append("multiprocessing")


def test_who_attaches_loads_nothing_heavy() -> None:
    code = f"""
import sys
import lsp_codebase.opening
from lsp_codebase.attach import AttachedWorkspace
from lsp_codebase.model import SearchQuery, TreeQuery
print(*sorted({{*{HEAVY!r}}} & {{name.split(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("raised", "error"),
    [
        (IndexUnavailable("it is locked", "close the other"), {"cause": "it is locked", "hint": "close the other"}),
        (UnknownRoot("/etc/é"), {"path": "/etc/é"}),
        (InvalidQuery("a", "b", ("c", "d")), {"field": "a", "reason": "b", "problems": (("a", "b"), ("c", "d"))}),
        (Cancelled(), {}),
        (ModelUnavailable("no model"), {}),
    ],
)
def test_an_error_comes_back_as_it_was_raised(raised: CodebaseError, error: dict[str, Any]) -> None:
    sent = as_rpc_error(raised)
    back = as_exception({"code": sent.code, "message": sent.message, "data": sent.data})
    assert isinstance(raised, type(back))
    assert (str(back), vars(back)) == (str(raised), vars(raised))
    assert error.items() <= vars(back).items()
