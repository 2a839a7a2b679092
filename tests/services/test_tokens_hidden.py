"""Credentials inside of files: found where they stand, shown nowhere. All are made up, in pieces."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import opened, write

from lsp_codebase.model import CancelToken, Mode, Pack, SearchAnswer, SearchQuery, SimilarQuery, Span, SymbolAnswer
from lsp_codebase.model.document import Document
from lsp_codebase.workspace import Workspace

LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD"
GITHUB, STRIPE = "ghp_" + LETTERS + "abcd", "sk_live_" + LETTERS
KEY = "\n".join("MIIEpAIBAAKCAQEA" + LETTERS + "0123456789abcdef" for _ in range(9))
FILES = {
    "deploy.py": f'''from client import upload


class Deployment:
    """Sends what was built to the host."""

    token = "{GITHUB}"  # é

    def send_built_files(self, host, token="{STRIPE}"):
        return upload(host, token or "{GITHUB}")
''',
    "client.py": f'''def upload(host, token="{STRIPE}"):
    return host.put(token)
''',
    "key.txt": f"the key of the build machine\n-----BEGIN PRIVATE{' '}KEY-----\n{KEY}\n-----END PRIVATE{' '}KEY-----\n",
    "notes.md": f"# The token {GITHUB}\n\nWhat the token is for.\n",
}
SECRETS = (LETTERS, "MIIE")
Start = Callable[..., Workspace]


@pytest.fixture
def start(tmp_path: Path, settings) -> Iterator[Start]:
    with ExitStack() as started:

        def start(**changes) -> Workspace:
            write(tmp_path / "root", FILES)
            return started.enter_context(opened(replace(settings, **changes), tmp_path / "root"))

        yield start


def answers(workspace: Workspace, root: Path) -> Iterator[SearchAnswer | SymbolAnswer | str]:
    """Ask all that gives text, in ways that lead to what holds credentials."""
    cancel = CancelToken()
    for text in ("send the built files", "Deployment", "upload token", f'"{GITHUB}"', "key of the build machine"):
        for pack in Pack:
            yield workspace.search(SearchQuery(text, pack=pack), cancel)
    yield workspace.search(SearchQuery(r"sk_live_\w+", mode=Mode.REGEX, pack=Pack.CONTEXT), cancel)
    yield workspace.similar(SimilarQuery(root / "client.py", Span(0, 0, 1, 0)), cancel)
    yield workspace.symbols("", cancel)
    yield workspace.symbols("token", cancel)
    yield workspace.symbols("?the token of the deployment", cancel)
    yield str(workspace.symbols_in(root / "notes.md", cancel))
    for name, content in FILES.items():
        for line in range(content.count("\n")):
            yield workspace.read_file(root / name, Span(line, 0, 1_000, 0)).text
            yield workspace.read_file(root / name, Span(line, 14, line, 90)).text
    yield workspace.read_file(root / "key.txt", None, 200).text


def test_no_answer_shows_a_credential(start, tmp_path):
    for answer in answers(start(), tmp_path / "root"):
        assert not [secret for secret in SECRETS if secret in str(answer)], answer
        assert "pQ2sT4vW6xY8" not in str(answer)  # nor a part of one


def test_the_setting_shows_them(start, tmp_path):
    shown = "".join(map(str, answers(start(secrets_show=True), tmp_path / "root")))
    assert all(secret in shown for secret in SECRETS)
    assert "[redacted" not in shown


def test_a_credential_is_found_where_it_stands_and_marked(start, tmp_path):
    workspace, cancel = start(), CancelToken()
    hits = workspace.search(SearchQuery(f'"{STRIPE}"', mode=Mode.EXACT), cancel).hits
    assert {(hit.path.name, hit.span.start_line) for hit in hits} >= {("client.py", 0)}
    assert all("[redacted: Stripe key]" in hit.text for hit in hits)
    found = workspace.read_file(tmp_path / "root" / "deploy.py")
    assert "[redacted: GitHub token]" in found.text
    lines = FILES["deploy.py"].split("\n")
    assert [len(line) for line in found.text.split("\n")] == [len(line) for line in lines]
    assert found.span == Span(0, 0, len(lines) - 1, 0)


def test_an_open_document_and_new_settings_are_no_way_around(start, tmp_path, settings):
    workspace, cancel, path = start(secrets_show=True), CancelToken(), tmp_path / "root" / "client.py"
    assert STRIPE in workspace.read_file(path).text
    workspace.configure(settings)
    workspace.find(path).wait_until_idle(cancel)
    typed = FILES["client.py"].replace(STRIPE, GITHUB) + "\n# typed\n"
    workspace.open_document(path, Document(typed))
    assert "[redacted: GitHub token]" in workspace.read_file(path).text
    assert "[redacted: GitHub token]" in str(workspace.search(SearchQuery("upload"), cancel).hits)
    assert LETTERS not in str(workspace.search(SearchQuery("upload"), cancel).hits)
