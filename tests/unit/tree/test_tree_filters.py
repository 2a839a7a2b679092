"""Trees and lists of files of some types and sizes (V29)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tree_files import write

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import DirectoryTree, FileFilter


@pytest.fixture
def sized(tmp_path: Path) -> Path:
    write(tmp_path, ["a/b/empty.py", "docs/x.md", "node_modules/left/index.js", "node_modules/left/a.py", "void/"])
    (tmp_path / "a" / "small.py").write_text("x" * 10)
    (tmp_path / "large.py").write_text("x" * 1_000)
    (tmp_path / "link.py").symlink_to("large.py")
    return tmp_path


def is_python(name: str) -> bool:
    return name.endswith(".py")


def text_of(root: Path, query: TreeQuery, accepts: Callable[[str], bool] | None = None) -> str:
    return (DirectoryTree([root]).render(root, query, accepts=accepts).text or "").replace(str(root), "ROOT")


def test_only_files_of_a_type_are_shown_with_the_folders_that_hold_any(sized: Path) -> None:
    assert text_of(sized, TreeQuery(languages=("python",)), is_python) == (
        "ROOT/\n  a/\n    b/\n      empty.py\n    small.py\n  node_modules/ (1 file)\n  large.py\n"
    )


def test_only_files_of_a_size_are_shown(sized: Path) -> None:
    assert text_of(sized, TreeQuery(min_bytes=1)) == "ROOT/\n  a/\n    small.py\n  large.py\n"
    assert text_of(sized, TreeQuery(min_bytes=10, max_bytes=10)) == "ROOT/\n  a/\n    small.py\n"
    assert (
        text_of(sized, TreeQuery(max_bytes=0), is_python) == "ROOT/\n  a/b/\n    empty.py\n  node_modules/ (1 file)\n"
    )


def test_what_a_filter_leaves_out_is_not_counted(sized: Path) -> None:
    answer = DirectoryTree([sized]).render(sized, TreeQuery(min_bytes=1))
    assert (answer.stats.entries, answer.stats.files, answer.stats.directories) == (3, 2, 1)
    assert not answer.truncated


def test_void_shows_no_folder_that_holds_nothing_wanted(sized: Path) -> None:
    assert text_of(sized, TreeQuery("void", min_bytes=1)).splitlines()[2:] == [
        "├── a/",
        "│   └── small.py",
        "└── large.py",
    ]


def test_filters_need_no_walk_of_their_own_and_see_what_was_written(sized: Path) -> None:
    tree = DirectoryTree([sized])
    tree.render(sized, TreeQuery())
    assert "large.py" in (tree.render(sized, TreeQuery(min_bytes=1_000)).text or "")
    (sized / "large.py").write_text("")
    tree.invalidate([sized / "large.py"])
    answer = tree.render(sized, TreeQuery(min_bytes=1_000))
    assert "large.py" not in (answer.text or "")
    assert answer.stats.total_scans == 1


def test_files_are_listed_by_size(sized: Path) -> None:
    tree = DirectoryTree([sized])
    found = tree.list_files(None, 99, wanted=FileFilter(is_python, min_bytes=1, max_bytes=999))
    assert found.paths == (sized / "a" / "small.py",)


@pytest.mark.parametrize(
    ("sizes", "field", "reason"),
    [
        ({"min_bytes": -1}, "minBytes", "must be between"),
        ({"max_bytes": True}, "maxBytes", "must be a whole number"),
        ({"min_bytes": 2, "max_bytes": 1}, "minBytes", "must not be larger than maxBytes"),
    ],
)
def test_sizes_that_make_no_sense_are_named(sized: Path, sizes: dict[str, int], field: str, reason: str) -> None:
    tree = DirectoryTree([sized])
    with pytest.raises(InvalidQuery, match=reason) as error:
        tree.render(sized, TreeQuery(**sizes))  # type: ignore[arg-type]
    assert error.value.field == field
    with pytest.raises(InvalidQuery, match=reason):
        tree.list_files(sized, 1, wanted=FileFilter(**sizes))  # type: ignore[arg-type]


def test_files_are_listed_without_what_a_preset_does_not_enter(tmp_path: Path) -> None:
    """V04, V09, V10, A03, A04."""
    write(tmp_path, ["top.py", "src/m.py", "node_modules/x/i.js", "bin/tool", "my-build/o.js", ".github/ci.yml"])
    tree = DirectoryTree([tmp_path])

    def names(preset: str) -> list[str]:
        return [path.relative_to(tmp_path).as_posix() for path in tree.list_files(None, 99, preset=preset).paths]

    assert len(names("default")) == 6
    assert names("void") == ["top.py", "src/m.py"]
    assert names("aigne") == ["top.py", ".github/ci.yml", "bin/tool", "my-build/o.js", "src/m.py"]
    with pytest.raises(InvalidQuery) as error:
        names("other")
    assert error.value.field == "preset"
