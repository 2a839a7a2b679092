"""The rule by which a command finds its codebase."""

from pathlib import Path, PureWindowsPath

import pytest

from lsp_codebase.cli.find_root import find_root, unmarked_root
from lsp_codebase.errors import InvalidQuery

TABLE = '[project]\nname = "x"\n\n[tool.lsp-codebase]\n'


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return home


def has_none(folder: Path) -> bool:
    return False


def make(home: Path, *marks: str) -> None:
    """Write files, and folders where a name ends in a slash, below the home folder."""
    for mark in marks:
        path = home / mark
        path.parent.mkdir(parents=True, exist_ok=True)
        if mark.endswith("/"):
            path.mkdir(parents=True)
        else:
            path.write_text(TABLE if path.name == "pyproject.toml" else "")


@pytest.mark.parametrize(
    ("marks", "root"),
    [
        (["shop/.git/"], "shop"),
        (["shop/.git"], "shop"),  # a work tree or a submodule
        (["shop/.hg/"], "shop"),
        (["shop/.git/", "shop/src/.git/"], "shop/src"),
        (["shop/.jj/"], "shop"),
        (["shop/.git/", "shop/src/lsp-codebase.toml"], "shop/src"),
        (["shop/lsp-codebase.toml", "shop/src/.git/"], "shop"),  # several checkouts as one codebase
        (["shop/.git/", "shop/src/pyproject.toml"], "shop/src"),
        ([".git/", "lsp-codebase.toml"], None),  # a home folder under git is no codebase
        ([], None),
    ],
)
def test_the_root_is_found_upwards(home, marks, root):
    make(home, "shop/src/net/", *marks)
    found = find_root(home / "shop/src/net", has_none)
    assert found == (home / root if root else None)


def test_a_project_file_counts_only_if_it_configures_the_index(home):
    make(home, "shop/.git/", "shop/src/")
    project = home / "shop/src/pyproject.toml"
    for text, root in (
        ('[project]\nname = "lsp-codebase"\n', "shop"),
        ("[tool.lsp-codebase-else]\n", "shop"),
        ("[tool.lsp-codebase.index]\nexclude = []\n", "shop/src"),
    ):
        project.write_text(text)
        assert find_root(home / "shop/src", has_none) == home / root


def test_where_nothing_marks_a_root_an_index_above_does(home):
    make(home, "notes/2026/may/")
    indexed = home / "notes"
    assert find_root(indexed / "2026" / "may", lambda folder: folder == indexed) == indexed
    make(home, "notes/2026/.git/")
    assert find_root(indexed / "2026" / "may", lambda folder: folder == indexed) == indexed / "2026"


def test_a_file_belongs_to_the_root_of_its_folder_and_links_are_resolved(home):
    make(home, "shop/.git/", "shop/src/a.py")
    (home / "link").symlink_to(home / "shop" / "src")
    assert find_root(home / "shop/src/a.py", has_none) == home / "shop"
    assert find_root(home / "link" / "a.py", has_none) == home / "shop"


def test_the_home_folder_and_those_around_it_are_never_indexed_by_chance(home):
    make(home, "loose/")
    for place in (home, home.parent, Path("/")):
        with pytest.raises(InvalidQuery, match=r"--root: .* holds more than one codebase; go into one, or name it"):
            unmarked_root(place)
    assert unmarked_root(home / "loose") == home / "loose"


def test_a_pipe_in_the_place_of_a_project_file_is_not_waited_for(home):
    os = pytest.importorskip("os")
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes")
    make(home, "shop/")
    os.mkfifo(home / "shop" / "pyproject.toml")
    assert find_root(home / "shop", has_none) is None


def test_a_device_of_windows_lies_in_no_folder(monkeypatch):
    name = "lsp_codebase.cli.find_root.canonical"
    monkeypatch.setattr(name, lambda path: PureWindowsPath("//./nul") if path == Path("nul") else path)
    with pytest.raises(InvalidQuery):
        unmarked_root(Path("nul"))
