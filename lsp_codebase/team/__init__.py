"""A team's shared objects, on storage of its own: sealed so that only holders of the code can read them."""

from lsp_codebase.team.baseline import Baseline, Recipe, nearest
from lsp_codebase.team.download import download
from lsp_codebase.team.envelope import name_of, open_sealed, seal
from lsp_codebase.team.objects import Objects, Traffic
from lsp_codebase.team.pack_store import PackStore
from lsp_codebase.team.packs import NAME_BYTES
from lsp_codebase.team.signatures import check, public_key, publishing_key, sign, signing_key
from lsp_codebase.team.upload import upload

__all__ = [
    "NAME_BYTES",
    "Baseline",
    "Objects",
    "PackStore",
    "Recipe",
    "Traffic",
    "check",
    "download",
    "name_of",
    "nearest",
    "open_sealed",
    "public_key",
    "publishing_key",
    "seal",
    "sign",
    "signing_key",
    "upload",
]
