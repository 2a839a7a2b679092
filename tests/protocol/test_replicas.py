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


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--index", "{here}", "--root", "{here}"), "--index: goes without --root"),
        (("--index", "{here}"), "--index: {here} holds no index"),
    ],
)
def test_what_cannot_be_served_is_named(tmp_path, arguments, reason, capsys):
    told = [argument.format(here=tmp_path) for argument in arguments]
    assert main(["serve", "--http", "127.0.0.1:0", *told]) == 2
    assert reason.format(here=tmp_path) in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
