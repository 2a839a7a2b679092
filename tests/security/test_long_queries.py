"""A query of the greatest length is read in time that grows with its length, whatever it is made of."""

import time
from itertools import product
from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery, bounds
from lsp_codebase.workspace import Workspace

MOST_S = 3.0  # of CPU, on a slow and busy machine, too; a third of it here, and some took minutes

BEGINNINGS = (
    *("", "a", "the ", "in ", "GET /", "at a.py:", "error: ", "lang:", "type ", "class ", "what is ", "what does a "),
    *("where is a ", "where does a ", "who calls ", "does a use ", "how are ", "how to ", "find all the callers of "),
    *("which functions in a ", "list all uses of a in ", "calls from a to ", "methods of ", "subclasses of "),
    *(
        "functions that return a ",
        "what takes a ",
        "which a have a ",
        "difference between a ",
        "when was the ",
        "could you ",
    ),
    *("TODOs in ", "dataclasses in ", "where are ", "do we use ", "list of "),
    *("tests of ", "header of ", "imports of ", "changes of ", "wo wird ", "a 在哪里", "où est ", "кто вызывает "),
)
REPEATED = (
    *(" ", "\t", ",", ".", "/", ":", "-", "(", "<", "\\", "a", "A", "1", "的", "a ", "a.", "a/", "a::", "a->", "a_"),
    *("a,b ", "the ", "in a ", "x y ", "File a.py:1 "),
)
ENDINGS = ("", " x", " defined")


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
    assert seconds_of(workspace, before, many, behind) < MOST_S


def test_a_long_query_of_words_that_stand_nowhere_is_answered_in_time(workspace):
    words = ("".join(letters) for letters in product("bcdfg", "bcdfg", "qwxz", "qwxz", "klmn"))
    text = " ".join(word * 4 for word in words)[: bounds.QUERY_LENGTH.most]
    begin = time.thread_time()
    workspace.search(SearchQuery(text), CancelToken())
    assert time.thread_time() - begin < MOST_S


@pytest.mark.slow
@pytest.mark.parametrize("before", BEGINNINGS)
def test_whatever_a_long_query_begins_with_and_repeats_it_is_answered_in_time(workspace, before):
    slow = {
        (many, behind): taken
        for many, behind in product(REPEATED, ENDINGS)
        if (before + many + behind).strip() and (taken := seconds_of(workspace, before, many, behind)) >= MOST_S
    }
    assert not slow


def seconds_of(workspace: Workspace, before: str, many: str, behind: str) -> float:
    left = bounds.QUERY_LENGTH.most - len(before + behind)
    begin = time.thread_time()
    workspace.search(SearchQuery(before + many * (left // len(many)) + behind), CancelToken())
    return time.thread_time() - begin
