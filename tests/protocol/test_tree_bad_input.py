"""What the tree requests answer to places and numbers that make no sense, straight and through `executeCommand`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

METHODS = ("directoryTree", "listDirectory", "listFiles", "readFile")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("workspace") / "root"
    (root / "src").mkdir(parents=True)
    (root / "src" / "größe #1.py").write_text("def size(): pass\n", encoding="utf-8")
    (root / "a%20b").mkdir()
    (root / "a%20b" / "literal.txt").write_text("percent")
    (root / "a b").mkdir()
    (root / "a b" / "space.txt").write_text("space")
    (root.parent / "outside").mkdir()
    (root.parent / "outside" / "private.txt").write_text("private")
    (root / "way-out").symlink_to(root.parent / "outside")
    return root


@pytest.fixture(scope="module")
def client(shared: RawClient, folder: Path) -> Iterator[RawClient]:
    with shared.visit(folder):
        yield shared


def refused(client: RawClient, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the data of the error, which must be the same for the command."""
    error = client.error(f"codebase/{method}", params)
    assert error["code"] == -32602
    twin = {"command": f"codebase.{method}", "arguments": [params]}
    assert client.error("workspace/executeCommand", twin) == error
    data: dict[str, Any] = error["data"]
    return data


def test_a_tree_or_a_list_of_a_file_is_refused_with_what_to_ask_for(client: RawClient, folder: Path) -> None:
    """V21: the page alone says `children: null`."""
    uri = (folder / "src" / "größe #1.py").as_uri()
    for method in ("directoryTree", "listFiles"):
        data = refused(client, method, {"uri": uri, "maxResults": 1})
        assert data["field"] == "uri"
        assert "is not a directory; ask for the directory it is in" in data["reason"]
    assert client.result("codebase/listDirectory", {"uri": uri})["children"] is None
    for place in (folder, folder / "src"):
        data = refused(client, "readFile", {"uri": place.as_uri()})
        assert data["reason"] == f"{place} is not a file"


def test_a_place_that_is_not_there_is_named(client: RawClient, folder: Path) -> None:
    uri = (folder / "gone").as_uri()
    for method in ("directoryTree", "listFiles"):
        data = refused(client, method, {"uri": uri, "maxResults": 1})
        assert (data["field"], "does not exist" in data["reason"]) == ("uri", True)
    assert refused(client, "readFile", {"uri": uri})["field"] == "uri"
    assert client.result("codebase/listDirectory", {"uri": uri})["children"] is None


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "below",
    [
        "/../outside",
        "/%2e%2e/outside",
        "/src/../../outside",
        "/src%2F..%2F..%2Foutside",
        "/way-out",
        "/way-out/private.txt",
        "/src%00",
        "/..%2f..%2f..%2f..%2f..%2f..%2fetc",
    ],
)
def test_no_spelling_leads_out_of_the_workspace(client: RawClient, folder: Path, method: str, below: str) -> None:
    data = refused(client, method, {"uri": folder.as_uri() + below, "maxResults": 1})
    assert data["field"] == "uri"


def test_dots_that_stay_inside_are_followed(client: RawClient, folder: Path) -> None:
    for below in ("/src/../a%20b", "/./a%20b/", "/src/%2e%2e/a%20b"):
        page = client.result("codebase/listDirectory", {"uri": folder.as_uri() + below})
        assert [child["name"] for child in page["children"]] == ["space.txt"]


def test_percent_signs_are_decoded_once(client: RawClient, folder: Path) -> None:
    for spelled, name in (("a%20b", "space.txt"), ("a%2520b", "literal.txt"), ("a%2520%62", "literal.txt")):
        tree = client.result("codebase/directoryTree", {"uri": f"{folder.as_uri()}/{spelled}", "format": "json"})
        (child,) = tree["roots"][0]["children"]
        assert child["name"] == name
        read = client.result("codebase/readFile", {"uri": child["uri"]})
        assert read["text"] in ("space", "percent")


@pytest.mark.parametrize(
    "uri", ["file:///%", "file:///%zz", "file://%ff%fe", "", "src", "://", "file:", "http://x/y", "\0"]
)
@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_place_is_refused(client: RawClient, method: str, uri: str) -> None:
    assert refused(client, method, {"uri": uri, "maxResults": 1})["field"] == "uri"


@pytest.mark.parametrize("value", [-1, -(2**31), 2**31, 2**53, 10**30, 1.5, True, "10", [], {}])
@pytest.mark.parametrize(
    ("method", "field"),
    [
        ("directoryTree", "maxDepth"),
        ("directoryTree", "maxEntries"),
        ("directoryTree", "maxItemsPerDirectory"),
        ("directoryTree", "maxChars"),
        ("directoryTree", "maxTokens"),
        ("listDirectory", "page"),
        ("listDirectory", "pageSize"),
        ("listFiles", "maxResults"),
        ("readFile", "maxChars"),
    ],
)
def test_an_absurd_number_is_named(client: RawClient, folder: Path, method: str, field: str, value: Any) -> None:
    params = {"uri": folder.as_uri(), "maxResults": 1} | {field: value}
    assert refused(client, method, params)["field"] == field


def test_the_server_answers_as_before_after_all_that(client: RawClient, folder: Path) -> None:
    assert "größe #1.py" in client.result("codebase/directoryTree", {})["text"]


def test_the_smallest_budgets_give_a_short_answer_and_no_error(client: RawClient) -> None:
    """V14, A02."""
    for preset in ("default", "void", "aigne"):
        for budget in ("maxChars", "maxTokens", "maxEntries", "maxItemsPerDirectory"):
            answer = client.result("codebase/directoryTree", {"preset": preset, budget: 1})
            assert budget != "maxChars" or len(answer["text"]) <= 1
            assert budget != "maxTokens" or len(answer["text"].encode()) <= 4
            assert "error" not in answer["stats"]
        assert client.result("codebase/directoryTree", {"preset": preset, "maxDepth": 0})["stats"]["entries"] == 0
