"""A guest of the process that an editor started sees what the editor sees, as far as it may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from given_settings import given
from raw_client import RawClient

from lsp_codebase.answers import Answers
from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Role, SearchQuery
from lsp_codebase.opening import open_answers

TOKEN = "ghp_" + "Zx8Kq2Lm5Np7Rt9Vw3Yb1Dc4Fg6Hj0SaQe2W"
STORED = "def stored_function():\n    pass\n"
UNSAVED = f"def typed_function():\n    return 'unsaved words {TOKEN}'\n\n\n{STORED}"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("guests").resolve() / "root"
    root.mkdir()
    (root / "a.py").write_text(STORED)
    return root


@pytest.fixture(scope="module")
def editor(root: Path) -> Iterator[RawClient]:
    editor = RawClient()
    options = {"secrets.show": True, "embedding.model": "none"}
    editor.initialize({}, rootUri=root.as_uri(), initializationOptions=options)
    editor.wait_until_indexed()
    item = {"uri": (root / "a.py").as_uri(), "languageId": "python", "version": 1, "text": UNSAVED}
    editor.notify("textDocument/didOpen", {"textDocument": item})
    editor.wait_for(lambda: "typed_function" in str(editor.result("workspace/symbol", {"query": "typed_function"})))
    yield editor
    editor.kill()


@pytest.fixture(scope="module")
def guest(editor: RawClient, root: Path) -> Iterator[Answers]:
    guest = open_answers(root, given(Settings(embedding_model="none")), name="a terminal", wait=True)
    yield guest
    guest.close()


def test_a_guest_finds_and_reads_what_is_typed_in_the_editor(guest: Answers, root: Path) -> None:
    assert [hit.symbol.name for hit in guest.symbols("typed_function", CancelToken()).hits] == ["typed_function"]
    assert guest.read_file(root / "a.py").text.startswith("def typed_function")


def test_a_guest_is_shown_no_token_where_the_editor_is_shown_them(guest: Answers, editor: RawClient) -> None:
    asked = {"query": "unsaved words"}
    assert TOKEN in str(editor.result("codebase/hybridSearch", asked))
    shown = str(guest.search(SearchQuery("unsaved words"), CancelToken()).hits)
    assert "unsaved words [redacted" in shown
    assert TOKEN not in shown


def test_a_guest_asks_the_index_that_the_editor_writes(guest: Answers, root: Path) -> None:
    (status,) = guest.status(root)
    assert status.role is Role.WRITER
