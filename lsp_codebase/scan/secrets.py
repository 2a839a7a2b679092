"""File names that hold credentials by custom: never indexed, never read for a client, listed by name at most.

A list of names and not of contents: it must be decidable before a file is opened. Compiled from the documentation of
the tools that write these files (OpenSSH, OpenSSL, GnuPG, npm, pip, Maven, Docker, Kubernetes, Terraform, the cloud
command lines, database clients, shells, Java and Apple key stores). Only names that nearly always hold one are here:
settings that are mostly committed without (`nuget.config`, `.yarnrc.yml`) stay readable, and so does all source code;
tokens inside of those are the subject of `redaction`.
"""

from __future__ import annotations

import re

_NAMES = frozenset(
    """
    .bash_history .boto .cvspass .databrickscfg .dbshell .dockercfg .dockerconfigjson .envrc .envrc.local .envrc.private
    .fetchmailrc .git-credentials .htpasswd .lesshst .msmtprc .my.cnf .mylogin.cnf .netrc .npmrc .passwd .passwd-s3fs
    .pgpass .pypirc .rhosts .s3cfg .secrets .smbcredentials .terraformrc .vault-password .vault-token .vault_pass
    .vault_password .viminfo _netrc accesstokens.json application_default_credentials.json consolehost_history.txt
    credentials credentials.csv credentials.db credentials.ini credentials.json credentials.properties
    credentials.tfrc.json credentials.toml credentials.txt credentials.xml credentials.yaml credentials.yml
    credentials.yml.enc fish_history htpasswd kaggle.json key.asc key.gpg key3.db key4.db keystore.properties kubeconfig
    logins.json msal_token_cache.bin msal_token_cache.json oauth_creds.json pgpass.conf rclone.conf rootkey.csv
    secret.json secret.yaml secret.yml secrets.json secrets.properties secrets.toml secrets.yaml secrets.yml
    secring.gpg service_principal_entries.json settings-security.xml terraform.rc trustdb.gpg
    """.split()
)
_PATTERN = re.compile(
    r"""
    \.env(?:[._-].*)?                              # .env, .env.local, .env-production
    | .+\.env                                      # production.env
    | \.[a-z0-9]*(?:_[a-z0-9]+)?_?history          # .zsh_history, .node_repl_history
    | id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[_-][^.]*)?(?:\.txt)?
    | [^.]+[_-](?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:_key)?    # deploy_rsa, ssh_host_rsa_key
    | .+\.(?:pem|key|p12|pfx|p8|pkcs12|jks|jceks|bcfks|keystore|keytab|ppk|pvk|kdbx?|ovpn|agilekeychain|keychain)
    | .+\.(?:mobileprovision|tfvars|tfstate)
    | .+\.(?:tfvars|tfstate)\.(?:json|backup)
    | (?:.+[._-])?(?:private|secret)(?:[._-]?keys?)?\.(?:asc|gpg|pgp)
    | client_secrets?.*\.json
    | .*firebase[_-]adminsdk.*\.json
    | .*service[_-]account.*\.json
    | krb5cc_.+
    | .+_accesskeys\.csv
    """,
    re.VERBOSE | re.DOTALL,
)
# Names that hold credentials in one place only, and folders of them.
_PLACE = re.compile(
    r"""(?:^|/)(?:
    \.(?:gcloud|gnupg|password-store|ssh)/.*
    | \.aws/(?:config|boto|(?:sso|cli)/.*)         # not all of it: task definitions are kept there too
    | \.azure/(?:azureprofile\.json|clouds\.config|config)
    | \.(?:bluemix|docker|mc)/config\.json
    | \.codex/auth\.json
    | \.composer/auth\.json
    | \.config/(?:composer/auth|containers/auth|github-copilot/(?:apps|hosts)|netlify/config)\.json
    | \.config/(?:doctl/config\.yaml|gcloud/.*|gh/hosts\.yml|glab-cli/config\.yml|hub|configstore/[^/]*\.json)
    | \.config/stripe/config\.toml
    | \.fly/config\.yml
    | \.gradle/gradle\.properties
    | \.kube/config
    | \.m2/settings\.xml
    | \.oci/config
    | etc/g?shadow
    )\Z""",
    re.VERBOSE | re.DOTALL,
)
_HARMLESS = re.compile(
    r".*\.(?:example|examples|sample|template|tmpl|dist|defaults?|schema|pub)"
    r"|(?:.*[._-])?(?:example|sample|template)\.env"
    r"|known_hosts|authorized_keys2?|allowed_signers"
)
"""`.env.example`, `config.sample`, `known_hosts`."""
# People search code, whatever its name: secrets.py, credentials.go. (`.env.php` is a table of values.)
_CODE = frozenset(
    "bash c cc cjs clj cpp cs css cts cxx d dart erl ex exs fish fs go h hh hpp hs htm html hxx ipynb java jl js jsx "
    "kt kts less lua m md mdx mjs ml mm mts nim php pl pm proto ps1 py pyi pyx r rb rs rst scala scss sh sol sql "
    "svelte swift tcl tf ts tsx v vb vue zig zsh".split()
)
# The additions of editors, shells, package managers and people to the name of a file for another version of it.
_ADDED_BEFORE = re.compile(r"#|\.[#_]|~\$|copy of ")
_ADDED = (
    r"[._ -](?:bak|backup|old|orig|original|save|saved|copy|prev|previous|new|tmp|temp|rej|dpkg-\w+|rpm\w+)"
    r"(?: ?[0-9]{1,8})?| ?\((?:copy|[0-9]{1,4})\)|[._-][0-9]{4}-?[0-9]{2}-?[0-9]{2}"
)
_ADDED_BEHIND = re.compile(rf"(?:~|#|\.~[0-9]+~|\.(?:[0-9]{{1,4}}|sw[a-p]|kate-swp)|::?\$data|[. ]|{_ADDED})$")
_ADDED_WITHIN = re.compile(rf"(?:{_ADDED})(?=\.[a-z0-9]+$)")
_LONGEST_NAME = 255  # no file system has longer ones


def is_secret(path: str) -> bool:
    """Whether a file of this path (with "/") usually holds a credential; most are known by their name alone.

    Copies that editors and people keep of a secret file are secret (`.env~`, `credentials (copy).json`), and so is all
    of `.git`. Templates are not (`.env.example`), nor are public keys (`id_rsa.pub`).
    """
    parts = path.lower().split("/")
    if ".git" in parts:
        return True
    *folders, name = parts
    if len(name) > _LONGEST_NAME:
        return False
    if not _is_code(name):
        name = _without_additions(name)
    names = {name, name.lstrip(".")}  # a swap file has one more dot before its name: .id_rsa.swp
    is_found = (not _is_code(name) and any(map(_is_known, names))) or any(
        _PLACE.search("/".join([*folders, name])) for name in names
    )
    return is_found and not any(map(_HARMLESS.fullmatch, names))


def _is_code(name: str) -> bool:
    return name.rpartition(".")[2] in _CODE and ".env." not in name


def _is_known(name: str) -> bool:
    return name in _NAMES or _PATTERN.fullmatch(name) is not None


def _without_additions(name: str) -> str:
    """Return the original name of a copy; the whole name if it is an addition itself."""
    before = ""
    while name != before:
        before = name
        shorter = _ADDED_WITHIN.sub("", _ADDED_BEHIND.sub("", name))
        if begin := _ADDED_BEFORE.match(shorter):
            shorter = shorter[begin.end() :]
        name = shorter or name
    return name
