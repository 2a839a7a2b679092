"""A kept tree and the changes a client tells of: the next answer shows them, with another etag.

The client says that it watches files, so nothing but its message can be the reason.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

CREATED, CHANGED, DELETED = 1, 2, 3
# An index would answer a new generation with a new tree of its own accord; without one the message alone can.
OPTIONS = {"initializationOptions": {"index": {"enabled": False}, "log": {"level": "debug"}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "src" / "main.py").touch()
    (root / "src" / "deep" / "old.py").touch()
    return root


@pytest.fixture(scope="module")
def watching() -> Iterator[RawClient]:
    client = RawClient()
    client.initialize_watching(**OPTIONS)
    yield client
    try:
        client.close()
    finally:
        client.kill()


@pytest.fixture
def client(watching: RawClient, folder: Path) -> Iterator[RawClient]:
    with watching.visit(folder):
        watching.wait_for(lambda: f"{folder} is watched" in watching.log)  # what is kept from now on stays so
        yield watching


def tree(client: RawClient, **params: Any) -> Any:
    return client.result("codebase/directoryTree", params)


def told(client: RawClient, method: str, params: Any, **query: Any) -> tuple[Any, Any]:
    """Return the tree before and after a notification, having made sure that the one before was kept."""
    before = tree(client, **query)
    kept = tree(client, **query, ifNoneMatch=before["etag"])
    client.notify(method, params)
    after = tree(client, **query, ifNoneMatch=before["etag"])
    assert kept["notModified"]
    return before, after


def watched(path: Path, kind: int) -> dict[str, Any]:
    return {"changes": [{"uri": path.as_uri(), "type": kind}]}


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_a_created_and_a_deleted_file_are_seen(client: RawClient, folder: Path, preset: str, format: str) -> None:
    """A01, A10, A11."""
    query = {"preset": preset, "format": format}
    tree(client, **query)
    new = folder / "src" / "deep" / "new.py"
    kept = tree(client, **query)
    new.touch()
    assert tree(client, **query)["etag"] == kept["etag"], "the tree was not kept: this test would show nothing"
    before, created = told(client, "workspace/didChangeWatchedFiles", watched(new, CREATED), **query)
    assert ("new.py" in str(before), "new.py" in str(created)) == (False, True)
    assert created["etag"] != before["etag"]
    new.unlink()
    _, deleted = told(client, "workspace/didChangeWatchedFiles", watched(new, DELETED), **query)
    assert "new.py" not in str(deleted)
    assert deleted["etag"] == before["etag"]


def test_a_folder_that_came_or_went_is_seen_with_all_that_is_in_it(client: RawClient, folder: Path) -> None:
    """A11."""
    tree(client)
    (folder / "lib" / "inner").mkdir(parents=True)
    (folder / "lib" / "inner" / "code.py").touch()
    _, created = told(client, "workspace/didCreateFiles", {"files": [{"uri": (folder / "lib").as_uri()}]})
    assert "  lib/inner/\n    code.py\n" in created["text"]
    shutil.rmtree(folder / "lib")
    _, deleted = told(client, "workspace/didDeleteFiles", {"files": [{"uri": (folder / "lib").as_uri()}]})
    assert "lib" not in deleted["text"].replace(str(folder), "")


def test_a_renamed_file_is_seen_in_both_places(client: RawClient, folder: Path) -> None:
    """A11."""
    tree(client)
    old, new = folder / "src" / "main.py", folder / "src" / "deep" / "moved.py"
    old.rename(new)
    renamed = {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]}
    _, after = told(client, "workspace/didRenameFiles", renamed)
    assert "moved.py" in after["text"]
    assert "main.py" not in after["text"]


def test_a_new_rule_hides_what_it_names(client: RawClient, folder: Path) -> None:
    tree(client)
    (folder / ".gitignore").write_text("deep/\n")
    _, after = told(client, "workspace/didChangeWatchedFiles", watched(folder / ".gitignore", CREATED))
    assert "old.py" not in after["text"]


def test_a_change_of_a_text_keeps_the_walk_and_the_etag(client: RawClient, folder: Path) -> None:
    """A01, A15: names are all a tree holds, so a save costs no new walk."""
    first = tree(client)
    (folder / "src" / "main.py").write_text("x = 1\n")
    _, after = told(client, "workspace/didChangeWatchedFiles", watched(folder / "src" / "main.py", CHANGED))
    assert (after["notModified"], after["etag"]) == (True, first["etag"])
    assert after["stats"]["totalScans"] == first["stats"]["totalScans"]


def test_a_subfolder_asked_for_alone_is_refreshed_too(client: RawClient, folder: Path) -> None:
    """V02, A10."""
    query = {"uri": (folder / "src" / "deep").as_uri()}
    tree(client, **query)
    (folder / "src" / "deep" / "new.py").touch()
    new = watched(folder / "src" / "deep" / "new.py", CREATED)
    _, after = told(client, "workspace/didChangeWatchedFiles", new, **query)
    assert "new.py" in after["text"]
