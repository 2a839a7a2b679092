"""A query of the greatest length is read in time that grows with its length, whatever it is made of."""

import time
from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery, bounds
from lsp_codebase.workspace import Workspace

MOST_S = 1.0  # of CPU, on however busy a machine; most took more, and some minutes


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("long").resolve()
    root = folder / "root"
    root.mkdir()
    (root / "a.py").write_text("class Cart:\n    def add(self):\n        return '/a/b'\n" * 30)
    workspace = Workspace(Settings(index_location=str(folder / "cache"), embedding_model="hash", index_workers=1))
    workspace.add_folder(root)
    workspace.start()
    workspace.find(root).wait_until_idle(CancelToken())
    workspace.search(SearchQuery("what is first asked loads what all need"), CancelToken())
    yield workspace
    workspace.close()


@pytest.mark.parametrize(
    ("before", "many", "behind"),
    [
        ("type ", "\t", " x"),
        ("header of x", " ", "y"),
        ("where is the version set", " ", "y"),
        ("how is a", " ", " tested y"),
        ("", "\n", "cat"),
        ("a ", ",", "b"),
        ("uses of ", "/a", " defined"),
        ("GET /", "a/", ""),
        (r"\w+", "a", ""),
    ],
)
def test_a_long_query_is_answered_in_time_that_grows_with_its_length(workspace, before, many, behind):
    left = bounds.QUERY_LENGTH.most - len(before + behind)
    begin = time.thread_time()
    workspace.search(SearchQuery(before + many * (left // len(many)) + behind), CancelToken())
    assert time.thread_time() - begin < MOST_S
