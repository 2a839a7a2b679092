"""`listDirectory` and `listFiles`."""

import logging
import os
from pathlib import Path

import pytest
from tree_files import write

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.tree import DirectoryTree, FileFilter, page_text


def test_a_directory_is_listed_page_by_page(tmp_path: Path) -> None:
    """V19, V20."""
    write(tmp_path, [f"file{number}" for number in range(1_100)] + ["sub/x"])
    tree = DirectoryTree([tmp_path])
    first, second, third, fourth = (tree.list_directory(tmp_path, page) for page in (1, 2, 3, 4))
    assert [len(page.children or ()) for page in (first, second, third, fourth)] == [500, 500, 101, 0]
    assert [(page.has_previous, page.has_next) for page in (first, second, third, fourth)] == [
        (False, True),
        (True, True),
        (True, False),
        (True, False),
    ]
    assert [page.remaining for page in (first, second, third, fourth)] == [601, 101, 0, 0]
    assert [child.name for child in (first.children or ())[:3]] == ["sub", "file0", "file1"]
    assert (third.children or ())[-1].path == tmp_path / "file1099"


def test_a_page_says_what_each_entry_is(project: Path) -> None:
    """V20, V22: everything is listed, hidden and ignored entries too, and nothing is opened."""
    children = {child.name: child for child in DirectoryTree([project]).list_directory(project).children or ()}
    assert children["src"].is_directory
    assert not children["README.md"].is_directory
    assert (children["loop"].is_directory, children["loop"].is_symbolic_link) == (True, True)
    assert (children["link.md"].is_directory, children["link.md"].is_symbolic_link) == (False, True)
    assert "ignored.log" in children
    assert ".env" in children


def test_what_is_no_directory_has_no_children(project: Path) -> None:
    """V21."""
    for name in ("README.md", "gone"):
        page = DirectoryTree([project]).list_directory(project / name)
        assert (page.children, page.has_next, page.has_previous, page.remaining) == (None, False, False, 0)
        assert page_text(project / name, page) == f"Error: {project / name} is not a directory"


def test_a_page_as_text_names_the_directory_once_and_what_remains(tmp_path: Path) -> None:
    """V23."""
    write(tmp_path, ["a/", "b", "c"])
    (tmp_path / "d").symlink_to("b")
    tree = DirectoryTree([tmp_path])
    first, second = (tree.list_directory(tmp_path, page, 2) for page in (1, 2))
    assert page_text(tmp_path, first) == f"{tmp_path}\n├── a/\n├── b\n└── (2 results remaining...)\n"
    assert page_text(tmp_path, second) == "├── c\n└── d (symbolic link)\n"


def test_a_link_that_leads_in_a_circle_hides_nothing_beside_it(tmp_path: Path) -> None:
    write(tmp_path, ["a/", "b"])
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "to-a").symlink_to("a")
    children = DirectoryTree([tmp_path]).list_directory(tmp_path).children or ()
    assert [(one.name, one.is_directory) for one in children] == [
        ("a", True),
        ("to-a", True),
        ("b", False),
        ("circle", False),
    ]


@pytest.mark.parametrize(("page", "page_size", "field"), [(0, 500, "page"), (1, 0, "pageSize"), (1, 10**9, "pageSize")])
def test_a_page_out_of_range_is_named(tmp_path: Path, page: int, page_size: int, field: str) -> None:
    with pytest.raises(InvalidQuery) as error:
        DirectoryTree([tmp_path]).list_directory(tmp_path, page, page_size)
    assert error.value.field == field


def names(root: Path, max_results: int = 1_000, **options: object) -> list[str]:
    found = DirectoryTree([root]).list_files(root, max_results, **options)  # type: ignore[arg-type]
    return [path.relative_to(root).as_posix() for path in found.paths]


def test_files_come_before_those_of_sub_directories(project: Path) -> None:
    """V04."""
    found = names(project)
    assert found[:6] == [".env", ".gitignore", "file2.txt", "file10.txt", "line\nbreak.txt", "naïve 日本.py"]
    assert found.index("README.md") < found.index(".github/workflows/ci.yml") < found.index("a/util/one.py")
    assert "ignored.log" not in found
    assert not any(name.startswith(("loop", "link")) for name in found)


def test_the_list_ends_where_it_was_asked_to(project: Path) -> None:
    """V04."""
    tree = DirectoryTree([project])
    everything = tree.list_files(project, 1_000)
    assert not everything.truncated
    part = tree.list_files(project, 3)
    assert (part.paths, part.truncated) == (everything.paths[:3], True)
    assert not tree.list_files(project, len(everything.paths)).truncated


def test_globs_choose_the_files(project: Path) -> None:
    """V29."""
    assert names(project, include=["*.java"]) == ["src/main/java/org/acme/App.java", "src/main/java/org/acme/Util.java"]
    assert names(project, include=["/docs"]) == ["docs/api/v1/deep/page.md"]
    assert names(project, include=["tests/"], exclude=["test_a*"]) == [
        f"tests/test_{name}.py" for name in ("cache", "index", "query", "view")
    ]
    assert names(project, wanted=FileFilter(lambda name: name.endswith(".sql"))) == ["resources/schema.sql"]


def test_include_globs_are_relative_to_the_workspace_folder(project: Path) -> None:
    found = DirectoryTree([project]).list_files(project / "docs" / "api", 10, include=["/docs"])
    assert [path.name for path in found.paths] == ["page.md"]


def test_folders_are_listed_in_order(tmp_path: Path) -> None:
    write(tmp_path, ["one/a", "one/b", "two/c"])
    tree = DirectoryTree([tmp_path / "two", tmp_path / "one"])
    assert [path.name for path in tree.list_files(None, 10).paths] == ["c", "a", "b"]
    assert [path.name for path in tree.list_files(None, 2).paths] == ["c", "a"]
    assert tree.list_files(None, 2).truncated
    assert tree.list_files(None, 1).truncated


def test_an_error_in_one_directory_does_not_end_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """V04, V27: and a directory is read only when the walk gets there."""
    write(tmp_path, ["a/x", "b/y", "c/z", "d/w"])
    scandir, visited = os.scandir, []

    def refuse(path: str) -> object:
        visited.append(os.path.basename(path))
        if visited[-1] == "a":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path, 1) == ["b/y"]
    assert "cannot list" in caplog.text
    assert visited[1:] == ["a", "b", "c"], "the third for whether there is more; the fourth is never opened"
