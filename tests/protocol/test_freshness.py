"""What changes on disk is found over the wire, whether the client watches files or not (B08, K04, U03)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
CREATED, DELETED = 1, 3


def function(name: str) -> str:
    return f"def {name}(first, second):\n    return first + second\n"


def names(client: RawClient, query: str) -> list[str]:
    return [symbol["name"] for symbol in client.result("workspace/symbol", {"query": query})]


def is_found(client: RawClient, name: str) -> Callable[[], bool]:
    return lambda: name in names(client, name)


@pytest.fixture
def alone(shared: RawClient, tmp_path: Path) -> Iterator[RawClient]:
    """A server whose client, like Neovim on Linux and Helix, watches nothing."""
    (tmp_path / "a.py").write_text(function("from_the_start"))
    with shared.visit(tmp_path):
        yield shared


def test_files_are_followed_for_a_client_that_does_not_watch(alone: RawClient, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "b.py").write_text(function("written_by_others"))
    alone.wait_for(is_found(alone, "written_by_others"))
    (tmp_path / "new" / "b.py").rename(tmp_path / "c.py")
    alone.wait_for(
        lambda: (
            [s["location"]["uri"] for s in alone.result("workspace/symbol", {"query": "written_by_others"})]
            == [(tmp_path / "c.py").as_uri()]
        )
    )
    (tmp_path / "a.py").unlink()
    alone.wait_for(lambda: "from_the_start" not in names(alone, "from_the_start"))


def test_the_tree_shows_what_others_wrote(alone: RawClient, tmp_path: Path) -> None:
    assert "later.py" not in alone.result("codebase/directoryTree", {})["text"]
    (tmp_path / "later.py").write_text("a = 1\n")
    alone.wait_for(lambda: "later.py" in alone.result("codebase/directoryTree", {})["text"])


def test_a_client_that_watches_is_asked_and_believed(client: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(function("from_the_start"))
    client.initialize(WATCHES, rootUri=tmp_path.as_uri())
    asked: Any = client.read()
    assert asked["method"] == "client/registerCapability"
    assert [one["method"] for one in asked["params"]["registrations"]] == ["workspace/didChangeWatchedFiles"]
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
    client.wait_until_indexed()
    (tmp_path / "b.py").write_text(function("seen_by_the_client"))
    changes = [{"uri": (tmp_path / "b.py").as_uri(), "type": CREATED}]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    client.wait_for(is_found(client, "seen_by_the_client"))
    (tmp_path / "a.py").unlink()
    gone = [{"uri": (tmp_path / "a.py").as_uri(), "type": DELETED}]
    client.notify("workspace/didChangeWatchedFiles", {"changes": gone})
    client.wait_for(lambda: "from_the_start" not in names(client, "from_the_start"))
    client.close()


def test_a_client_that_refuses_to_watch_is_not_relied_on(client: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(function("from_the_start"))
    client.initialize(WATCHES, rootUri=tmp_path.as_uri())
    asked: Any = client.read()
    client.send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32603, "message": "no"}})
    client.wait_until_indexed()
    (tmp_path / "b.py").write_text(function("written_by_others"))
    client.wait_for(is_found(client, "written_by_others"))


@pytest.fixture(params=[False, True], ids=["watches nothing", "watches"])
def any_client(request: pytest.FixtureRequest, shared: RawClient) -> Iterator[Callable[..., Any]]:
    """Open a folder for a client that watches files, or for one that does not."""
    with ExitStack() as opened:

        def open_it(folder: Path) -> RawClient:
            if not request.param:
                opened.enter_context(shared.visit(folder))
                return shared
            client = request.getfixturevalue("client")
            client.initialize_watching(rootUri=folder.as_uri())
            client.wait_until_indexed()
            return client

        yield open_it


def test_a_branch_switch_is_followed(any_client: Callable[..., RawClient], tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a"}
        environment = os.environ | identity | {"GIT_COMMITTER_EMAIL": "a@b"}
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, capture_output=True, env=environment)

    git("init", "-b", "main")
    (tmp_path / "a.py").write_text(function("on_main"))
    git("add", ".")
    git("commit", "-m", "main")
    git("checkout", "-b", "other")
    (tmp_path / "a.py").write_text(function("on_the_other"))
    git("commit", "-am", "other")
    client = any_client(tmp_path)
    client.wait_for(is_found(client, "on_the_other"))
    git("checkout", "main")
    client.wait_for(is_found(client, "on_main"))
    assert "on_the_other" not in names(client, "on_the_other")


def test_a_folder_that_is_gone_is_said_and_answers_as_it_was_indexed(shared: RawClient, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def weigh_anchor():\n    return 1\n")
    with shared.visit(root):
        root.rename(tmp_path / "elsewhere")

        def status() -> dict[str, Any]:
            return shared.result("codebase/status", {})[0]

        shared.wait_for(lambda: status()["phase"] == "failed")
        assert f"the folder {root} is gone" in status()["message"]
        answer = shared.result("codebase/hybridSearch", {"query": "weigh_anchor"})
        assert [hit["preview"].strip() for hit in answer["hits"]] == ["def weigh_anchor():"]
        assert "return 1" in answer["hits"][0]["text"]
        (tmp_path / "elsewhere").rename(root)
        shared.wait_for(lambda: status()["phase"] == "ready")
