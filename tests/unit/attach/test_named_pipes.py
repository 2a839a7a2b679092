"""Named pipes of Windows: whose they are. The calls of its libraries are acted, with what they write where."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lsp_codebase.attach import Refused, connect, door, named_pipes
from lsp_codebase.attach.pipe_users import PipeUsers

OURS, THEIRS, GUARDED = 1_001, 1_002, 1_003
SERVER, CLIENT = 41, 42
PIPE = 1 << 40  # a handle has 64 bits
TOKEN = 1 << 41


def sid(*numbers: int) -> bytes:
    """A SID as it lies in memory: revision, how many numbers, an authority, the numbers."""
    return bytes([1, len(numbers), 0, 0, 0, 0, 0, 5]) + b"".join(n.to_bytes(4, "little") for n in numbers)


class Call:
    """A function of a library, which may be given a `restype`."""

    restype: Any = ctypes.c_int

    def __init__(self, does: Callable[..., int]) -> None:
        self.does = does

    def __call__(self, *arguments: Any) -> int:
        plain = [a.value if isinstance(a, (ctypes.c_void_p, ctypes.c_ulong)) else a for a in arguments]
        done = self.does(*plain)
        return done if self.restype is ctypes.c_void_p else ctypes.c_int(done).value


class Windows:
    """A system with processes of several users; handles of processes are their ids in the upper half."""

    def __init__(self) -> None:
        self.users = {
            os.getpid(): sid(21, 1, 2, 3, OURS),
            OURS: sid(21, 1, 2, 3, OURS),
            THEIRS: sid(21, 1, 2, 3, THEIRS),
        }
        self.ends = {SERVER: OURS, CLIENT: OURS}
        self.handles: list[int] = []
        for name in dir(self):
            if name[0].isupper():
                setattr(self, name, Call(getattr(self, name)))

    def GetNamedPipeServerProcessId(self, pipe: int, pid: Any) -> int:
        return self._end(SERVER, pipe, pid)

    def GetNamedPipeClientProcessId(self, pipe: int, pid: Any) -> int:
        return self._end(CLIENT, pipe, pid)

    def _end(self, end: int, pipe: int, pid: Any) -> int:
        assert pipe == PIPE
        pid._obj.value = self.ends.get(end, 0)
        return int(end in self.ends)

    def OpenProcess(self, access: int, inherits: bool, pid: int) -> int:
        assert (access, inherits) == (0x1000, False)
        return self._opened(pid << 33) if pid in self.users or pid == GUARDED else 0

    def OpenProcessToken(self, process: int, access: int, token: Any) -> int:
        assert access == 8
        if process >> 33 == GUARDED:
            return 0
        token._obj.value = self._opened(TOKEN + (process >> 33))
        return 1

    def GetTokenInformation(self, token: int, kind: int, user: Any, size: int, used: Any) -> int:
        assert kind == 1
        known = self.users[token - TOKEN]
        used._obj.value = 16 + len(known)
        assert used._obj.value <= size
        place = ctypes.addressof(user) + 16
        ctypes.memmove(place, known, len(known))
        ctypes.memmove(user, place.to_bytes(8, "little"), 8)
        return 1

    def GetLengthSid(self, place: int) -> int:
        return 8 + 4 * ctypes.string_at(place, 2)[1]

    def CloseHandle(self, handle: int) -> int:
        self.handles.remove(handle)
        return 1

    def _opened(self, handle: int) -> int:
        self.handles.append(handle)
        return handle


@pytest.fixture
def windows() -> Windows:
    return Windows()


@pytest.fixture
def users(windows: Windows) -> PipeUsers:
    return PipeUsers(windows, windows)


def test_a_pipe_of_this_user_is_ours_at_both_ends(windows: Windows, users: PipeUsers) -> None:
    assert users.is_server_ours(PIPE)
    assert users.is_client_ours(PIPE)
    assert windows.handles == []


@pytest.mark.parametrize("pid", [THEIRS, GUARDED, 9_999], ids=["another user's", "may not be asked", "gone"])
def test_a_pipe_of_another_user_or_of_nobody_we_may_know_is_not_ours(
    windows: Windows, users: PipeUsers, pid: int
) -> None:
    windows.ends = {SERVER: pid, CLIENT: pid}
    assert not users.is_server_ours(PIPE)
    assert not users.is_client_ours(PIPE)
    assert windows.handles == []


def test_a_pipe_that_does_not_tell_its_ends_is_not_ours(windows: Windows, users: PipeUsers) -> None:
    windows.ends = {}
    assert not users.is_server_ours(PIPE)


def test_where_this_process_may_not_be_asked_nothing_is_ours(windows: Windows, users: PipeUsers) -> None:
    del windows.users[os.getpid()]
    windows.ends[SERVER] = 9_999
    assert not users.is_server_ours(PIPE)


class Connection:
    def __init__(self, address: str = "", family: str = "") -> None:
        self.address, self.family, self.is_closed = address, family, False

    def fileno(self) -> int:
        return PIPE

    def accept(self) -> Connection:
        return Connection()

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, users: PipeUsers) -> list[Connection]:
    """What was dialled."""
    made: list[Connection] = []

    def dialled(address: str, family: str) -> Connection:
        made.append(Connection(address, family))
        return made[-1]

    monkeypatch.setattr(named_pipes, "Client", dialled)
    monkeypatch.setattr(named_pipes, "Listener", Connection)
    monkeypatch.setattr(named_pipes, "_users", lambda: users)
    return made


def test_who_dials_asks_whose_the_server_is_and_who_accepts_whose_the_client(
    windows: Windows, calls: list[Connection]
) -> None:
    windows.ends = {SERVER: OURS, CLIENT: THEIRS}
    assert named_pipes.dial("pipe").is_ours
    assert not named_pipes.PipeListener("pipe").accept().is_ours


def test_who_waits_for_a_connection_is_woken_when_no_more_are_taken(calls: list[Connection]) -> None:
    named_pipes.PipeListener("pipe").close()
    assert [(call.address, call.family, call.is_closed) for call in calls] == [("pipe", "AF_PIPE", True)]


@pytest.mark.parametrize("server", [THEIRS, GUARDED])
def test_a_guest_neither_reads_nor_writes_where_another_user_took_the_name(
    windows: Windows, calls: list[Connection], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: int
) -> None:
    windows.ends[SERVER] = server
    monkeypatch.setattr(door, "address_of", lambda _: "pipe")
    monkeypatch.setattr(door, "check_place", lambda _: None)
    monkeypatch.setattr(door, "dial", named_pipes.dial)
    with pytest.raises(Refused, match="another user's process"):
        connect(tmp_path, "a test")
    assert [call.is_closed for call in calls] == [True]  # a `Connection` has nothing to read or write by
