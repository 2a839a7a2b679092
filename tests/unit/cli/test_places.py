"""Paths as they are typed and printed."""

from pathlib import Path

import pytest

from lsp_codebase.cli.places import Places, names_place, split_globs
from lsp_codebase.cli.typed_globs import written_out
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import Globs


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "shop"
    for name in ("src/net/http.py", "src/a.py", "tests/a[b].py", "top.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    return root


def test_paths_are_relative_to_where_one_stands_and_absolute_elsewhere(root, tmp_path):
    file = root / "src" / "a.py"
    for here, printed in ((root, "src/a.py"), (root / "tests", "../src/a.py"), (tmp_path, "shop/src/a.py")):
        assert Places(root, here).relative(file) == printed
    (tmp_path / "other").mkdir()
    assert Places(root, tmp_path / "other").relative(file) == file.as_posix()


def test_one_folder_is_a_filter_and_several_places_leave_out_all_else(root, monkeypatch):
    monkeypatch.chdir(root)
    places = Places(root, root)
    assert places.limits([root / "src"]) == (root / "src", ())
    assert places.limits([]) == places.limits([root]) == (None, ())
    folder, exclude = places.limits([root / "src" / "net", root / "tests" / "a[b].py", root / "top.py"])
    left_out = Globs(exclude)
    names = ("src/net/http.py", "src/net/x/y.py", "src/a.py", "tests/a[b].py", "tests/ab.py", "top.py", "b.py")
    passes = [name for name in names if not left_out.covers(name)]
    assert (folder, passes) == (None, ["src/net/http.py", "src/net/x/y.py", "tests/a[b].py", "top.py"])
    _, exclude = places.limits([root / "src" / "net", root / "src"])  # the wider one holds
    assert not Globs(exclude).covers("src/a.py")


def test_a_path_that_is_not_there_or_outside_is_named_with_the_fix(root, tmp_path):
    places = Places(root, root)
    with pytest.raises(InvalidQuery, match=r'PATH: there is no file or folder gone; several words .* "quotes"'):
        places.limits([root.relative_to(root) / "gone"])
    with pytest.raises(InvalidQuery, match=r"is outside of .*; name its folder with --root"):
        places.limits([tmp_path])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a.py", ("a.py", None, None)),
        ("a.py:7", ("a.py", 7, 7)),
        ("a.py:7-9", ("a.py", 7, 9)),
        ("a.py:7:3", ("a.py", 7, 7)),
        ("C:/a.py:7", ("C:/a.py", 7, 7)),
        ("C:/a.py", ("C:/a.py", None, None)),
        ("a.py:7-", ("a.py:7-", None, None)),
    ],
)
def test_lines_are_named_behind_the_file(text, place):
    assert names_place(text) == place


def test_a_glob_with_an_exclamation_mark_leaves_out():
    assert split_globs(["*.py", "!tests/"]) == (["*.py"], ["tests/"])


def test_a_glob_among_paths_is_written_out_where_the_shell_leaves_that_to_us(root, monkeypatch):
    monkeypatch.chdir(root)
    typed = [Path("src/**/*.py"), Path("tests/a[b].py"), Path("gone/*")]
    written = ["src/a.py", "src/net/http.py", "tests/a[b].py", "gone/*"]
    assert [path.as_posix() for path in written_out(typed)] == written
