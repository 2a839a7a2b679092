"""Data that only knowers of its secret can find and open: the hash of a content, or of a tree.

Name and key follow from the secret by keyed BLAKE2b, each with its purpose. Neither tells of the other nor of the
secret, and equal data is sealed to equal bytes.
"""

from __future__ import annotations

import hashlib

from lsp_codebase.errors import Damaged

_VERSION = b"\x01"
_PERSON = b"lsp-codebase"
_NAME_BYTES = 32
_KEY_BYTES = 32
_NONCE_BYTES = 12
_HEAD_BYTES = len(_VERSION) + _NONCE_BYTES


def name_of(secret: bytes, purpose: str) -> str:
    """Return the name under which the data of a secret is found, in hex."""
    return _derived(secret, "name", purpose, _NAME_BYTES).hex()


def seal(secret: bytes, purpose: str, data: bytes) -> bytes:
    """Return data that `open_sealed` opens with the same secret and purpose."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    # The nonce follows from key and data, so no two data of one key share it (but by chance, 2 to the -48).
    nonce = hashlib.blake2b(
        data, key=_derived(secret, "nonce", purpose, _KEY_BYTES), digest_size=_NONCE_BYTES, person=_PERSON
    ).digest()
    cipher = ChaCha20Poly1305(_derived(secret, "key", purpose, _KEY_BYTES))
    return _VERSION + nonce + cipher.encrypt(nonce, data, _VERSION + purpose.encode())


def open_sealed(secret: bytes, purpose: str, sealed: bytes) -> bytes:
    """Return the data that was sealed.

    Raises:
        Damaged: it was sealed with another secret or for another purpose, or changed since.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    if sealed[:1] != _VERSION:
        raise Damaged("sealed data of another version")
    cipher = ChaCha20Poly1305(_derived(secret, "key", purpose, _KEY_BYTES))
    try:
        return cipher.decrypt(sealed[1:_HEAD_BYTES], sealed[_HEAD_BYTES:], _VERSION + purpose.encode())
    except (InvalidTag, ValueError):  # ValueError: too short for a nonce
        raise Damaged("sealed data that does not open") from None


def _derived(secret: bytes, use: str, purpose: str, size: int) -> bytes:
    key = hashlib.blake2b(secret, digest_size=_KEY_BYTES, person=_PERSON).digest()
    return hashlib.blake2b(f"{use}\0{purpose}".encode(), key=key, digest_size=size, person=_PERSON).digest()
