"""The door of an index: a private place, and no patience with who does not greet."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from lsp_codebase import __version__
from lsp_codebase.attach import (
    Door,
    GuestGreeting,
    NoPlace,
    Refused,
    Wire,
    claim,
    connect,
    door,
    frame,
    frame_of,
    handshake,
    has_door,
    settle,
)
from lsp_codebase.attach.local_sockets import SocketListener
from lsp_codebase.attach.rendezvous import address_of, make_place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")

LONG_S = 240.0
MANY = 1_000


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory for the sockets of this user; its path is short enough for one, as that of a test need not be."""
    with TemporaryDirectory(dir="/tmp" if os.name == "posix" else None) as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
def index(runtime: Path, tmp_path: Path) -> Path:
    assert address_of(tmp_path).startswith(str(runtime))
    return tmp_path


@pytest.fixture
def guests() -> list[GuestGreeting]:
    return []


@pytest.fixture
def opened(index: Path, guests: list[GuestGreeting]) -> Iterator[Door]:
    """A door behind which everything that a guest says comes back to it."""

    def echo(guest: GuestGreeting, wire: Wire) -> None:
        guests.append(guest)
        with suppress(OSError):  # the door was closed
            while data := wire.read(1_000):
                wire.write(data)
        wire.close()

    one = Door(index, Path("/root"), echo)
    yield one
    one.close()


def call(index: Path) -> socket.socket:
    """Connect without a greeting."""
    caller = socket.socket(socket.AF_UNIX)
    caller.connect(address_of(index))
    caller.settimeout(LONG_S)
    return caller


def is_sent_away(caller: socket.socket) -> bool:
    """Whether the host hangs up, after its own greeting at most."""
    try:
        while caller.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    caller.close()
    return True


def is_served(index: Path) -> bool:
    host = connect(index, "a test")
    assert host is not None
    host.wire.write(b"hello")
    heard = host.wire.read(100)
    host.wire.close()
    return heard == b"hello"


def test_a_guest_is_told_who_serves_it_and_is_known_by_its_name(
    index: Path, opened: Door, guests: list[GuestGreeting]
) -> None:
    assert is_served(index)
    assert guests == [GuestGreeting(__version__, os.getpid(), "a test")]
    opened.close()
    assert connect(index, "a test") is None
    assert not [*Path(address_of(index)).parent.iterdir()], "nothing is left behind"


def test_the_place_is_for_this_user_only(index: Path, opened: Door) -> None:
    address = Path(address_of(index))
    assert address.parent.stat().st_mode & 0o777 == 0o700
    assert address.stat().st_mode & 0o777 == 0o600


def spoil_by_mode(place: Path) -> None:
    place.mkdir()
    place.chmod(0o750)


def spoil_by_link(place: Path) -> None:
    (place.parent / "elsewhere").mkdir(mode=0o700)
    place.symlink_to("elsewhere")


def spoil_by_file(place: Path) -> None:
    place.write_text("")


@pytest.mark.parametrize("spoil", [spoil_by_mode, spoil_by_link, spoil_by_file])
def test_nobody_listens_or_attaches_in_a_place_that_is_not_ours_alone(
    index: Path, spoil: Callable[[Path], None]
) -> None:
    place = Path(address_of(index)).parent
    spoil(place)
    with pytest.raises(NoPlace, match=str(place)):
        Door(index, Path("/root"), lambda *_: None)
    trap = socket.socket(socket.AF_UNIX)
    if place.is_dir():  # who made the place listens in it
        trap.bind(address_of(index))
        trap.listen()
    assert connect(index, "a test") is None
    trap.close()


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give a directory away")
def test_the_place_of_another_user_is_not_used(index: Path) -> None:
    place = Path(address_of(index)).parent
    place.mkdir(mode=0o700)
    os.chown(place, 12_345, 12_345)
    with pytest.raises(NoPlace, match="another user"):
        make_place(address_of(index))
    assert connect(index, "a test") is None


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs another user to be")
def test_another_user_is_not_let_in_even_where_the_file_system_would_let_it(
    index: Path, runtime: Path, opened: Door, guests: list[GuestGreeting]
) -> None:
    address = Path(address_of(index))
    for path in (runtime, *runtime.parents[:-1], address.parent, address):
        path.chmod(0o777)
    code = (
        "import os, socket, sys\n"
        "os.setgid(12345); os.setuid(12345)\n"
        "caller = socket.socket(socket.AF_UNIX); caller.settimeout(30)\n"
        "caller.connect(sys.argv[1]); print(len(caller.recv(1000)))\n"
    )
    told = subprocess.run([sys.executable, "-c", code, str(address)], capture_output=True, text=True, cwd="/")
    assert told.stdout.strip() in ("0", ""), told
    assert "ConnectionResetError" in told.stderr or not told.stderr, told
    address.parent.chmod(0o700)
    assert is_served(index)
    assert len(guests) == 1


