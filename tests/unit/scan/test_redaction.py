"""Credentials inside of ordinary text. Every token here is made up, in pieces, so that no scanner takes it for one."""

import sys
import time
from collections.abc import Callable, Iterator

import pytest

from lsp_codebase.scan.redaction import Redactor, redact

LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD"
HEX = "0123456789abcdef" * 4
JWT = ".".join(("eyJ" + "hbGciOiJIUzI1NiJ9", "eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0", LETTERS + "-_" + LETTERS))
TOKENS = {
    "GitHub token": ["ghp_" + LETTERS + "abcd", "gho_" + LETTERS + "abcd", "ghs_" + LETTERS, "github_pat_" + LETTERS],
    "GitLab token": ["glpat-" + LETTERS[:20], "gldt-" + LETTERS],
    "AWS key": ["AKIA" + "Q3EGRIH7XYZ2AB4C", "ASIA" + "Q3EGRIH7XYZ2AB4C"],
    "Slack token": [
        "xoxb-" + "123456789012-" + LETTERS,
        "xoxp-" + LETTERS,
        "hooks.slack.com/services/" + "T0123/B0123/" + LETTERS,
    ],
    "Stripe key": ["sk_live_" + LETTERS, "rk_live_" + LETTERS, "whsec_" + LETTERS],
    "Google key": ["AIza" + "SyD" + LETTERS, "ya29." + LETTERS, "GOCSPX-" + LETTERS],
    "Anthropic key": ["sk-ant-" + "api03-" + LETTERS],
    "API key": ["sk-" + LETTERS + LETTERS, "sk-proj-" + LETTERS, "gsk_" + LETTERS + LETTERS],
    "npm token": ["npm_" + LETTERS + "abcd"],
    "PyPI token": ["pypi-" + "AgEIcHlwaS5vcmc" + LETTERS + LETTERS],
    "Docker token": ["dckr_pat_" + LETTERS],
    "Hugging Face token": ["hf_" + LETTERS + "ab"],
    "SendGrid key": ["SG." + LETTERS[:22] + "." + LETTERS + LETTERS[:11]],
    "Twilio key": ["SK" + HEX[:32]],
    "Azure key": ["AccountKey=" + LETTERS + LETTERS + "==", "SharedAccessKey=" + LETTERS + LETTERS[:12] + "="],
    "Telegram token": ["123456789:" + "AA" + LETTERS + "x"],
    "DigitalOcean token": ["dop_v1_" + HEX],
    "JWT": [JWT],
    "Discord token": ["MTIz" + "NDU2Nzg5MDEyMzQ1Njc4" + ".GabcdE." + LETTERS, "discord.com/api/webhooks/"
                      + "123456789012345678/" + LETTERS + LETTERS],
    "Shopify token": ["shpat_" + HEX[:32]],
    "Mailgun key": ["key-" + HEX[:32]],
    "Square token": ["sq0atp-" + LETTERS[:22], "EAAA" + LETTERS + LETTERS[:28]],
    "Databricks token": ["dapi" + HEX[:32]],
    "Vault token": ["hvs." + LETTERS],
    "Grafana token": ["glsa_" + LETTERS + "_1234abcd"],
    "Atlassian token": ["ATATT3" + LETTERS + LETTERS],
    "Tailscale key": ["tskey-auth-" + LETTERS],
    "Supabase key": ["sbp_" + HEX[:40]],
    "age key": ["AGE-SECRET-KEY-" + "1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0S3JN54KH"],
}  # fmt: skip
EACH = [(kind, token) for kind, tokens in TOKENS.items() for token in tokens]
KEY = "\n".join([*("MIIEpAIBAAKCAQEA" + LETTERS + "0123456789abcdef" for _ in range(25)), "Zm9vYg=="])
BEGIN, END = "-----BEGIN RSA PRIVATE" + " KEY-----", "-----END RSA PRIVATE" + " KEY-----"
ORDINARY = [
    "def is_secret(path: str) -> bool: return AbstractSingletonProxyFactoryBean.getInstance(path)",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= 1f8ac10f23c5b5bc1167bda84b833e5c057a77d2",
    "<div class='sk-estimator-doc-link sk-toggleable__content-wrapper'>task-management-overview-of-things</div>",
    "monkey-0123456789 npm_config_registry_of_the_whole_company_network hf_hub_download_from_the_cache_folder",
    "token = os.environ['GITHUB_TOKEN']  # ghp_...; AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY",
    f'if line == "{BEGIN}":\n    read_the_key_until("{END}")\n',
    "550e8400-e29b-41d4-a716-446655440000 https://example.com/a/very/long/path/that/goes/on/and/on",
    "",
]


@pytest.mark.parametrize(("kind", "token"), EACH, ids=lambda value: value[:12])
@pytest.mark.parametrize(
    "around", ["{}", 'key = "{}"  # é', r'"\n{}\n"', "a=1&t%3D{}&b", "<{}>", "before\n\t{}\nafter"]
)
def test_a_token_is_replaced_by_a_marker_of_its_length(kind: str, token: str, around: str) -> None:
    for text in (around.format(token), ("ordinary line\n" * 100) + around.format(token)):
        shown = redact(text)
        assert token[8:] not in shown
        assert f"[redacted: {kind}]" in shown
        assert [len(line.encode()) for line in shown.split("\n")] == [len(line.encode()) for line in text.split("\n")]


