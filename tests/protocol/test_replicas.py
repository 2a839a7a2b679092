"""`serve --http --index`: processes over one published index, of which one is killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest
from http_server import SECONDS, HttpServer, make_files

from lsp_codebase.cli import main
from lsp_codebase.location import index_directory
from lsp_codebase.uris import to_uri

TOKEN = "a-token-of-some-length"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lsp_codebase", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replicas").resolve() / "shop"


@pytest.fixture(scope="module")
def published(root: Path) -> Path:
    """The index of a tree that is gone."""
    cache = root.parent / "cache"
    assert run("index", make_files(root), "--set", f"index.location={cache}").returncode == 0
    shutil.rmtree(root)
    return index_directory(root, str(cache))


@pytest.fixture
def replicas(published: Path) -> Iterator[list[HttpServer]]:
    made = []
    try:
        for _ in range(2):
            made.append(HttpServer([], published.parent, "--index", published, token=TOKEN))
            made[-1].http.headers["Authorization"] = f"Bearer {TOKEN}"
        yield made
    finally:
        for one in made:
            if one.process.poll() is None:
                one.close()


@pytest.mark.slow
def test_one_of_two_replicas_is_killed_and_the_other_answers(replicas, root):
    for one in replicas:
        one.wait_until_ready()
        found = one.call("search_code", query="wait longer after a failure")["result"]
        assert found["hits"][0]["location"]["uri"] == to_uri(root / "net/retry.py")
        assert found["index"]["role"] == "reader"
    first, second = replicas
    first.process.kill()
    first.process.wait(SECONDS)
    first.process.stderr.close()
    with closing(first.http), suppress(httpx.HTTPError):
        first.http.get("/health")
        pytest.fail("it is gone")
    assert second.call("find_symbols", query="Retry")["result"]["hits"][0]["definition"]["name"] == "Retry"
    assert "retry.py" in second.call("directory_tree")["result"]["text"]
    assert second.call("index_status")["result"][0]["folder"] == to_uri(root)
    assert second.call("read_file", uri=to_uri(root / "gone.py"))["error"]["data"]["field"] == "uri"
    assert second.http.get("/metrics").status_code == 200


def test_an_index_and_a_folder_are_not_served_by_one_process(tmp_path, capsys):
    assert main(["serve", "--http", "127.0.0.1:0", "--index", str(tmp_path), "--root", str(tmp_path)]) == 2
    assert "--index: goes without --root" in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_without_an_index_is_named_and_left_alone(tmp_path):
    ended = run("serve", "--http", "127.0.0.1:0", "--index", tmp_path)
    assert ended.returncode == 2
    assert f"--index: {tmp_path} holds no index" in ended.stderr
    assert os.listdir(tmp_path) == []