def test_a_socket_that_was_left_behind_gives_way_to_the_next(index: Path) -> None:
    make_place(address_of(index))
    left = socket.socket(socket.AF_UNIX)
    left.bind(address_of(index))
    left.close()
    assert connect(index, "a test") is None
    later = Door(index, Path("/root"), lambda _, wire: wire.close())
    host = connect(index, "a test")
    assert host is not None
    host.wire.close()
    later.close()


def test_a_process_knows_that_another_ones_door_is_in_the_place_of_its_own(index: Path) -> None:
    assert not has_door(index)
    first = Door(index, Path("/root"), lambda *_: None)
    assert has_door(index)
    assert not first.is_displaced
    second = Door(index, Path("/root"), lambda *_: None)
    assert first.is_displaced
    second.close()
    first.close()
    assert not has_door(index)


def test_a_door_that_is_closed_late_leaves_that_of_the_next_open(index: Path) -> None:
    make_place(address_of(index))
    first = SocketListener(address_of(index))
    second = SocketListener(address_of(index))
    first.close()
    accepted = threading.Thread(target=lambda: second.accept().close())
    accepted.start()
    call(index).close()
    accepted.join(LONG_S)
    second.close()


@pytest.mark.parametrize(
    "greeting",
    [
        b"\0" * 200,
        b"GET / HTTP/1.1\r\n\r\n",
        b"Content-Length: 99999999\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        frame(b"{"),
        frame(b"[" * 10_000),
        frame_of([]),
        frame_of({"lspCodebase": 5}),
        frame_of({"lspCodebase": {"version": __version__, "pid": "1", "name": "x"}}),
        frame_of({"lspCodebase": {"version": __version__, "pid": True, "name": "x"}}),
        frame_of({"lspCodebase": {"version": "0.0.1", "pid": 1, "name": "x"}}),
        frame_of({"jsonrpc": "2.0", "id": 1, "method": "initialize"}),
        b"",
        b"Content-Len",
    ],
)
def test_who_does_not_greet_is_sent_away_and_others_are_served(
    index: Path, opened: Door, guests: list[GuestGreeting], greeting: bytes
) -> None:
    caller = call(index)
    caller.sendall(greeting)  # one that says nothing, or half of it, keeps the line
    assert is_served(index)
    assert is_sent_away(caller)
    assert len(guests) == 1


def test_a_greeting_that_comes_a_byte_at_a_time_is_not_waited_for(index: Path, opened: Door) -> None:
    caller = call(index)
    whole = frame_of({"lspCodebase": {"version": __version__, "pid": 1, "name": "x" * 500}})
    sent = 0
    with suppress(OSError):
        for sent in range(len(whole)):
            caller.sendall(whole[sent : sent + 1])
            time.sleep(0.02)
    caller.close()
    assert sent < len(whole) // 2


def test_a_thousand_connections_are_sent_away_and_the_next_is_served(index: Path, opened: Door) -> None:
    callers = []
    for _ in range(MANY):
        caller = call(index)
        callers.append(caller)
        waiting = sum(thread.name == "guest" for thread in threading.enumerate())
        assert waiting <= door.MOST_GUESTS
    assert all(is_sent_away(caller) for caller in callers)
    assert is_served(index)


def test_a_host_of_another_version_is_left_alone(
    index: Path, opened: Door, guests: list[GuestGreeting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "__version__", "99.0")
    with pytest.raises(Refused, match=rf"version {__version__}.*99\.0"):
        connect(index, "a test")
    assert guests == []


def test_a_busy_host_whose_greeting_takes_its_time_serves(
    index: Path, opened: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handshake, "GREETING_S", 0.2)
    begin = Door._begin
    monkeypatch.setattr(Door, "_begin", lambda *given: threading.Timer(0.5, begin, given).start())
    assert is_served(index)


STOPPED = """
import sys, time
from pathlib import Path
from lsp_codebase.attach import Door
door = Door(Path(sys.argv[1]), Path("/root"), lambda *_: None)
print(flush=True)
time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that a process was stopped")
def test_a_host_that_was_stopped_is_not_waited_for(index: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", STOPPED, str(index)], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        host.stdout.readline()
        host.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, host.pid, os.WSTOPPED | os.WNOWAIT)
        with pytest.raises(Refused, match="it was stopped"):
            connect(index, "a test")
        host.kill()


def test_a_host_that_does_not_answer_is_not_waited_for_for_ever(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENCE_S", 0.2)
    make_place(address_of(index))
    silent = SocketListener(address_of(index))
    with pytest.raises(Refused, match="does not answer"):
        connect(index, "a test")
    silent.close()


CLAIM = """
import sys
from pathlib import Path
from lsp_codebase.attach import claim, settle
print(claim(Path(sys.argv[1])), flush=True)
for line in sys.stdin:
    settle(Path(sys.argv[1]))
    print("settled", flush=True)
"""


@pytest.mark.parametrize("end", ["settled", "killed"])
def test_of_processes_that_come_at_one_moment_one_is_to_serve(index: Path, end: str) -> None:
    command = [sys.executable, "-c", CLAIM, str(index)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "True\n"
        assert not claim(index)
        assert claim(index / "of another"), "another index is another claim"
        if end == "settled":
            print(file=first.stdin, flush=True)
            assert first.stdout.readline() == "settled\n"
        else:
            first.kill()
            first.wait()
        assert claim(index)
        settle(index)
        first.kill()


CLAIMS = """
import sys
from pathlib import Path
from lsp_codebase.attach import claim, settle_others
indexes = [Path(one) for one in sys.argv[1:]]
print(all(map(claim, indexes)), flush=True)
sys.stdin.readline()
settle_others(indexes[:1])
print("opened", flush=True)
sys.stdin.readline()
"""


def test_a_process_keeps_its_claim_on_the_index_that_it_opens_alone(index: Path) -> None:
    other = index / "of another"
    command = [sys.executable, "-c", CLAIMS, str(index), str(other)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "True\n"
        print(file=first.stdin, flush=True)
        assert first.stdout.readline() == "opened\n"
        assert not claim(index)
        assert claim(other)
        settle(other)


def test_a_claim_is_no_wait_where_there_is_no_place_for_it(index: Path) -> None:
    spoil_by_mode(Path(address_of(index)).parent)
    assert claim(index)


def test_a_guest_that_cannot_be_served_is_sent_away(index: Path) -> None:
    def fail(guest: GuestGreeting, wire: Wire) -> None:
        raise ImportError("the files of the package were replaced")

    one = Door(index, Path("/root"), fail)
    host = connect(index, "a test")
    assert host is not None
    timer = threading.Timer(LONG_S, host.wire.close)
    timer.start()
    assert host.wire.read(1) == b""
    assert timer.is_alive(), "it hung up of itself"
    timer.cancel()
    host.wire.close()
    one.close()


def test_a_system_that_is_short_of_descriptors_for_a_while_closes_no_door(
    index: Path, opened: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_PAUSE_S", 0.01)
    accept, failed = SocketListener.accept, threading.Event()

    def fail_once(listener: SocketListener) -> object:
        if failed.is_set():
            return accept(listener)
        failed.set()
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(SocketListener, "accept", fail_once)
    assert is_served(index), "by the wait that had begun before"
    assert failed.wait(LONG_S)
    assert is_served(index)
