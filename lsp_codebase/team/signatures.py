"""Ed25519 keys of publishers: base64 of 32 bytes, or a file with that or with PEM as `openssl` writes it."""

from __future__ import annotations

import base64
import binascii
import os
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.errors import Damaged, TeamStoreUnavailable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SIGNING_KEY = "LSP_CODEBASE_TEAM_SIGNING_KEY"
SIGNATURE_BYTES = 64
_KEY_BYTES = 32
_MOST_BYTES = 10_000  # of a file with a key


def public_key(setting: str) -> Ed25519PublicKey | None:
    """Return the key that `team.key` holds or whose file it names, None if it is empty.

    Raises:
        TeamStoreUnavailable: it is no such key.
    """
    if not setting:
        return None
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    raw = _decoded(setting)
    try:
        data = _read(setting) if raw is None else b""
        raw = raw or _decoded(data.decode("ascii", "replace"))
        key = Ed25519PublicKey.from_public_bytes(raw) if raw is not None else load_pem_public_key(data)
    except (OSError, ValueError) as error:
        raise _unusable("team.key", error, "set it to the base64 of a public Ed25519 key, or to its file") from error
    if not isinstance(key, Ed25519PublicKey):
        raise _unusable("team.key", None, "make the pair by openssl genpkey -algorithm ed25519")
    return key


def signing_key() -> Ed25519PrivateKey | None:
    """Return the key in the file that the environment names, None if it names none.

    Raises:
        TeamStoreUnavailable: there is no such key in the file.
    """
    path = os.environ.get(SIGNING_KEY)
    if not path:
        return None
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        data = _read(path)
        raw = _decoded(data.decode("ascii", "replace"))
        key = Ed25519PrivateKey.from_private_bytes(raw) if raw is not None else load_pem_private_key(data, None)
    except (OSError, ValueError, TypeError) as error:  # TypeError: it is encrypted
        raise _unusable(SIGNING_KEY, error, "name the file of a private Ed25519 key without a password") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _unusable(SIGNING_KEY, None, "make the pair by openssl genpkey -algorithm ed25519")
    return key


def publishing_key(setting: str) -> Ed25519PrivateKey | None:
    """Return the key to sign with, None if there is none; `setting` is `team.key`.

    Raises:
        TeamStoreUnavailable: others would not believe its signatures.
    """
    private, public = signing_key(), public_key(setting)
    if public is not None and (private is None or private.public_key() != public):
        hint = f"name the file of its private key in {SIGNING_KEY}"
        raise TeamStoreUnavailable("what is published here is not signed with it", hint, field="team.key")
    return private


def sign(data: bytes, key: Ed25519PrivateKey) -> bytes:
    """Return the signature of data, 64 bytes."""
    return key.sign(data)


def check(data: bytes, signature: bytes, key: Ed25519PublicKey) -> None:
    """Pass if the owner of the key signed this very data.

    Raises:
        Damaged: otherwise.
    """
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, data)
    except InvalidSignature:
        raise Damaged("not signed by team.key") from None


def _decoded(text: str) -> bytes | None:
    try:
        raw = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        return None
    return raw if len(raw) == _KEY_BYTES else None


def _read(path: str) -> bytes:
    with Path(os.path.expanduser(path)).open("rb") as file:  # of an unknown user: a name like any other
        return file.read(_MOST_BYTES)


def _unusable(field: str, error: Exception | None, fix: str) -> TeamStoreUnavailable:
    return TeamStoreUnavailable(str(error) if error is not None else "not an Ed25519 key", fix, field=field)
