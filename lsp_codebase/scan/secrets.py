"""File names that hold credentials by custom: never indexed, never read for a client, listed by name at most.

A list of names and not of contents: it must be decidable before a file is opened. Compiled from the documentation of
the tools that write these files (OpenSSH, OpenSSL, GnuPG, npm, pip, Maven, Docker, Kubernetes, Terraform, the cloud
command lines, database clients, Java and Apple key stores).
"""

from __future__ import annotations

import re

_NAMES = frozenset(
    {
        ".boto",
        ".databrickscfg",
        ".dockercfg",
        ".dockerconfigjson",
        ".git-credentials",
        ".htpasswd",
        ".my.cnf",
        ".mylogin.cnf",
        ".netrc",
        ".npmrc",
        ".pgpass",
        ".pypirc",
        ".rhosts",
        ".s3cfg",
        ".secrets",
        ".terraformrc",
        ".vault-token",
        ".vault_pass",
        "_netrc",
        "accesstokens.json",
        "application_default_credentials.json",
        "credentials",
        "credentials.db",
        "credentials.json",
        "credentials.toml",
        "credentials.yaml",
        "credentials.yml",
        "credentials.yml.enc",
        "kaggle.json",
        "key3.db",
        "key4.db",
        "kubeconfig",
        "logins.json",
        "msal_token_cache.json",
        "secret.json",
        "secret.yaml",
        "secret.yml",
        "secrets.json",
        "secrets.toml",
        "secrets.yaml",
        "secrets.yml",
        "secring.gpg",
        "terraform.rc",
        "trustdb.gpg",
    }
)
_PATTERN = re.compile(
    r"""
    \.env(?:[.-].*)?                               # .env, .env.local, .env-production
    | .+\.env                                      # production.env
    | id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[_-][^.]*)?(?:\.(?:bak|old|orig|backup|txt|\d+))?
    | .+\.(?:pem|key|p12|pfx|p8|pkcs12|jks|keystore|ppk|kdbx?|ovpn|agilekeychain|keychain|tfvars|tfstate)
    | .+\.(?:tfvars|tfstate)\.(?:json|backup)
    | client_secrets?.*\.json
    | .*service[_-]account.*\.json
    """,
    re.VERBOSE,
)
# Names that hold credentials in one place only; git's own settings hold the tokens of URLs and of build machines.
_PLACE = re.compile(r"(?:.*/)?(?:\.git/(?:.*/)?config(?:\.worktree)?|\.docker/config\.json|\.kube/config)")
_HARMLESS = re.compile(r".*\.(?:example|examples|sample|template|tmpl|dist|defaults?|schema|pub)")


def is_secret(path: str) -> bool:
    """Whether a file of this path (with "/") usually holds a credential; most are known by their name alone.

    Templates are not secret (`.env.example`), nor are public keys (`id_rsa.pub`).
    """
    folded = path.lower()
    name = folded.rpartition("/")[2]
    if name not in _NAMES and _PATTERN.fullmatch(name) is None and _PLACE.fullmatch(folded) is None:
        return False
    return _HARMLESS.fullmatch(name) is None
