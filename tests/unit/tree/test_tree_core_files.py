"""The files that say what a project is, beside its tree."""

from pathlib import Path

import pytest
from tree_files import write

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import FileText, TreeAnswer, TreeQuery
from lsp_codebase.tree import DirectoryTree


def ask(tree: DirectoryTree, path: Path | None, most: int = 1_000, **query: object) -> TreeAnswer:
    def read(file: Path, max_chars: int) -> FileText:
        return tree.read_file(file, max_chars=max_chars)

    return tree.render(path, TreeQuery(core_files=most, **query), read=read)  # type: ignore[arg-type]


def texts(answer: TreeAnswer) -> dict[str, tuple[str, bool]]:
    return {file.path.name: (file.text, file.truncated) for file in answer.core_files or ()}


def test_what_introduces_a_project_comes_before_what_builds_it(tmp_path: Path) -> None:
    write(tmp_path, ["Cargo.toml", "package.json", "Readme.rst", "main.py", "sub/README.md", "readme.py"])
    assert [*texts(ask(DirectoryTree([tmp_path]), tmp_path))] == ["Readme.rst", "package.json", "Cargo.toml"]
    assert DirectoryTree([tmp_path]).render(tmp_path, TreeQuery()).core_files is None


def test_short_ones_are_whole_and_the_longer_share_what_they_leave(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("read me\n" * 100)
    (tmp_path / "go.mod").write_text("module x\n")
    (tmp_path / "package.json").write_text("{}\n" * 100)
    found = texts(ask(DirectoryTree([tmp_path]), tmp_path, 100))
    assert found["go.mod"] == ("module x\n", False)
    assert found["package.json"] == ("{}\n" * 17, True)
    assert found["README.md"] == ("read me\n" * 5, True)
    assert sum(len(text) for text, _ in found.values()) <= 100
    whole = texts(ask(DirectoryTree([tmp_path]), tmp_path, 10_000))
    assert not any(is_cut for _, is_cut in whole.values())


def test_what_is_ignored_or_a_link_or_no_text_is_left_out(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("go.mod\n")
    (tmp_path / "go.mod").write_text("module x\n")
    (tmp_path / "README.md").symlink_to(".gitignore")
    (tmp_path / "Makefile").write_bytes(b"\0\1")
    (tmp_path / "package.json").mkdir()
    assert texts(ask(DirectoryTree([tmp_path]), tmp_path)) == {}
    assert [*texts(ask(DirectoryTree([tmp_path]), tmp_path, respect_gitignore=False))] == ["go.mod"]


def test_every_folder_gives_its_own(tmp_path: Path) -> None:
    write(tmp_path, ["one/README.md", "two/README.md"])
    tree = DirectoryTree([tmp_path / "one", tmp_path / "two"])
    assert [file.path.parent.name for file in ask(tree, None).core_files or ()] == ["one", "two"]


def test_a_tree_is_sent_again_when_a_core_file_says_something_else(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("one")
    tree = DirectoryTree([tmp_path])
    first = ask(tree, tmp_path)
    again = ask(tree, tmp_path, if_none_match=first.etag)
    assert (again.not_modified, again.core_files) == (True, None)
    (tmp_path / "README.md").write_text("other")
    other = ask(tree, tmp_path, if_none_match=first.etag)
    assert (other.not_modified, texts(other)) == (False, {"README.md": ("other", False)})
    assert other.stats.total_scans == 1


def test_a_budget_out_of_range_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidQuery) as error:
        ask(DirectoryTree([tmp_path]), tmp_path, 0)
    assert error.value.field == "coreFiles.maxChars"
