"""The door of an index: the process that writes it serves, through a private local socket, those that ask for it too.

Nothing but the standard library is imported here, so that a guest costs next to nothing.
"""

from lsp_codebase.attach.door import Attached, Door, Refused, connect
from lsp_codebase.attach.frames import Unreadable, Wire, decode, frame, frame_of, read_messages
from lsp_codebase.attach.greeting import GuestGreeting
from lsp_codebase.attach.rendezvous import NoPlace
from lsp_codebase.attach.succession import claim

__all__ = [
    "Attached",
    "Door",
    "GuestGreeting",
    "NoPlace",
    "Refused",
    "Unreadable",
    "Wire",
    "claim",
    "connect",
    "decode",
    "frame",
    "frame_of",
    "read_messages",
]
