"""What a team has in common, on storage of its own: objects, sealed so that only holders of the code can read them."""

from lsp_codebase.team.envelope import name_of, open_sealed, seal
from lsp_codebase.team.objects import Moved, Objects
from lsp_codebase.team.signatures import check, public_key, sign, signing_key

__all__ = [
    "Moved",
    "Objects",
    "check",
    "name_of",
    "open_sealed",
    "public_key",
    "seal",
    "sign",
    "signing_key",
]
