"""Published indexes answered from alone: without their files, by processes that write nothing."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from codebases import settle, write
from waiting import eventually

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable, InvalidQuery, UnknownRoot
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.location import index_directory
from lsp_codebase.model import (
    CancelToken,
    DefinitionQuery,
    FilesQuery,
    Mode,
    Phase,
    SearchQuery,
    SimilarQuery,
    Span,
    TreeQuery,
)
from lsp_codebase.replica import Replica
from lsp_codebase.replica.names import Names
from lsp_codebase.tools import Toolbox, ToolRefused
from lsp_codebase.tree import FileFilter

CANCEL = CancelToken()
ROOT = Path("/root")
FILES = {
    "shop/cart.py": "class Cart:\n    def total_price(self):\n        return sum(self.prices)\n",
    "shop/tax.py": "def with_tax(amount):\n    return amount * 2\n\n\nSECRET = 'ghp_" + "a" * 36 + "'\n",
    "web/view.ts": "export class CartView {\n  totalPrice() {\n    return 1\n  }\n}\n",
    "docs/read.md": "# Reading\n\nThe total price is shown.\n",
}


def publish(root: Path, settings: Settings, pool: WorkerPool) -> Path:
    """Index a root, and return the folder of its index."""
    codebase = Codebase(root, settings, pool, SilentListener())
    codebase.start()
    settle(codebase, lambda status: status.phase is Phase.READY)
    codebase.close(), codebase.let_go()
    return index_directory(root, settings.index_location)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("published").resolve()


@pytest.fixture(scope="module")
def gone(home: Path) -> Path:
    """A root whose tree is not here any more."""
    return home / "gone"


@pytest.fixture(scope="module")
def published(home: Path, gone: Path, pool: WorkerPool) -> Path:
    write(gone, FILES)
    directory = publish(gone, Settings(index_location=str(home / "cache"), embedding_model="none"), pool)
    gone.rename(home / "elsewhere")
    return directory


@contextmanager
def opened(*directories: Path, **settings: object) -> Iterator[Replica]:
    with closing(Replica(Settings(embedding_model="none", **settings), directories)) as replica:
        yield replica


@pytest.fixture(scope="module")
def replica(published: Path) -> Iterator[Replica]:
    with opened(published) as one:
        yield one


def hits(replica: Replica, text: str, **fields) -> list[str]:
    found = replica.search(SearchQuery(text, **fields), CANCEL)
    roots = replica.roots
    return [next(hit.path.relative_to(root) for root in roots).as_posix() for hit in found.hits]


def all_bytes(directory: Path) -> dict[str, tuple[int, int]]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


def test_a_published_index_is_answered_from_without_its_files(replica, gone):
    found = replica.search(SearchQuery("total price"), CANCEL)
    assert {hit.path for hit in found.hits} >= {gone / "shop/cart.py", gone / "web/view.ts", gone / "docs/read.md"}
    assert next(hit.text for hit in found.hits if hit.name == "total_price") == FILES["shop/cart.py"].rstrip(
        "\n"
    ).removeprefix("class Cart:\n")
    assert hits(replica, "sum(self.prices)", mode=Mode.EXACT) == ["shop/cart.py"]
    assert hits(replica, "total price", folder=gone / "web") == ["web/view.ts"]
    assert [hit.symbol.name for hit in replica.symbols("totalPri", CANCEL).hits] == ["totalPrice", "total_price"]
    assert [one.name for one in replica.symbols_in(gone / "shop/cart.py", CANCEL).symbols] == ["Cart", "total_price"]
    assert [hit.path for hit in replica.definitions(DefinitionQuery("CartView"), CANCEL).hits] == [gone / "web/view.ts"]


def test_trees_and_listings_are_of_what_is_indexed(replica, gone):
    text = replica.tree(None, TreeQuery(symbols=True), CANCEL).text
    assert [line.strip() for line in text.splitlines() if line.strip().endswith(("/", ".py", ".ts", ".md"))] == [
        f"{gone}/", "docs/", "read.md", "shop/", "cart.py", "tax.py", "web/", "view.ts",
    ]  # fmt: skip
    assert "Class CartView" in text
    assert "cart.py" not in replica.tree(gone / "web", TreeQuery(), CANCEL).text
    assert replica.list_files(None, FilesQuery(10, languages=("python",)), CANCEL).paths == (
        gone / "shop/cart.py",
        gone / "shop/tax.py",
    )
    assert replica.list_files(gone, FilesQuery(1, exclude=("docs/",)), CANCEL).truncated
    page = replica.list_directory(gone, page_size=2)
    assert [entry.name for entry in page.children] == ["docs", "shop"]
    assert (page.has_next, page.remaining) == (True, 1)


def test_names_are_in_the_order_of_those_on_a_disk():
    names = ["Part.py", "part10.py", "part9.py", "part2/a.py", "part11/a.py"]
    listing = Names(ROOT, [{name: SimpleNamespace(size=1) for name in names}])
    shown = ["part9.py", "part10.py", "Part.py"]
    assert [entry.name for entry in listing.page("", 1, 9).children] == ["part2", "part11", *shown]
    found = listing.listed("", 9, (), (), FileFilter()).paths
    assert [path.relative_to(ROOT).as_posix() for path in found] == [*shown, "part2/a.py", "part11/a.py"]


def test_a_file_is_read_as_it_was_indexed_with_its_tokens_hidden(replica, gone):
    assert replica.read_file(gone / "shop/cart.py").text == FILES["shop/cart.py"].rstrip("\n")
    assert "ghp_" not in replica.read_file(gone / "shop/tax.py").text


def test_another_tree_in_the_place_of_the_one_that_was_indexed_is_not_looked_at(published, home, gone):
    write(gone, {"shop/cart.py": "class Cart:\n    def total_price(self):\n        return 'of another tree'\n"})
    try:
        with opened(published) as replica:
            found = replica.search(SearchQuery("total_price"), CANCEL)
            assert not any("of another tree" in (hit.text or "") for hit in found.hits)
            assert "of another tree" not in replica.read_file(gone / "shop/cart.py").text
    finally:
        (gone / "shop/cart.py").rename(home / "another_cart.py")
        (gone / "shop").rmdir()
        gone.rmdir()


def test_what_is_not_in_the_index_is_refused_by_name(replica, gone, tmp_path):
    with pytest.raises(InvalidQuery, match="is not in the published index"):
        replica.read_file(gone / "shop/none.py")
    with pytest.raises(InvalidQuery, match="credentials"):
        replica.read_file(gone / ".env")
    with pytest.raises(InvalidQuery, match="is no directory"):
        replica.tree(gone / "none", TreeQuery(), CANCEL)
    with pytest.raises(InvalidQuery, match="is no directory"):
        replica.list_files(gone / "none", FilesQuery(10), CANCEL)
    with pytest.raises(InvalidQuery, match="folder: is no directory that is indexed"):
        hits(replica, "total", folder=gone / "none")
    with pytest.raises(UnknownRoot):
        hits(replica, "total", folder=tmp_path)
    for refused in (replica.reindex, lambda: replica.clear(None, CANCEL), lambda: replica.doctor(None, CANCEL)):
        with pytest.raises(IndexUnavailable, match="only read here"):
            refused()
    with pytest.raises(IndexUnavailable, match="holds no index"):
        Replica(Settings(), [tmp_path])


@pytest.mark.parametrize(
    ("tool", "arguments", "found"),
    [
        ("search", {"query": "total price", "path": "shop"}, "shop/cart.py:2"),
        ("search", {"query": "total price", "path": "shop/cart.py"}, "shop/cart.py:2"),
        ("find_symbols", {"pattern": "total", "path": "shop"}, "Cart.total_price"),
        ("read_symbol", {"name": "total_price", "path": "shop/cart.py"}, "return sum(self.prices)"),
        ("calls", {"name": "with_tax", "path": "shop/tax.py"}, "callers of shop/tax.py:1"),
        ("outline", {"path": "shop/cart.py"}, "1-3 Class Cart"),
        ("similar", {"path": "shop/cart.py", "start_line": 2}, "web/view.ts:1-5"),
        ("read_file", {"path": "web/view.ts"}, "export class CartView"),
    ],
)
def test_a_tool_takes_the_paths_that_are_indexed(replica, tool, arguments, found):
    assert found in Toolbox(replica).call(tool, arguments, CANCEL).text


@pytest.mark.parametrize(
    ("tool", "arguments", "refusal"),
    [
        ("outline", {"path": "shop/card.py"}, "there is no file shop/card.py; did you mean shop/cart.py?"),
        ("outline", {"path": "shop"}, "shop is a folder"),
        ("search", {"query": "total", "path": "shopp"}, "there is no file or folder shopp"),
        ("find_symbols", {"pattern": "total", "path": "shop/cart.py"}, "shop/cart.py is a file; outline lists"),
    ],
)
def test_a_tool_refuses_the_paths_that_are_not_indexed(replica, tool, arguments, refusal):
    with pytest.raises(ToolRefused, match=re.escape(refusal)):
        Toolbox(replica).call(tool, arguments, CANCEL)


def test_a_file_without_text_is_read_as_such(root, settings, pool):
    write(root, {"shop/__init__.py": "", "shop/cart.py": FILES["shop/cart.py"]})
    with opened(publish(root, settings, pool)) as replica:
        assert replica.read_file(root / "shop/__init__.py").text == ""


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_of_this_machine_at_the_place_of_a_root_is_not_followed(replica, home, gone):
    gone.symlink_to(home / "elsewhere")
    try:
        path = gone / "shop/cart.py"
        assert [one.name for one in replica.symbols_in(path, CANCEL).symbols] == ["Cart", "total_price"]
        assert [hit.path for hit in replica.definitions(DefinitionQuery("Cart", path), CANCEL).hits] == [path]
        assert replica.similar(SimilarQuery(path, Span(1, 0, 2, 0)), CANCEL).status.phase is Phase.READY
        assert "Class Cart" in Toolbox(replica).call("outline", {"path": "shop/cart.py"}, CANCEL).text
        assert "cart.py:2" in Toolbox(replica).call("search", {"query": "total", "path": "shop/cart.py"}, CANCEL).text
    finally:
        gone.unlink()


def test_nothing_is_written_and_several_read_at_once(published):
    (published / "tables/seen.json").unlink(missing_ok=True)  # as in an index that was copied
    before = all_bytes(published)
    with opened(published) as one, opened(published) as other:
        for replica in (one, other):
            assert hits(replica, "total price")
            replica.tree(None, TreeQuery(symbols=True), CANCEL)
            assert [status.role.value for status in replica.status()] == ["reader"]
    assert all_bytes(published) == before


def test_what_the_writer_adds_is_seen(root, settings, pool):
    write(root, FILES)
    directory = publish(root, settings, pool)
    with opened(directory) as replica:
        assert "shop/new.py" not in hits(replica, "brand new function")
        write(root, {"shop/new.py": "def brand_new_function():\n    pass\n"})
        publish(root, settings, pool)
        eventually(lambda: "shop/new.py" in hits(replica, "brand new function"))
        assert "new.py" in replica.tree(None, TreeQuery(), CANCEL).text


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_an_index_that_a_link_leads_to_instead_is_answered_from(root, settings, pool, tmp_path):
    write(root, FILES)
    first = publish(root, settings, pool)
    write(root, {"shop/new.py": "def brand_new_function():\n    pass\n"})
    second = publish(root, replace(settings, index_location=str(tmp_path / "second")), pool)
    latest, following = tmp_path / "latest", tmp_path / "following"
    latest.symlink_to(first)
    with opened(latest) as replica:
        assert "shop/new.py" not in hits(replica, "brand new function")
        following.symlink_to(tmp_path / "nothing there yet")
        following.replace(latest)
        assert hits(replica, "total price")
        following.symlink_to(second)
        following.replace(latest)
        end, found = time.monotonic() + 60, ()
        while root / "shop/new.py" not in found:
            found = replica.list_files(None, FilesQuery(10), CANCEL).paths
            assert len(found) >= len(FILES)  # the earlier one answers until the other is open
            assert time.monotonic() < end
        assert "shop/new.py" in hits(replica, "brand new function")


@pytest.fixture(scope="module")
def parts(home: Path, pool: WorkerPool) -> tuple[Path, list[Path]]:
    """A root, and two indexes, each of half of it."""
    root = home / "parted"
    write(root, {f"{side}/part_{number}.py": f"def request_{side}_{number}():\n    return 'request'\n"
                 for number in range(9) for side in ("left", "right")})  # fmt: skip
    settings = Settings(embedding_model="none")
    made = [
        publish(root, replace(settings, index_location=str(home / left_out), index_exclude=(f"{left_out}/",)), pool)
        for left_out in ("left", "right")
    ]
    return root, made


def test_the_parts_of_a_root_answer_as_one(parts):
    root, directories = parts
    with opened(*directories) as replica:
        assert replica.roots == (root,)
        assert sorted(hits(replica, "request", limit=50)) == sorted(
            f"{side}/part_{number}.py" for number in range(9) for side in ("left", "right")
        )
        assert [hits(replica, name)[0] for name in ("request_left_3", "request_right_3")] == [
            "left/part_3.py",
            "right/part_3.py",
        ]
        assert len(replica.symbols("request", CANCEL).hits) == 18
        text = replica.tree(None, TreeQuery(), CANCEL).text
        assert "left/" in text
        assert "right/" in text
        for side in ("left", "right"):
            assert replica.read_file(root / side / "part_1.py").text.startswith(f"def request_{side}_1")
            found = replica.symbols_in(root / side / "part_1.py", CANCEL)
            assert [one.name for one in found.symbols] == [f"request_{side}_1"]


def test_the_state_of_each_part_is_told_under_the_name_of_its_root(parts, published):
    root, directories = parts
    with opened(*directories, published) as replica:
        replica.search(SearchQuery("request"), CANCEL)  # once all are open
        told = Toolbox(replica).call("status", {}, CANCEL).text.split("\n\n")
    assert [one.partition(":")[0] for one in told] == [root.name, root.name, "gone"]


def test_the_first_hits_of_parts_are_those_of_one_index(parts, home, pool):
    root, directories = parts
    whole = publish(root, Settings(embedding_model="none", index_location=str(home / "whole")), pool)
    with opened(whole) as one, opened(*directories) as several:
        for text in ("request_left_4", "request right 7", "part_2 of the right", "def request left 8"):
            assert hits(one, text, limit=1) == hits(several, text, limit=1), text


def test_pages_over_the_parts_of_a_root_show_each_hit_once(parts):
    with opened(*parts[1]) as replica:
        shown, cursor = [], None
        while True:
            page = replica.search(SearchQuery("request", limit=4, cursor=cursor), CANCEL)
            shown += [hit.path for hit in page.hits]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert len(shown) == len({*shown}) == 18
