"""Sealed data: found and opened with its secret alone."""

import pytest

from lsp_codebase.errors import Damaged
from lsp_codebase.team import name_of, open_sealed, seal

pytest.importorskip("cryptography")

SECRET, OTHER = b"hash of a content", b"hash of another"


def test_sealed_data_opens_with_its_secret_and_purpose():
    sealed = seal(SECRET, "rows", b"data")
    assert open_sealed(SECRET, "rows", sealed) == b"data"
    assert b"data" not in sealed
    assert open_sealed(SECRET, "rows", seal(SECRET, "rows", b"")) == b""


@pytest.mark.parametrize(("secret", "purpose"), [(OTHER, "rows"), (SECRET, "tree")])
def test_sealed_data_does_not_open_with_another_secret_or_for_another_purpose(secret, purpose):
    with pytest.raises(Damaged):
        open_sealed(secret, purpose, seal(SECRET, "rows", b"data"))


def test_sealed_data_with_any_byte_changed_or_cut_does_not_open():
    sealed = seal(SECRET, "rows", b"data")
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(Damaged):
            open_sealed(SECRET, "rows", bytes(changed))
        with pytest.raises(Damaged):
            open_sealed(SECRET, "rows", sealed[:place])


def test_equal_data_is_sealed_to_equal_bytes_and_other_data_with_another_nonce():
    assert seal(SECRET, "rows", b"data") == seal(SECRET, "rows", b"data")
    assert seal(SECRET, "rows", b"data")[:13] != seal(SECRET, "rows", b"atad")[:13]


def test_names_differ_by_secret_and_purpose_and_tell_of_neither():
    names = {name_of(secret, purpose) for secret in (SECRET, OTHER, b"x" * 500) for purpose in ("rows", "tree")}
    assert len(names) == 6
    assert all(len(bytes.fromhex(name)) == 32 for name in names)
    assert SECRET.hex() not in names


def test_names_and_sealed_bytes_stay_as_they_are_so_that_stores_stay_readable():
    assert name_of(SECRET, "rows") == "74cbd7f1a7b5da12144f7781636c7db53a6d7c82b342f1472efa0f08d49fdc83"
    assert seal(SECRET, "rows", b"data").hex() == "01057e512edbc16ef491dd5d543a0c4b71e4d56dba466b0473d28c33cba5d766d3"
