"""The door of an index: its writer serves, through a private local socket, other processes that ask for it too.

Nothing but the standard library is imported here, so that a guest costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsp_codebase.attach.door import Attached, Door, Refused, connect, has_door
from lsp_codebase.attach.frames import Unreadable, Wire, decode, frame, frame_of, read_messages
from lsp_codebase.attach.handshake import GuestGreeting
from lsp_codebase.attach.host_claims import CLAIM_S, claim, end_claims_after, settle, settle_others
from lsp_codebase.attach.liveness import SIGN_OF_LIFE, SILENCE_S, pauses_between_looks
from lsp_codebase.attach.rendezvous import NoPlace

if TYPE_CHECKING:
    from lsp_codebase.attach.connection import HostEnded
    from lsp_codebase.attach.workspace import AttachedWorkspace

__all__ = [
    "CLAIM_S",
    "SIGN_OF_LIFE",
    "SILENCE_S",
    "Attached",
    "AttachedWorkspace",
    "Door",
    "GuestGreeting",
    "HostEnded",
    "NoPlace",
    "Refused",
    "Unreadable",
    "Wire",
    "claim",
    "connect",
    "decode",
    "end_claims_after",
    "frame",
    "frame_of",
    "has_door",
    "pauses_between_looks",
    "read_messages",
    "settle",
    "settle_others",
]

_OF_WHO_ASKS = {"AttachedWorkspace": "workspace", "HostEnded": "connection"}


def __getattr__(name: str) -> Any:
    """Load the names for guests with questions of their own; a guest that only forwards needs none of them."""
    if name not in _OF_WHO_ASKS:
        raise AttributeError(name)
    return getattr(import_module(f"lsp_codebase.attach.{_OF_WHO_ASKS[name]}"), name)
