"""Which names are taken for credentials (A20)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.scan.secrets import is_secret

SECRET = [
    ".env", ".env.local", ".ENV.Production", "prod.env", ".env_local", ".envrc", ".env.local.php", "id_rsa",
    "id_ed25519", "id_ed25519_sk", "id_rsa.txt", "deploy_rsa", "github-ed25519", "ssh_host_ecdsa_key", "server.pem",
    "tls.key", "cert.p12", "AuthKey_1.p8", "Credentials.json", "credentials", ".credentials.json", ".netrc", "_netrc",
    ".npmrc", ".pypirc", ".git-credentials", "client_secret_123.json", "my-service-account.json",
    "shop-firebase-adminsdk-1ab.json", "terraform.tfstate.backup", "x.kdbx", "secrets.yaml", ".secrets.toml",
    "release.keystore", "app.jks", "host.keytab", "team.mobileprovision", "production.tfvars", ".htpasswd", ".passwd",
    "master.key", "private.asc", "my-secret-key.asc", "key.gpg", "secring.gpg", "rclone.conf", "deploy/.env",
    "/a/.git/config", ".git/HEAD", ".git/logs/HEAD", "inner/.git/FETCH_HEAD", ".git", ".GIT/config",
    ".docker/config.json", "home/.kube/config", ".ssh/config", ".ssh/deploy", "home/.ssh/work.d/id", ".gnupg/gpg.conf",
    ".aws/config", ".aws/credentials", ".aws/sso/cache/1.json", ".azure/azureProfile.json", ".gcloud/x",
    ".config/gcloud/access_tokens.db", ".config/gh/hosts.yml", ".m2/settings.xml", ".composer/auth.json",
    ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".terraform.d/credentials.tfrc.json",
    ".gradle/gradle.properties", ".bash_history", ".zsh_history", ".python_history", ".psql_history", ".mysql_history",
    ".node_repl_history", ".history", "fish_history", "etc/shadow", "\n.pem", ".ssh/two\nlines",
]  # fmt: skip
COPIES = [
    "{}~", "{}.bak", "{}.bak2", "{}.old", "{}.orig", "{}.save", "{}.backup", "{}.swp", "{}.swo", "{}.1", "{}.~1~",
    "{} (copy)", "{} (2)", "{} copy", "{}-old", "{}_backup", "{}.2024-01-31", "{}-20240131", "{}.dpkg-old", "{}::$DATA",
    "#{}#", ".#{}", "._{}", "Copy of {}", "{}.bak~",
]  # fmt: skip
READABLE = [
    ".env.example", ".env.sample", ".env.template", ".env.dist", "prod.env.example", "example.env", "id_rsa.pub",
    ".ssh/id_rsa.pub", ".ssh/known_hosts", ".ssh/authorized_keys", "environment.py", "credentials.py", "secrets.py",
    "credentials.go", "keys.ts", "env.py", "key.py", "rsa.py", "test_rsa.py", "history.py", "passwd.c", "private.py",
    "keyboard.json", "envelope.ts", ".envrc.md", "pem.go", "identity.rs", "config.key.example", "secrets.json.sample",
    "netrc.c", "env", "terraform.tf", "id_rsa_parser.rs", "config", "config.json", "git/config", ".github/config",
    ".gitignore", ".gitattributes", "project.git/x", ".env/readme.md", "docker/config.json", "auth.json", "hosts.yml",
    "settings.xml", "gradle.properties", "nuget.config", "wp-config.php", ".aws/task-definition.json",
    ".azure/pipelines.yml", "HISTORY", "history.md", ".history/main.py", "KEYS.asc", "release.tar.gz.asc", "shadow.css",
    "firebase.json", "tokens.json", "~", ".bak", "copy", " (copy)", "##", "a" * 5_000 + ".pem",
]  # fmt: skip
names = st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=20)


@pytest.mark.parametrize("name", SECRET)
def test_a_credential_file_is_secret(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize("name", READABLE)
def test_code_and_templates_are_not_secret(name: str) -> None:
    assert not is_secret(name)


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_of_a_secret_file_is_secret_and_a_copy_of_another_is_not(copy: str) -> None:
    for paths, is_expected in ((SECRET, True), (READABLE[:50], False)):
        for path in paths:
            folder, slash, name = path.rpartition("/")
            if name != ".git":
                assert is_secret(folder + slash + copy.format(name)) == is_expected, path


@pytest.mark.parametrize("name", [".id_rsa.swp", ".server.key.swo", ".docker/.config.json.swp", ".credentials.swp"])
def test_a_swap_file_has_one_more_dot_before_its_name(name: str) -> None:
    assert is_secret(name)
    assert not is_secret(".secrets.py.swp")


@pytest.mark.parametrize("name", [
    "credentials (copy).json", "credentials copy 2.json", "credentials.bak.yml", "secrets_old.toml", "secrets (1).json",
])  # fmt: skip
def test_a_copy_may_be_marked_before_its_extension(name: str) -> None:
    assert is_secret(name)


@given(name=names, folders=st.lists(names, max_size=3), copy=st.sampled_from(COPIES))
def test_what_is_secret_stays_so_in_any_folder_any_case_and_as_a_copy(name, folders, copy):
    if is_secret(name):
        assert is_secret("/".join([*folders, name]))
        assert is_secret(name.lower())
        assert is_secret(copy.format(name))


@given(stem=names, extension=st.sampled_from(["py", "go", "ts", "java", "c", "rs", "md", "rb"]))
def test_no_name_of_source_code_is_secret(stem, extension):
    name = f"{stem}.{extension}"
    assert not is_secret(name) or ".env." in name.lower()
