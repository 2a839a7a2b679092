"""Which paths are offered for a text that somebody types."""

import os

import pytest
from written_files import write

from lsp_codebase.model import UNCANCELLED
from lsp_codebase.tools import paths_holding
from lsp_codebase.tools.places import Places
from lsp_codebase.tree import DirectoryTree

FILES = (
    "src/net/Socket.py",
    "src/net/socket test.py",
    "src/Ärger/a[1].py",
    "net.md",
    "deep/src/net/x{2}.txt",
    *(["b\\c*.py"] if os.name == "posix" else []),
)
TYPED = ["", "net", "NET/so", "c/n", "src/", "/src", "ärg", "[1]", "{2", "* ", "t t", "b\\", "nowhere", "s", "\0"]
IN_TWO = ["first", "first/", "ST/src", "t/src/net/s", "second/net.", "/net", "d/d"]


class Listed:
    """Answers about the files of some folders, and how many files each question asks for."""

    def __init__(self, roots):
        self.roots = tuple(roots)
        self.tree = DirectoryTree(self.roots)
        self.asked = []

    def list_files(self, path, query, cancel):
        self.asked.append(query.max_results)
        return self.tree.list_files(path, query.max_results, include=query.include, cancel=cancel)


@pytest.fixture(params=[1, 2])
def listed(request, tmp_path):
    roots = [tmp_path / name for name in ("first", "second")[: request.param]]
    for root in roots:
        write(root, dict.fromkeys(FILES, ""))
    return Listed(roots)


def test_paths_that_hold_the_text_are_offered_in_any_letter_case(listed):
    places = Places(lambda: listed.roots)
    shown = [places.shown(path) for root in listed.roots for path in listed.tree.list_files(root, 1_000).paths]
    for typed in [*TYPED, *IN_TWO]:
        wanted = [path for path in shown if typed.lower() in path.lower()]
        assert paths_holding(typed, 1_000, listed, places, UNCANCELLED) == wanted, typed


def test_no_more_files_are_listed_than_are_offered(listed):
    places = Places(lambda: listed.roots)
    assert len(paths_holding("s", 2, listed, places, UNCANCELLED)) == 2
    assert listed.asked == [2]


def test_a_text_of_any_length_is_read(listed):
    places = Places(lambda: listed.roots)
    deep = f"{'Long' * 60}/{'name' * 15}.py"
    write(listed.roots[0], {deep: ""})
    assert len(paths_holding(deep, 9, listed, places, UNCANCELLED)) == 1
    assert paths_holding("s" * 100_000, 9, listed, places, UNCANCELLED) == []
