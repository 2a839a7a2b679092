"""Both sides of the door: `Door` lets guests in, `connect` makes this process a guest."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase import __version__
from lsp_codebase.attach.frames import Wire
from lsp_codebase.attach.handshake import ConnectionLost, GuestGreeting, HostGreeting, NoGreeting, receive, send
from lsp_codebase.attach.liveness import SILENCE_S
from lsp_codebase.attach.rendezvous import NoPlace, address_of, check_place, make_place

if sys.platform == "win32":
    from lsp_codebase.attach.named_pipes import Pipe as Socket
    from lsp_codebase.attach.named_pipes import PipeListener as SocketListener
    from lsp_codebase.attach.named_pipes import dial
else:
    from lsp_codebase.attach.local_sockets import Socket, SocketListener, dial

logger = logging.getLogger(__name__)

MOST_GUESTS = 64
"""Connections of one door, including those that have not greeted; any further one is closed at once."""
_PAUSE_S = 0.5  # after the system gave us no connection


class Refused(Exception):
    """There is a host that does not serve us; the message says why, as a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Attached:
    """The process that serves us, and the connection to it; our first message comes next on it."""

    pid: int
    root: Path
    wire: Wire


def connect(index_directory: Path, name: str) -> Attached | None:
    """Return the process that serves an index, None if there is none. `name` is our kind, for people.

    Raises:
        Refused: if there is one that does not serve us.
    """
    try:
        address = address_of(index_directory)
        check_place(address)
        socket = dial(address)
    except (OSError, NoPlace):  # no host that we would trust can be there
        return None
    try:
        if not socket.is_ours:
            raise Refused("another user's process answers for this index")
        if socket.is_stopped():
            raise NoGreeting("it was stopped")
        host = receive(socket, HostGreeting, SILENCE_S)  # one that indexes on a busy machine is slow
        if host.version != __version__:
            theirs = f"process {host.pid} serves this index with version {host.version}, and this is {__version__}"
            raise Refused(f"{theirs}: restart it, so that one index serves both")
        send(socket, GuestGreeting(__version__, os.getpid(), name))
    except (ConnectionLost, OSError):  # it is ending, or has no room
        socket.close()
        return None
    except NoGreeting as error:
        socket.close()
        raise Refused(f"the process that writes this index cannot be asked: {error}") from error
    except Refused:
        socket.close()
        raise
    return Attached(host.pid, Path(host.root), Wire(socket.read, socket.write, socket.close, socket.is_stopped))


def has_door(index_directory: Path) -> bool:
    """Whether a process listens for those that ask for an index, if only to refuse them."""
    try:
        address = address_of(index_directory)
        check_place(address)
        dial(address).close()
    except (OSError, NoPlace):
        return False
    return True


class Door:
    """Lets in processes of this user that ask for one index, until it is closed.

    `on_guest` is called on a thread of the guest; it closes the wire when the guest is gone. A guest may stay when
    the door is closed.
    """

    def __init__(self, index_directory: Path, root: Path, on_guest: Callable[[GuestGreeting, Wire], None]) -> None:
        """Open the door. The caller holds the lock of the index, or else a claim, and there is no other door.

        Raises:
            OSError, NoPlace: if the door cannot be opened.
        """
        self._greeting = HostGreeting(__version__, os.getpid(), str(root), str(index_directory))
        self._on_guest = on_guest
        self._lock = threading.Lock()
        self._inside: set[Socket] = set()
        self._is_closed = False
        address = address_of(index_directory)
        make_place(address)
        self._listener = SocketListener(address)
        threading.Thread(target=self._run, name="door", daemon=True).start()

    @property
    def is_displaced(self) -> bool:
        """Whether another process has opened a door in this one's place, so that nobody comes any more."""
        return self._listener.is_displaced

    def close(self) -> None:
        """Let nobody in any more."""
        self._is_closed = True
        self._listener.close()

    def _run(self) -> None:
        while not self._is_closed:
            try:
                socket = self._listener.accept()
            except (OSError, EOFError) as error:  # no descriptor is left, or the caller has hung up
                if not self._is_closed:
                    logger.warning("nobody could attach: %s", error)
                    time.sleep(_PAUSE_S)
                continue
            if not self._is_closed and socket.is_ours and self._has_room(socket):
                self._begin(socket)
            else:
                socket.close()

    def _begin(self, socket: Socket) -> None:
        try:
            threading.Thread(target=self._greet, args=(socket,), name="guest", daemon=True).start()
        except RuntimeError as error:  # the system has no more threads for us
            logger.warning("nobody could attach: %s", error)
            self._leave(socket)

    def _has_room(self, socket: Socket) -> bool:
        with self._lock:
            if len(self._inside) >= MOST_GUESTS:
                return False
            self._inside.add(socket)
            return True

    def _greet(self, socket: Socket) -> None:
        try:
            send(socket, self._greeting)
            guest = receive(socket, GuestGreeting)
            if guest.version != __version__:
                raise NoGreeting(f"it has version {guest.version}")
        except (NoGreeting, OSError) as error:
            logger.info("a process was not let in: %s", error)
            self._leave(socket)
            return
        try:
            self._on_guest(guest, Wire(socket.read, socket.write, lambda: self._leave(socket)))
        except Exception:  # the door stays open; the files of this package may have been replaced
            logger.exception("a process that attached cannot be served")
            self._leave(socket)

    def _leave(self, socket: Socket) -> None:
        with self._lock:
            self._inside.discard(socket)
        socket.close()
