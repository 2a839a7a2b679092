"""`team.server`: a replica in a process of its own answers for a checkout, of which only what is changed is indexed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from git_commits import git
from http_server import SECONDS, HttpServer
from waiting import eventually
from written_files import write

from lsp_codebase.config import Settings
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, Document, Phase, SearchAnswer, SearchQuery
from lsp_codebase.workspace import Workspace

pytestmark = pytest.mark.slow  # a dozen processes

TOKEN = "a-token-of-some-length"
CANCEL = CancelToken()
FILES = {
    "shop/cart.py": "class Cart:\n    def total_price(self):\n        return sum(self.prices)\n",
    "shop/tax.py": "def with_tax(amount):\n    return amount * 2\n",
    "shop/old.py": "def forgotten_voucher():\n    return 'nobody'\n",
    "web/view.ts": "export class CartView {\n  totalPrice() {\n    return 1\n  }\n}\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("team").resolve()


@pytest.fixture(scope="module")
def origin(home: Path) -> Path:
    """What the server's index was made of, elsewhere."""
    root = write(home / "build/shop", FILES)
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Add the shop")
    return root


@pytest.fixture(scope="module")
def replica(home: Path, origin: Path) -> Iterator[HttpServer]:
    cache = home / "published"
    command = [sys.executable, "-m", "lsp_codebase", "index", str(origin), "--set", f"index.location={cache}"]
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
    with closing(HttpServer([], cache, "--index", index_directory(origin, str(cache)), token=TOKEN)) as one:
        one.wait_until_ready()
        yield one


@pytest.fixture(scope="module")
def checkout(home: Path, origin: Path) -> Path:
    """A clone with a commit of its own, an edit, a file that git does not know, and one that is gone."""
    root = home / "work/shop"
    root.parent.mkdir()
    git(home, "clone", "-q", str(origin), str(root))
    (root / "shop/tax.py").write_text("def with_toll(amount):\n    return amount * 3\n")
    git(root, "commit", "-q", "-a", "-m", "Toll")
    (root / "shop/cart.py").write_text(FILES["shop/cart.py"].replace("total_price", "grand_total"))
    (root / "shop/new.py").write_text("def brand_new_voucher():\n    return 'mine'\n")
    (root / "shop/old.py").unlink()
    return root


@contextmanager
def opened(root: Path, cache: Path, *urls: str) -> Iterator[Workspace]:
    settings = Settings(index_enabled=False, index_location=str(cache), team_server=urls, index_workers=1)
    with closing(Workspace(settings)) as workspace:
        workspace.add_folder(root)
        workspace.start()
        eventually(lambda: workspace.find(root).status().phase is Phase.READY)
        yield workspace


@pytest.fixture(scope="module")
def workspace(replica: HttpServer, checkout: Path, home: Path) -> Iterator[Workspace]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LSP_CODEBASE_TEAM_TOKEN", TOKEN)
        with opened(checkout, home / "cache", replica.url) as one:
            yield one


def ask(workspace: Workspace, text: str, **fields) -> SearchAnswer:
    return workspace.search(SearchQuery(text, **fields), CANCEL)


def names(workspace: Workspace, pattern: str) -> list[str]:
    return [hit.symbol.name for hit in workspace.symbols(pattern, CANCEL).hits]


def test_the_server_answers_for_what_is_as_it_was_published(workspace, checkout):
    found = ask(workspace, "totalPrice")
    assert found.hits[0].path == checkout / "web/view.ts"
    assert found.hits[0].text in FILES["web/view.ts"]
    assert found.notes == ()
    assert names(workspace, "CartView") == ["CartView"]
    assert workspace.find(checkout).status().indexed == 3  # those that are changed


def test_of_what_is_changed_here_the_files_here_answer(workspace, checkout):
    assert ask(workspace, "grand_total").hits[0].path == checkout / "shop/cart.py"
    assert ask(workspace, "with_toll").hits[0].path == checkout / "shop/tax.py"  # committed here
    assert ask(workspace, "brand_new_voucher").hits[0].path == checkout / "shop/new.py"  # unknown to git
    for text in ("total_price", "with_tax", "forgotten_voucher", "amount"):
        shown = {hit.path: hit.text for hit in ask(workspace, text, limit=50).hits}
        assert "2" not in shown.get(checkout / "shop/tax.py", "")
        assert "total_price" not in shown.get(checkout / "shop/cart.py", "")
        assert checkout / "shop/old.py" not in shown
    assert {"total_price", "with_tax", "forgotten_voucher"}.isdisjoint(
        {*names(workspace, "total_price"), *names(workspace, "with_tax"), *names(workspace, "voucher")}
    )
    assert "grand_total" in names(workspace, "grand")


def test_an_open_document_stands_in_front_of_the_servers_file(workspace, checkout):
    path = checkout / "web/view.ts"
    document = Document(FILES["web/view.ts"].replace("totalPrice", "sumOfAll"))
    workspace.open_document(path, document)
    try:
        eventually(lambda: "sumOfAll" in names(workspace, "sumOfAll"))
        assert names(workspace, "totalPrice") == []
    finally:
        workspace.close_document(path, document)
    eventually(lambda: names(workspace, "totalPrice") == ["totalPrice"])


def test_pages_take_from_the_server_and_from_here_and_show_each_place_once(workspace):
    shown, cursor = [], None
    while True:
        page = ask(workspace, "return", limit=1, cursor=cursor)
        shown += [(hit.path, hit.span.start_line) for hit in page.hits]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(shown) == len({*shown})
    assert {path.name for path, _ in shown} == {"cart.py", "tax.py", "new.py", "view.ts"}


def test_a_wrong_token_leaves_the_answers_from_here_with_a_note(replica, checkout, home, monkeypatch):
    monkeypatch.setenv("LSP_CODEBASE_TEAM_TOKEN", "another-token-of-that-length")
    with opened(checkout, home / "other_cache", replica.url) as workspace:
        found = ask(workspace, "grand_total")
        assert found.hits[0].path == checkout / "shop/cart.py"
        assert [note for note in found.notes if "does not know the token in LSP_CODEBASE_TEAM_TOKEN" in note]
        assert TOKEN not in str(found)
        assert names(workspace, "grand") == ["grand_total"]
        assert "does not know the token" in workspace.status()[0].message


def test_an_editor_is_answered_as_if_the_index_were_here(replica, checkout, home, start, monkeypatch):
    monkeypatch.setenv("LSP_CODEBASE_TEAM_TOKEN", TOKEN)
    client = start()
    options = {"index.enabled": False, "index.location": str(home / "editor_cache"), "team.server": [replica.url]}
    client.initialize(rootUri=checkout.as_uri(), initializationOptions=options)
    client.wait_until_indexed()
    (symbol,) = client.result("workspace/symbol", {"query": "CartView"})
    assert symbol["location"]["uri"] == (checkout / "web/view.ts").as_uri()
    hits = client.result("codebase/hybridSearch", {"query": "grand_total", "limit": 2})["hits"]
    assert hits[0]["location"]["uri"] == (checkout / "shop/cart.py").as_uri()
    assert "new.py" in client.result("codebase/directoryTree", {})["text"]
    client.close()
