"""Keys of a team: read from the setting, from files, and never from anywhere else."""

import base64

import pytest

from lsp_codebase.config import SIGNING_KEY_VARIABLE
from lsp_codebase.config.environment import read_environment
from lsp_codebase.errors import Damaged, TeamStoreUnavailable
from lsp_codebase.team import check, public_key, sign, signatures, signing_key

pytest.importorskip("cryptography")
from cryptography.hazmat.primitives import serialization as forms
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = base64.b64encode(PRIVATE.public_key().public_bytes_raw()).decode()
VARIABLE = "LSP_CODEBASE_TEAM_SIGNING_KEY"


def pem(key):
    return key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())


def public_pem(key):
    return key.public_key().public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)


def test_what_is_signed_passes_and_what_was_changed_does_not():
    signature = sign(b"data", PRIVATE)
    check(b"data", signature, public_key(PUBLIC))
    for data, wrong in ((b"Data", signature), (b"data", bytes(64)), (b"data", b"")):
        with pytest.raises(Damaged, match=r"team\.key"):
            check(data, wrong, public_key(PUBLIC))


@pytest.mark.parametrize("content", [PUBLIC.encode(), PUBLIC.encode() + b"\n", public_pem(PRIVATE)])
def test_the_public_key_is_read_from_a_file_too(tmp_path, content):
    (tmp_path / "team.pub").write_bytes(content)
    assert public_key(str(tmp_path / "team.pub")) == PRIVATE.public_key()


@pytest.mark.parametrize("content", [base64.b64encode(bytes(range(32))), pem(PRIVATE)])
def test_the_private_key_is_read_from_the_file_that_the_environment_names(tmp_path, monkeypatch, content):
    (tmp_path / "team.pem").write_bytes(content)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "team.pem"))
    assert sign(b"data", signing_key()) == sign(b"data", PRIVATE)


def test_the_variable_of_the_private_key_is_no_unknown_setting(monkeypatch):
    assert signatures.SIGNING_KEY == SIGNING_KEY_VARIABLE == VARIABLE
    assert list(read_environment({VARIABLE: "/file"})) == []


def test_no_key_is_needed(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert public_key("") is None
    assert signing_key() is None


@pytest.mark.parametrize("content", [b"", b"nothing", pem(ec.generate_private_key(ec.SECP256R1())), pem(PRIVATE)[:60]])
def test_a_file_without_such_a_key_is_told_with_the_setting(tmp_path, monkeypatch, content):
    (tmp_path / "key").write_bytes(content)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "key"))
    with pytest.raises(TeamStoreUnavailable, match=f"^{VARIABLE}: "):
        signing_key()
    for setting in (str(tmp_path / "key"), str(tmp_path / "none"), "~no-such-user/key", "abc"):
        with pytest.raises(TeamStoreUnavailable, match=r"^team\.key: "):
            public_key(setting)
