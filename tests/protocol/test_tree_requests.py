"""Looking around the workspace: trees, listings, file texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

TEXT = "first\né中\U0001f600 wanted\nlast\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("workspace") / "a #1;100%?"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "src" / "main.py").write_text("class Engine:\n    def run(self): pass\n\n\ndef start(): pass\n")
    (root / "src" / "deep" / "code.js").write_text("function one() {}\n")
    (root / "text.txt").write_text(TEXT, encoding="utf-8")
    (root / ".env").write_text("PASSWORD=1\n")
    (root / "link").symlink_to(root / "src")
    return root


@pytest.fixture(scope="module")
def client(shared: RawClient, folder: Path) -> Iterator[RawClient]:
    """The server, with one folder for all of this file."""
    with shared.visit(folder):
        yield shared


def test_a_tree_is_drawn_as_text(client: RawClient, folder: Path) -> None:
    answer = client.result("codebase/directoryTree", {"preset": "void"})
    assert answer["text"].startswith(f"Directory of {folder}:\n")
    assert "├── src/\n" in answer["text"]
    assert "link (symbolic link)" in answer["text"]
    assert answer["truncated"] is False
    assert answer["stats"]["characters"] == len(answer["text"])
    assert not {"roots", "notModified"} & answer.keys()


def test_a_tree_is_given_as_nodes_with_their_symbols(client: RawClient, folder: Path) -> None:
    answer = client.result("codebase/directoryTree", {"format": "json", "symbols": True, "maxDepth": 3})
    (root,) = answer["roots"]
    assert (root["kind"], root["uri"]) == ("directory", folder.as_uri())
    children = {child["name"]: child for child in root["children"]}
    assert children["link"]["kind"] == "symlink"
    assert children["text.txt"] == {
        "name": "text.txt",
        "uri": (folder / "text.txt").as_uri(),
        "kind": "file",
        "size": len(TEXT.encode()),
    }
    (main,) = [child for child in children["src"]["children"] if child["name"] == "main.py"]
    assert main["symbols"] == [{"name": "Engine", "kind": 5, "line": 0}, {"name": "start", "kind": 12, "line": 4}]
    assert "text" not in answer


def test_a_tree_that_the_client_has_is_not_sent_again(client: RawClient) -> None:
    etag = client.result("codebase/directoryTree", {})["etag"]
    again = client.result("codebase/directoryTree", {"ifNoneMatch": etag})
    assert (again["notModified"], again["etag"]) == (True, etag)
    assert "text" not in again


def test_a_tree_keeps_to_its_budgets(client: RawClient, folder: Path) -> None:
    answer = client.result(
        "codebase/directoryTree", {"uri": (folder / "src").as_uri(), "maxDepth": 1, "preset": "void"}
    )
    assert "code.js" not in answer["text"]
    assert answer["truncated"] is True


def test_a_directory_is_listed_page_by_page(client: RawClient, folder: Path) -> None:
    first = client.result("codebase/listDirectory", {"uri": folder.as_uri(), "pageSize": 2})
    assert [child["name"] for child in first["children"]] == ["link", "src"]
    assert first["children"][0] == {
        "name": "link",
        "uri": (folder / "link").as_uri(),
        "isDirectory": True,
        "isSymbolicLink": True,
    }
    assert (first["hasNextPage"], first["hasPrevPage"], first["itemsRemaining"]) == (True, False, 2)
    last = client.result("codebase/listDirectory", {"uri": folder.as_uri(), "pageSize": 2, "page": 2})
    assert (last["hasNextPage"], last["hasPrevPage"], last["itemsRemaining"]) == (False, True, 0)


def test_what_is_no_directory_has_no_children(client: RawClient, folder: Path) -> None:
    answer = client.result("codebase/listDirectory", {"uri": (folder / "text.txt").as_uri()})
    assert answer == {"children": None, "hasNextPage": False, "hasPrevPage": False, "itemsRemaining": 0}


def test_files_are_listed_by_language_and_glob(client: RawClient, folder: Path) -> None:
    everything = client.result("codebase/listFiles", {"maxResults": 100})
    assert (folder / "src" / "main.py").as_uri() in everything["uris"]
    assert everything["truncated"] is False
    python = client.result("codebase/listFiles", {"maxResults": 100, "languages": ["python"]})
    assert python["uris"] == [(folder / "src" / "main.py").as_uri()]
    below = client.result("codebase/listFiles", {"maxResults": 1, "uri": (folder / "src").as_uri()})
    assert (len(below["uris"]), below["truncated"]) == (1, True)


def test_a_file_is_read_whole_and_by_range(client: RawClient, folder: Path) -> None:
    uri = (folder / "text.txt").as_uri()
    whole = client.result("codebase/readFile", {"uri": uri})
    assert (whole["text"], whole["truncated"]) == (TEXT, False)
    assert whole["range"]["start"] == {"line": 0, "character": 0}
    wanted = {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 11}}
    part = client.result("codebase/readFile", {"uri": uri, "range": wanted})
    assert part == {"text": "wanted", "range": wanted, "truncated": False, "encoding": whole["encoding"]}
    short = client.result("codebase/readFile", {"uri": uri, "maxChars": 8})
    assert (short["text"], short["truncated"]) == ("first\n", True)
    assert short["range"]["end"] == {"line": 1, "character": 0}


def test_a_file_with_secrets_is_not_read(client: RawClient, folder: Path) -> None:
    error = client.error("codebase/readFile", {"uri": (folder / ".env").as_uri()})
    assert (error["code"], error["data"]["field"]) == (-32602, "uri")
    assert "credentials" in error["data"]["reason"]


@pytest.mark.parametrize("method", ["directoryTree", "listDirectory", "listFiles", "readFile"])
@pytest.mark.parametrize("place", ["outside", "dots", "root", "no file"])
def test_a_place_outside_the_workspace_is_refused(client: RawClient, folder: Path, method: str, place: str) -> None:
    uri = {
        "outside": folder.parent.as_uri(),
        "dots": (folder / ".." / "x").as_uri(),
        "root": "file:///",
        "no file": "untitled:1",
    }[place]
    error = client.error(f"codebase/{method}", {"uri": uri, "maxResults": 1})
    assert (error["code"], error["data"]["field"]) == (-32602, "uri")


@pytest.mark.parametrize(
    ("method", "field", "params"),
    [
        ("directoryTree", "uri", {"uri": 5}),
        ("directoryTree", "preset", {"preset": "other"}),
        ("directoryTree", "format", {"format": ["text"]}),
        ("directoryTree", "maxDepth", {"maxDepth": -1}),
        ("directoryTree", "maxChars", {"maxChars": "1000"}),
        ("directoryTree", "symbols", {"symbols": "yes"}),
        ("directoryTree", "exclude", {"exclude": "*.py"}),
        ("listDirectory", "uri", {}),
        ("listDirectory", "page", {"uri": ".", "page": 0}),
        ("listDirectory", "pageSize", {"uri": ".", "pageSize": 0}),
        ("listFiles", "maxResults", {}),
        ("listFiles", "maxResults", {"maxResults": 0}),
        ("listFiles", "languages", {"maxResults": 1, "languages": ["klingon"]}),
        ("readFile", "uri", {}),
        ("readFile", "range.end", {"uri": ".", "range": {"start": {"line": 0, "character": 0}}}),
        ("readFile", "maxChars", {"uri": ".", "maxChars": 0}),
    ],
)
def test_a_wrong_field_is_named(client: RawClient, folder: Path, method: str, field: str, params: Any) -> None:
    params = {key: (folder / "text.txt").as_uri() if value == "." else value for key, value in params.items()}
    error = client.error(f"codebase/{method}", params)
    assert (error["code"], error["data"]["field"]) == (-32602, field)
    twin = {"command": f"codebase.{method}", "arguments": [params]}
    assert client.error("workspace/executeCommand", twin) == error


def test_every_request_has_a_twin_among_the_commands(client: RawClient, folder: Path) -> None:
    """V01, V02, V30."""
    uri = (folder / "src").as_uri()
    for method, params in (
        ("hybridSearch", {"query": "start"}),
        ("directoryTree", {"uri": uri}),
        ("listDirectory", {"uri": uri}),
        ("listFiles", {"uri": uri, "maxResults": 5}),
        ("readFile", {"uri": uri + "/main.py"}),
        ("status", {}),
    ):
        direct = client.result(f"codebase/{method}", params)
        twin = client.result("workspace/executeCommand", {"command": f"codebase.{method}", "arguments": [params]})
        for answer in (direct, twin):
            if isinstance(answer, dict):  # what differs from call to call
                answer.pop("tookMs", None)
                answer.pop("stats", None)
        assert twin == direct


def test_only_a_budget_truncates_and_what_cut_is_named(client: RawClient) -> None:
    shallow = client.result("codebase/directoryTree", {"maxDepth": 1})
    assert (shallow["truncated"], shallow["cutBy"]) == (False, ["maxDepth"])
    assert shallow["text"].endswith(
        '(4 of 7 entries shown; for the rest ask with the "uri" of a folder or a larger "maxDepth")\n'
    )
    assert shallow["stats"]["entries"] == 4
    few = client.result("codebase/directoryTree", {"maxEntries": 3})
    assert (few["truncated"], few["cutBy"]) == (True, ["maxEntries"])
    assert few["text"].endswith('or a larger "maxEntries")\n')
    assert "cutBy" not in client.result("codebase/directoryTree", {})
