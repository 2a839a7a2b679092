"""Which names are taken for credentials (A20)."""

import pytest

from lsp_codebase.scan.secrets import is_secret


@pytest.mark.parametrize(
    "name",
    [
        ".env", ".env.local", ".ENV.Production", "prod.env", "id_rsa", "id_ed25519", "id_ed25519_sk", "id_rsa.bak",
        "server.pem", "tls.key", "cert.p12", "Credentials.json", "credentials", ".netrc", "_netrc", ".npmrc", ".pypirc",
        ".git-credentials", "client_secret_123.json", "my-service-account.json", "terraform.tfstate.backup", "x.kdbx",
        "secrets.yaml", "release.keystore", "production.tfvars", ".htpasswd", "master.key", "app.jks",
        "deploy/.env", "/a/.git/config", ".git/modules/inner/config", ".git/config.worktree", ".docker/config.json",
        "home/.kube/config",
    ],
)  # fmt: skip
def test_a_credential_file_is_secret(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        ".env.example", ".env.sample", ".env.template", ".env.dist", "prod.env.example", "id_rsa.pub", "environment.py",
        "credentials.py", "secrets.py", "key.py", "keyboard.json", "envelope.ts", ".envrc.md", "pem.go", "identity.rs",
        "config.key.example", "secrets.json.sample", "netrc.c", "env", "terraform.tf", "id_rsa_parser.rs",
        "config", "config.json", "git/config", ".github/config", ".env/readme.md", "docker/config.json",
    ],
)  # fmt: skip
def test_code_and_templates_are_not_secret(name: str) -> None:
    assert not is_secret(name)