@pytest.mark.parametrize("text", [
    f"aws_secret_access_key = {LETTERS}+/abcdef",
    f'"SecretAccessKey": "{LETTERS}+/abcdef"',
    f"AWS_SECRET_ACCESS_KEY={LETTERS}+/abcdef",
    f"{TOKENS['AWS key'][0]},{LETTERS}+/abcdef",
])  # fmt: skip
def test_the_secret_key_of_aws_is_known_by_what_stands_beside_it(text: str) -> None:
    shown = redact(text)
    assert LETTERS not in shown
    assert "[redacted: AWS" in shown
    assert len(shown) == len(text)


@pytest.mark.parametrize("text", [
    f"{BEGIN}\n{KEY}\n{END}\n",
    f"{BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n{KEY}\n{END}\n",
    '{"private_key": "' + f"{BEGIN}\n{KEY}\n{END}\n".replace("\n", "\\n") + '", "client_id": "12"}',
    "key = (\n" + "".join(f'    "{line}\\n"\n' for line in (BEGIN, *KEY.split("\n"), END)) + ")",
])  # fmt: skip
def test_a_private_key_is_hidden_line_by_line(text: str) -> None:
    shown = redact(text)
    assert "MIIE" not in shown
    assert LETTERS not in shown
    assert "Zm9vYg" not in shown
    assert "[redacted: private key]" in shown
    assert BEGIN in shown
    assert END in shown
    assert [len(line) for line in shown.split("\n")] == [len(line) for line in text.split("\n")]


def test_of_a_torn_private_key_what_follows_stays() -> None:
    code = "\ndef read_key(path):\n    return path.read_text()\n"
    shown = redact(f"{BEGIN}\n{KEY}\n{code}")
    assert LETTERS not in shown
    assert shown.endswith(code)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays_the_same_object(text: str) -> None:
    assert redact(text) is text
    long = text * 50
    assert redact(long) is long


def test_text_that_no_encoding_can_hold_is_redacted_too() -> None:
    token = TOKENS["GitHub token"][0]
    assert token not in redact("\udc80 é 中 " * 200 + token)


HOSTILE = ["ghp_", "sk-", "a-", "eyJaaaaaaaaaaa-", "eyJaaaaaaaaaaaa.", "eyJ", BEGIN, "-----BEGIN ", BEGIN + "a" * 40,
           "SG.aaaaaaaaaaaaaaaaaaaaaaa.", "12345678:AA", "MTIz", "secret_access_key = ", "secretKey", "AKIA", "1", "_",
           "xoxe.xoxp-", "gl-", "glaaaaaaa-", "EAAA", "A", "hooks.slack.com/", "PRIVATE KEY-----BEGIN"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def seconds_of(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        return min(timed(lambda: redact(text)) for _ in range(3))

    # A quadratic rule takes 1,024 times as long, and minutes.
    assert seconds_of(1_600_000) < 200 * max(seconds_of(50_000), 0.001)


def timed(action: Callable[[], object]) -> float:
    before = time.thread_time()
    action()
    return time.thread_time() - before


def test_of_the_lines_of_a_file_only_those_asked_for_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def counted(text: str) -> str:
        looked.append(text)
        return redact(text)

    monkeypatch.setattr(sys.modules[Redactor.__module__], "redact", counted)
    redactor = Redactor(is_on=True)
    for lines in versions():
        shown = redactor.lines("a.py", lines)
        assert redactor.lines("a.py", lines) is shown
        assert len(shown) == len(lines)
        assert looked == []
        assert "[redacted: Anthropic key]" in shown[1]
        assert shown[2:] == lines[2:]
        assert looked == [lines[1], lines[2]]
        looked.clear()


def test_lines_asked_for_in_parts_are_those_of_the_whole_file() -> None:
    tokens = [token for of_kind in TOKENS.values() for token in of_kind]
    key = ["-----BEGIN PRIVATE KEY-----", "QUJD" * 16, "QUJD" * 16, "-----END PRIVATE KEY-----"]
    for lines in (tokens, [*tokens, *key, *tokens]):
        whole = redact("\n".join(lines)).split("\n")
        shown = Redactor(is_on=True).lines("a.py", lines)
        assert list(shown) == whole
        assert [shown[row] for row in range(len(lines))] == whole
        for size in (1, 2, 3, 50):
            assert [line for row in range(0, len(lines), size) for line in shown[row : row + size]] == whole


def test_switched_off_nothing_is_hidden() -> None:
    redactor = Redactor(is_on=False)
    for lines in versions():
        assert redactor.lines("a.py", lines) is lines
        assert redactor.text(lines[1]) is lines[1]


def versions() -> Iterator[list[str]]:
    for version in ("one", "two"):
        yield [f"# {version}", "key = " + TOKENS["Anthropic key"][0], "after"]
